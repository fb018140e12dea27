import { type DoubleAnswer, type EngineDouble, resultAddress, startDouble } from './double.ts';
import { googleError, googleRefusal, inlineResult } from './google.double.ts';
import { vertexLeave, vertexMethod } from './vertex.double.ts';

/**
 * A double of Vertex's `predict` for try-on (cloud.google.com/vertex-ai, Virtual Try-On API): one call, the picture in
 * its answer.
 */
export function vertexTryOnDouble(): Promise<EngineDouble> {
  return startDouble(async (request, state): Promise<DoubleAnswer> => {
    const { method, path, json } = request;
    const target = vertexMethod(path);
    if (method !== 'POST' || target?.method !== 'predict') return googleError(404, 'NOT_FOUND', `${path} is not found`);
    const refusedLeave = vertexLeave(request);
    if (refusedLeave) return refusedLeave;
    const fault = state.takeFault();
    const refused = googleRefusal(fault);
    if (refused) return refused;
    if (fault === 'rejected') return googleError(400, 'INVALID_ARGUMENT', 'Image is too small.');
    if (fault === 'blocked at once')
      return googleError(
        400,
        'INVALID_ARGUMENT',
        'The input image violates Vertex AI’s usage guidelines. Support codes: 15236754',
      );
    const wrong = complaintAbout(json);
    if (wrong) return googleError(400, 'INVALID_ARGUMENT', wrong);
    state.create();
    const cutShort = fault === 'cut' || fault === 'truncated' ? { break: fault } : {};
    if (fault === 'blocked with its reason')
      return {
        status: 200,
        body: { predictions: [{ raiFilteredReason: 'Your current safety filter threshold filtered it.' }] },
      };
    if (fault === 'blocked in silence') return { status: 200, body: {} };
    const bytesBase64Encoded = await inlineResult(state.url, resultAddress(state.url, fault, false));
    return { status: 200, body: { predictions: [{ mimeType: 'image/png', bytesBase64Encoded }] }, ...cutShort };
  });
}

// biome-ignore lint/suspicious/noExplicitAny: it is judged here.
function complaintAbout(json: any): string | null {
  const { instances, parameters = {} } = json ?? {};
  const [{ personImage, productImages } = { personImage: null, productImages: null }] = instances ?? [];
  if (!personImage?.image?.bytesBase64Encoded) return 'There is no person';
  if (productImages?.length !== 1 || !productImages[0].image?.bytesBase64Encoded)
    return 'Only one product image is supported';
  if (parameters.sampleCount !== 1) return 'One picture at a time';
  if (parameters.seed !== undefined && parameters.addWatermark !== false) return 'Seed is not supported with watermark';
  return null;
}
