import type { AnimateRequest, GenerateRequest, RunControl, VideoResult } from '../engine.ts';
import { pngOf } from '../pixels/decode.ts';
import { rejectWithoutSubject } from '../steps/generate/wishes.ts';
import { clausesOfFilm, isAboutCamera } from '../steps/video/camera.ts';
import type { Analyses } from './analyses.ts';
import { animate } from './animate.ts';
import { generate } from './generate.ts';

/** Share of the work for the picture: about two seconds, beside six for a film of five seconds. */
const GENERATED = 0.25;

/**
 * Generates a picture and films it. The film follows the words of the prompt about the camera. Rejects with
 * EngineRejection without a usable avatar or product.
 */
export async function film(
  { seconds, ...request }: GenerateRequest & Pick<AnimateRequest, 'seconds'>,
  analyses: Analyses,
  control: RunControl,
): Promise<VideoResult> {
  rejectWithoutSubject('text_to_video', request.avatar !== undefined || request.products.length > 0);
  const { raster, warnings } = await generate(request, analyses, withinRun(control, 0, GENERATED));
  const prompt = clausesOfFilm(request.prompt).filter(isAboutCamera).join(', ');
  const still = { image: await pngOf(raster), prompt, seconds, size: request.size };
  const made = await animate(still, analyses, withinRun(control, GENERATED, 1));
  return { ...made, warnings: [...warnings, ...made.warnings] };
}

/** The control of one part of a run. Maps the part's progress to the range `from` to `to` of the whole. */
function withinRun({ onProgress, ...control }: RunControl, from: number, to: number): RunControl {
  if (!onProgress) return control;
  return { ...control, onProgress: (fraction, step) => onProgress(from + (to - from) * fraction, step) };
}
