import type { Raster, Size } from '../../src/pixels/raster.ts';
import { yuvLength, yuvOf } from '../../src/pixels/yuv.ts';
import { analysePerson } from '../../src/steps/person/analyse-person.ts';
import { framePhoto } from '../../src/steps/try-on/frame-photo.ts';
import { cameraMove } from '../../src/steps/video/camera.ts';
import { filmLayers, withPivotOf } from '../../src/steps/video/layers.ts';
import { renderFrame } from '../../src/steps/video/render-frame.ts';
import { likeness } from '../measures/pixels.ts';
import { asPng, type Bench, type Case, type Outcome, timed } from './case.ts';

/** Films, each with a move of the camera, and whether it shows the photo as it is at one of its ends. */
const FILMS: readonly (readonly [file: string, prompt: string, showsPhoto: boolean])[] = [
  ['persons/ccp-0066.jpg', 'orbit', false],
  ['persons/ccp-0943.jpg', 'zoom out', true],
  ['persons/omnitry-person_top_cloth.jpg', '', true],
];
const HELD: ReadonlySet<string> = new Set(['persons/ccp-0943.jpg']);

const SIZE: Size = { width: 720, height: 1280 };
const SECONDS = 2;
/** When the frames that are shown are taken, as shares of the film. */
const SHOWN = [0, 0.5, 1] as const;

/** Each photo as a film: frames are drawn again for the sheets, since nothing here plays films. */
export const FILMED: readonly Case[] = FILMS.map(([file, prompt, showsPhoto]) => ({
  operation: 'animate',
  name: `${file.replace(/.*\/|\..*/g, '')}-${prompt.replaceAll(' ', '-') || 'push-in'}`,
  held: HELD.has(file),
  run: (bench) => film(file, prompt, showsPhoto, bench),
}));

async function film(
  file: string,
  prompt: string,
  showsPhoto: boolean,
  { engine, nets, photo }: Bench,
): Promise<Outcome> {
  const image = await photo(file);
  const { result, firstMs } = await timed(() => engine.animate({ image, prompt, seconds: SECONDS, size: SIZE }));
  const person = await analysePerson(image, nets);
  const framed = await framePhoto(image, person, SIZE, 'film');
  const move = cameraMove(prompt);
  const layers = withPivotOf(filmLayers(framed.photo, person, framed.placement), move);
  const frames = SHOWN.map((at) => {
    const frame = new Uint8Array(yuvLength(SIZE));
    renderFrame(layers, move(at), at * SECONDS, frame);
    return frame;
  });
  const nearest = SHOWN.map((_, index) =>
    likeness(greyOf(frames[index]), greyOf(yuvOf(framed.photo).light.data), () => true),
  );
  return {
    pictures: [image, ...(await Promise.all(frames.map((frame) => asPng(greyOf(frame)))))],
    figures: showsPhoto ? { keptDb: Math.max(...nearest) } : {},
    warnings: result.warnings,
    firstMs,
  };
}

/** The light of a frame as a grey picture. */
function greyOf(frame: Uint8Array): Raster {
  const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 3);
  for (let k = 0; k < data.length; k++) data[k] = frame[Math.floor(k / 3)];
  return { ...SIZE, data };
}
