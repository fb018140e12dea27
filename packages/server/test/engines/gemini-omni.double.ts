import {
  type DoubleAnswer,
  type EngineDouble,
  type EngineFault,
  resultAddress,
  type SeenRequest,
  startDouble,
} from './double.ts';
import { googleError, googleRefusal, inlineResult } from './google.double.ts';

/** A film of the account. */
interface StoredFile {
  readonly fault: EngineFault | null;
  looks: number;
}

/** A double of Interactions and of the files they leave (ai.google.dev/gemini-api/docs/omni). */
export function geminiOmniDouble(): Promise<EngineDouble> {
  const files = new Map<string, StoredFile>();
  return startDouble(async (request, state): Promise<DoubleAnswer> => {
    const { method, path, headers, json } = request;
    if (!headers['x-goog-api-key']) return interactionError(401, 'authentication', 'No credentials');
    const [, id = '', verb] = /^\/v1beta\/files\/([\w-]+?)(:download)?$/.exec(path) ?? [];
    const file = files.get(id);
    if (id !== '') {
      if (!file || file.fault === 'expired')
        return googleError(
          403,
          'PERMISSION_DENIED',
          `You do not have permission to access the File ${id} or it may not exist.`,
        );
      if (method === 'DELETE') {
        state.cancel(id);
        return { status: 200, body: {} };
      }
      return verb === undefined ? stateOf(id, file) : download(request, file, state.url);
    }
    if (path !== '/v1beta/interactions' || method !== 'POST')
      return interactionError(404, 'not_found', `${path} is not there`);

    const fault = state.takeFault();
    const refused = refusalOf(fault) ?? complaintAbout(json);
    if (refused) return refused;
    state.create();
    const fresh = `film-${files.size + 1}`;
    files.set(fresh, { fault, looks: 0 });
    const inline = json.response_format.delivery === 'inline';
    const body = await interactionOf(
      fault,
      json.model,
      inline ? null : `${state.url}/v1beta/files/${fresh}:download?alt=media`,
      state.url,
    );
    return { status: 200, body, ...(fault === 'cut' || fault === 'truncated' ? { break: fault } : {}) };
  });
}

/** An error of Interactions: its codes are words. */
function interactionError(status: number, code: string, message: string): DoubleAnswer {
  return { status, body: { error: { code, message } } };
}

function refusalOf(fault: EngineFault | null): DoubleAnswer | null {
  if (fault === 'busy')
    return { ...interactionError(429, 'rate_limit_exceeded', 'Too many requests'), headers: { 'retry-after': '0' } };
  if (fault === 'unfunded') return interactionError(402, 'payment_required', 'Prepayment credits are depleted.');
  if (fault === 'rejected') return interactionError(400, 'invalid_request', 'The image could not be decoded.');
  if (fault === 'blocked at once') return interactionError(400, 'image_safety', 'The request was blocked.');
  return googleRefusal(fault);
}

// biome-ignore lint/suspicious/noExplicitAny: it is judged here.
function complaintAbout(json: any): DoubleAnswer | null {
  const { store, background, input, response_format: format } = json ?? {};
  if (store !== false || background === true)
    return interactionError(400, 'invalid_request', 'This double keeps nothing');
  if (!Array.isArray(input) || input.at(-1)?.type !== 'text')
    return interactionError(400, 'invalid_request', 'There are no words');
  if (!['9:16', '16:9'].includes(format?.aspect_ratio) || !/^([3-9]|10)s$/.test(format?.duration))
    return interactionError(400, 'out_of_range', 'There is no such film');
  return null;
}

async function interactionOf(fault: EngineFault | null, model: string, uri: string | null, url: string) {
  const ended = (status: string, ...steps: unknown[]) => ({
    id: 'v1_1',
    object: 'interaction',
    model,
    status,
    steps: [{ type: 'user_input', content: [] }, { type: 'thought', summary: [] }, ...steps],
  });
  const output = (content: unknown) => ({ type: 'model_output', content: [content] });
  switch (fault) {
    case 'blocked in its errors':
      return { ...ended('failed'), errors: [{ code: 'prohibited_content', message: 'The output was blocked.' }] };
    case 'blocked in a step':
      return ended('failed', { type: 'model_output', content: [], error: { code: 'safety', message: 'Blocked.' } });
    case 'blocked in words':
      return ended('completed', output({ type: 'text', text: 'I cannot film this.' }));
    case 'blocked with nothing':
      return ended('completed', { type: 'model_output', content: [] });
  }
  const place = uri === null ? { data: await inlineResult(url, resultAddress(url, fault, true)) } : { uri };
  return ended('completed', output({ type: 'video', mime_type: 'video/mp4', ...place }));
}

function stateOf(id: string, file: StoredFile): DoubleAnswer {
  file.looks += 1;
  const { fault, looks } = file;
  if (fault === 'unreadable' && looks % 2 === 1) return googleError(500, 'INTERNAL', 'An internal error has occurred.');
  const looksNeeded = fault === 'slow' ? 4 : fault === 'unreadable' ? 3 : 0;
  const state = fault === 'lost' ? 'FAILED' : fault === 'hang' || looks <= looksNeeded ? 'PROCESSING' : 'ACTIVE';
  return { status: 200, body: { name: `files/${id}`, mimeType: 'video/mp4', state } };
}

/** Sound films come as bytes, the others from the address they are handed out at: both ways are there. */
async function download({ query }: SeenRequest, { fault }: StoredFile, url: string): Promise<DoubleAnswer> {
  if (query.get('alt') !== 'media') return { status: 200, body: { state: 'ACTIVE' } };
  const address = resultAddress(url, fault, true);
  if (fault !== null) return { status: 302, headers: { location: address } };
  return {
    status: 200,
    headers: { 'content-type': 'video/mp4' },
    body: Buffer.from(await inlineResult(url, address), 'base64'),
  };
}
