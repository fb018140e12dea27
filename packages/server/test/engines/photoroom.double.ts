import {
  type DoubleAnswer,
  type EngineDouble,
  type EngineFault,
  refusal,
  resultAddress,
  type SeenRequest,
  startDouble,
} from './double.ts';

/** The modes, with the fields that each needs besides the picture of the product. A call has one mode at most. */
const MODES: Readonly<Record<string, readonly string[]>> = {
  'virtualModel.mode': ['virtualModel.pose', 'virtualModel.size'],
  'ghostMannequin.mode': [],
  'flatLay.mode': [],
};

/** Fields that exclude each other. */
const ALTERNATIVES = [
  ['virtualModel.model.custom.imageFile', 'virtualModel.model.preset.name'],
  ['virtualModel.scene.custom.imageFile', 'virtualModel.scene.preset.name'],
  ['background.color', 'background.prompt'],
] as const;

/** A double of Photoroom's image editing API (docs.photoroom.com/getting-started/api-reference-openapi). */
export function photoroomDouble(): Promise<EngineDouble> {
  return startDouble(async (request, state): Promise<DoubleAnswer> => {
    const { method, path, headers } = request;
    if (!headers['x-api-key']) return { status: 403, body: { error: { message: 'Forbidden' } } };
    if (method !== 'POST' || path !== '/v2/edit') return { status: 404, body: { error: { message: 'Not found' } } };
    const fault = state.takeFault();
    const refused = refusalOf(fault) ?? (await invalid(request));
    if (refused) return refused;
    state.create();
    const file = await fetch(resultAddress(state.url, fault, false));
    return {
      status: 200,
      headers: { 'content-type': 'image/png' },
      body: Buffer.from(await file.arrayBuffer()),
      ...(fault === 'cut' || fault === 'truncated' ? { break: fault } : {}),
    };
  });
}

function refusalOf(fault: EngineFault | null): DoubleAnswer | null {
  if (fault === 'unfunded') return { status: 402, body: { error: { detail: 'API credits exhausted.' } } };
  if (fault === 'rejected') return wrong('The image shows no product');
  return refusal(fault);
}

const wrong = (message: string): DoubleAnswer => ({ status: 400, body: { error: { message } } });

/** The form of a call. */
export async function formOf({ body, headers }: SeenRequest): Promise<FormData> {
  const type = headers['content-type'] ?? '';
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
}

/** The API's complaint about a call. */
async function invalid(request: SeenRequest): Promise<DoubleAnswer | null> {
  const form = await formOf(request);
  for (const [name, value] of form)
    if (name.endsWith('imageFile') !== value instanceof File) return wrong(`Invalid value for ${name}`);
  if (!form.has('imageFile')) return wrong('imageFile is missing');
  for (const [one, other] of ALTERNATIVES)
    if (form.has(one) && form.has(other)) return wrong(`Provide ${one} or ${other}`);
  if (form.get('removeBackground') === 'false' && [...form.keys()].some((name) => name.startsWith('background.')))
    return wrong("background can't be provided if removeBackground is set to false");
  const modes = Object.keys(MODES).filter((mode) => form.has(mode));
  const missing = modes.flatMap((mode) => MODES[mode] ?? []).find((name) => !form.has(name));
  if (modes.length > 1 || missing) return wrong(missing ? `${missing} is missing` : 'Provide one mode');
  return null;
}
