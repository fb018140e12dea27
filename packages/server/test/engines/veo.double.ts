import { type DoubleAnswer, type EngineDouble, type EngineFault, resultAddress, startDouble } from './double.ts';
import { googleError, googleRefusal, inlineResult } from './google.double.ts';
import { vertexLeave, vertexMethod } from './vertex.double.ts';

/** A film in the making. */
interface Operation {
  readonly fault: EngineFault | null;
  looks: number;
}

/**
 * A double of Veo on Vertex (cloud.google.com/vertex-ai, Veo API): an operation, looked at by name until the film lies
 * in it.
 */
export function veoDouble(): Promise<EngineDouble> {
  const operations = new Map<string, Operation>();
  return startDouble(async (request, state): Promise<DoubleAnswer> => {
    const { method, path, json } = request;
    const target = vertexMethod(path);
    if (method !== 'POST' || !target) return googleError(404, 'NOT_FOUND', `${path} is not found`);
    const refusedLeave = vertexLeave(request);
    if (refusedLeave) return refusedLeave;
    if (target.method === 'fetchPredictOperation') {
      const operation = operations.get(json?.operationName);
      if (!operation) return googleError(404, 'NOT_FOUND', 'The operation does not exist');
      return lookAt(json.operationName, operation, state.url);
    }
    if (target.method !== 'predictLongRunning') return googleError(404, 'NOT_FOUND', `${target.method} is not found`);
    const fault = state.takeFault();
    const refused = googleRefusal(fault) ?? complaintAbout(json);
    if (refused) return refused;
    if (fault === 'blocked at once')
      return googleError(
        400,
        'INVALID_ARGUMENT',
        'The prompt contains sensitive words that violate Google’s Responsible AI practices.',
      );
    state.create();
    const name = `projects/a-project/locations/us-central1/publishers/google/models/${target.model}/operations/${operations.size + 1}`;
    operations.set(name, { fault, looks: 0 });
    return { status: 200, body: { name }, ...(fault === 'cut' || fault === 'truncated' ? { break: fault } : {}) };
  });
}

// biome-ignore lint/suspicious/noExplicitAny: it is judged here.
function complaintAbout(json: any): DoubleAnswer | null {
  const [instance] = json?.instances ?? [];
  const { sampleCount, aspectRatio, durationSeconds } = json?.parameters ?? {};
  const isWhole =
    (instance?.prompt || instance?.image?.bytesBase64Encoded) &&
    (!instance.lastFrame || instance.image) &&
    sampleCount === 1 &&
    ['9:16', '16:9'].includes(aspectRatio) &&
    [4, 6, 8].includes(durationSeconds);
  return isWhole ? null : googleError(400, 'INVALID_ARGUMENT', 'There is no such film');
}

async function lookAt(name: string, operation: Operation, url: string): Promise<DoubleAnswer> {
  operation.looks += 1;
  const { fault, looks } = operation;
  if (fault === 'unreadable' && looks % 2 === 1) return googleError(500, 'INTERNAL', 'Internal error encountered.');
  const looksNeeded = fault === 'slow' ? 4 : fault === 'unreadable' ? 3 : 1;
  if (fault === 'hang' || looks <= looksNeeded) return { status: 200, body: { name, metadata: {} } };
  return { status: 200, body: { name, done: true, ...(await endOf(fault, url)) } };
}

async function endOf(fault: EngineFault | null, url: string): Promise<Record<string, unknown>> {
  switch (fault) {
    case 'rejected':
      return { error: { code: 3, message: 'The image has an unsupported format.' } };
    case 'lost':
      return { error: { code: 13, message: 'Internal error encountered. Please try again.' } };
    case 'blocked in its error':
      return {
        error: { code: 3, message: 'The input image violates Vertex AI’s usage guidelines. Support codes: 17301594' },
      };
    case 'blocked as filtered':
      return {
        response: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['Veo could not generate videos: 58061214'] },
      };
    case 'blocked with nothing':
      return { response: {} };
  }
  const bytesBase64Encoded = await inlineResult(url, resultAddress(url, fault, true));
  return { response: { raiMediaFilteredCount: 0, videos: [{ mimeType: 'video/mp4', bytesBase64Encoded }] } };
}
