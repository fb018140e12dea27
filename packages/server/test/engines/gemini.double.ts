import { type DoubleAnswer, type EngineDouble, type EngineFault, resultAddress, startDouble } from './double.ts';
import { googleError, googleRefusal, inlineResult } from './google.double.ts';

/**
 * A double of `generateContent` of the Gemini API (ai.google.dev/api/generate-content): one call, the picture in its
 * answer.
 */
export function geminiDouble(): Promise<EngineDouble> {
  return startDouble(async ({ method, path, headers, json }, state): Promise<DoubleAnswer> => {
    const model = /^\/v1beta\/models\/([\w.-]+):generateContent$/.exec(path)?.[1];
    if (model === undefined || method !== 'POST') return googleError(404, 'NOT_FOUND', `${path} is not found`);
    if (!headers['x-goog-api-key'])
      return googleError(403, 'PERMISSION_DENIED', 'Method doesn’t allow unregistered callers');
    const fault = state.takeFault();
    const refused = googleRefusal(fault);
    if (refused) return refused;
    if (fault === 'blocked for want of quota')
      return googleError(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for metric: generate_content_requests, limit: 0');
    if (fault === 'blocked for a wrong key')
      return googleError(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
      ]);
    if (fault === 'blocked for age')
      return googleError(404, 'NOT_FOUND', `models/${model} is not found for API version v1beta`);
    if (fault === 'rejected') return googleError(400, 'INVALID_ARGUMENT', 'Provided image is not valid.');
    const wrong = complaintAbout(json);
    if (wrong) return googleError(400, 'INVALID_ARGUMENT', wrong);
    state.create();
    const body = { ...(await generationOf(fault, state.url)), modelVersion: model, responseId: 'r1' };
    return { status: 200, body, ...(fault === 'cut' || fault === 'truncated' ? { break: fault } : {}) };
  });
}

// biome-ignore lint/suspicious/noExplicitAny: it is judged here.
function complaintAbout(json: any): string | null {
  const parts = json?.contents?.[0]?.parts;
  if (!Array.isArray(parts) || !parts.some(({ text }) => typeof text === 'string')) return 'contents have no text';
  if (parts.some(({ inlineData }) => inlineData && !/^image\/(jpeg|png|webp)$/.test(inlineData.mimeType)))
    return 'Unsupported MIME type';
  const { responseModalities, imageConfig = {} } = json.generationConfig ?? {};
  if (responseModalities?.[0] !== 'IMAGE') return 'The model answers with pictures';
  return Object.keys(imageConfig).find((key) => key !== 'aspectRatio' && key !== 'imageSize') ?? null;
}

async function generationOf(fault: EngineFault | null, url: string): Promise<Record<string, unknown>> {
  const usageMetadata = { promptTokenCount: 300, candidatesTokenCount: 1290, totalTokenCount: 1590 };
  const ended = (finishReason: string, content: unknown = {}) => ({
    candidates: [{ index: 0, content, finishReason }],
    usageMetadata,
  });
  switch (fault) {
    case 'blocked before it began':
      return { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata };
    case 'blocked for length': {
      const content = { role: 'model', parts: [{ text: 'Here' }] };
      const candidate = { index: 0, content, finishReason: 'CONTINUATION', continuationToken: 'more' };
      return { candidates: [candidate], usageMetadata };
    }
    case 'blocked in words':
      return ended('STOP', { role: 'model', parts: [{ text: 'I cannot help with pictures of this kind.' }] });
  }
  const draft = {
    thought: true,
    inlineData: { mimeType: 'image/png', data: await inlineResult(url, '/files/page.png') },
  };
  // A draft of a picture that is then refused comes along, and is none.
  if (fault?.startsWith('blocked as '))
    return ended(fault.slice('blocked as '.length), { role: 'model', parts: [draft] });
  const data = await inlineResult(url, resultAddress(url, fault, false));
  if (fault === 'shaped as a thought')
    return ended('STOP', { role: 'model', parts: [{ thought: true, inlineData: { mimeType: 'image/png', data } }] });
  if (fault === 'shaped in snake_case')
    return {
      candidates: [{ content: { parts: [{ inline_data: { mime_type: 'image/png', data } }] }, finish_reason: 'STOP' }],
    };
  const parts = [
    draft,
    { text: 'Here it is.' },
    { inlineData: { mimeType: 'image/png', data }, thoughtSignature: 'c2ln' },
  ];
  return ended('STOP', { role: 'model', parts });
}
