import {
  type DoubleAnswer,
  type EngineDouble,
  type EngineFault,
  refusal,
  resultAddress,
  type SeenRequest,
  startDouble,
} from './double.ts';

/** The content of a call, in either encoding. */
export interface ImagesCall {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly images: readonly File[];
  readonly mask: File | null;
}

/** A double of a server that speaks OpenAI's images API (platform.openai.com/docs/api-reference/images). */
export function openaiImagesDouble(): Promise<EngineDouble> {
  return startDouble(async (request, state): Promise<DoubleAnswer> => {
    const { method, path } = request;
    const endpoint = /^\/v1\/images\/(generations|edits)$/.exec(path)?.[1];
    if (method !== 'POST' || endpoint === undefined)
      return errorOf(404, 'not_found', `Invalid URL (${method} ${path})`);
    const fault = state.takeFault();
    const refused = refusalOf(fault) ?? complaintAbout(await imagesCall(request), endpoint);
    if (refused) return refused;
    state.create();
    if (fault === 'lost') return errorOf(500, 'server_error', 'The server had an error while processing your request.');
    const url = resultAddress(state.url, fault, false);
    // Some servers answer with addresses, which alone can expire.
    const image =
      fault === 'expired'
        ? { url }
        : { b64_json: Buffer.from(await (await fetch(url)).arrayBuffer()).toString('base64') };
    const body = { created: 1_763_000_000, data: [{ ...image, revised_prompt: null }], usage: { total_tokens: 1500 } };
    return {
      status: 200,
      body,
      ...(fault === 'cut' || fault === 'truncated' || fault === 'held' ? { break: fault } : {}),
    };
  });
}

/** Reads a call as the server does: JSON for generations, a form for edits. */
export async function imagesCall({ headers, body, json }: SeenRequest): Promise<ImagesCall> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return { fields: json ?? {}, images: [], mask: null };
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const entries = [...form.entries()];
  const images = entries.flatMap(([field, value]) =>
    /^image(\[\])?$/.test(field) && value instanceof File ? [value] : [],
  );
  const mask = form.get('mask');
  const fields = Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
  return { fields, images, mask: mask instanceof File ? mask : null };
}

function errorOf(status: number, code: string, message: string, more: object = {}): DoubleAnswer {
  return { status, body: { error: { message, type: 'invalid_request_error', param: null, code, ...more } } };
}

function refusalOf(fault: EngineFault | null): DoubleAnswer | null {
  switch (fault) {
    case 'unfunded':
      return errorOf(
        429,
        'insufficient_quota',
        'You exceeded your current quota, please check your plan and billing details.',
      );
    case 'locked':
      return errorOf(401, 'invalid_api_key', 'Incorrect API key provided.');
    case 'misnamed':
      return errorOf(404, 'model_not_found', 'The model does not exist or you do not have access to it.');
    case 'rejected':
      return errorOf(400, 'invalid_image_file', 'Invalid image file or mode for image 1.', { param: 'image' });
    case 'blocked on the way in':
      return blocked('input');
    case 'blocked on the way out':
      return blocked('output');
    case 'blocked as a violation':
      return errorOf(400, 'content_policy_violation', 'Your request was rejected as a result of our safety system.');
  }
  return refusal(fault);
}

function blocked(stage: string): DoubleAnswer {
  return errorOf(400, 'moderation_blocked', 'Your request was rejected by the safety system.', {
    type: 'image_generation_user_error',
    moderation_details: { moderation_stage: stage, categories: ['sexual'] },
  });
}

function complaintAbout({ fields, images, mask }: ImagesCall, endpoint: string): DoubleAnswer | null {
  const { model, prompt, n, size, response_format: format } = fields;
  if (typeof prompt !== 'string' || prompt === '')
    return errorOf(400, 'missing_required_parameter', 'Missing', { param: 'prompt' });
  if (model === 'gpt-image-none') return errorOf(404, 'model_not_found', `The model ${model} does not exist.`);
  if (Number(n) !== 1) return errorOf(400, 'invalid_value', 'one at a time', { param: 'n' });
  if (!/^\d+x\d+$/.test(String(size))) return errorOf(400, 'invalid_value', 'Invalid size', { param: 'size' });
  if (format !== undefined)
    return errorOf(400, 'unknown_parameter', "Unknown parameter: 'response_format'.", { param: 'response_format' });
  if (endpoint === 'edits' && images.length === 0)
    return errorOf(400, 'missing_required_parameter', 'Missing', { param: 'image' });
  if (images.some(({ type }) => !/^image\/(png|jpeg|webp)$/.test(type)))
    return errorOf(400, 'unsupported_mimetype', `unsupported mimetype ('${images[0]?.type}')`, { param: 'image' });
  if (mask && mask.type !== 'image/png')
    return errorOf(400, 'invalid_image_format', 'The mask must be a PNG', { param: 'mask' });
  return null;
}
