import fs from 'node:fs/promises';
import { asPng } from '../bench/cases/case.ts';
import type { Nets } from '../src/models/nets.ts';
import { analysesBy } from '../src/pipelines/analyses.ts';
import { type FinishedTryOn, tryOn } from '../src/pipelines/try-on.ts';
import type { Box } from '../src/pixels/crop.ts';
import { decodeAt } from '../src/pixels/decode.ts';
import { insidePolygon } from '../src/pixels/polygon.ts';
import type { Plane, Point, Raster } from '../src/pixels/raster.ts';
import { unlessRejected } from '../src/rejection.ts';
import { colourDistance, meanOf, structure } from './likeness.ts';
import type { TruePair } from './photo-sets.ts';
import { mean, type Score } from './score.ts';
import { type Misplaced, misplaced, TRUE_PLACES } from './true-places.ts';

/** Size of the photos of the pairs, and of their results. */
const SIZE = { width: 768, height: 1024 } as const;

/** The result of one pair. Distances are shares of the torso's length. */
interface PairFigures {
  readonly ssim: number;
  readonly trunkSsim: number;
  readonly trunkColour: number;
  readonly places: Misplaced;
}

/** Receives each result. */
type Keep = (name: string, png: Uint8Array) => Promise<void>;

/**
 * Puts each garment on the person who wears it, and compares with the photo. The engine sees the true outline of the
 * old garment, so the figures flatter it. They are for comparing one state of the engine with another.
 */
export async function scorePairs(pairs: readonly TruePair[], nets: Nets, keep: Keep): Promise<Score> {
  const figures: PairFigures[] = [];
  for (const pair of pairs) {
    const found = await figuresOf(pair, nets, keep);
    if (found) figures.push(found);
    process.stderr.write(`${pair.name}: ${found ? told(found) : 'refused'}\n`);
  }
  const all = (figure: (of: PairFigures) => number) => mean(figures.map(figure));
  const place = (part: keyof Misplaced) => mean(figures.flatMap(({ places }) => places[part]));
  return {
    set: 'true pairs (pairs-dev)',
    lines: [
      ['pairs, refused', `${pairs.length}, ${pairs.length - figures.length}`],
      ['SSIM to the true photo', all(({ ssim }) => ssim).toFixed(4)],
      ['SSIM within the trunk', all(({ trunkSsim }) => trunkSsim).toFixed(4)],
      ['colour within the trunk, ΔE', all(({ trunkColour }) => trunkColour).toFixed(2)],
      ['neckline off by, % of the torso', (100 * place('neck')).toFixed(1)],
      ['hem off by, % of the torso', (100 * place('hem')).toFixed(1)],
      ['sleeve ends off by, % of the torso', (100 * place('sleeves')).toFixed(1)],
    ],
  };
}

const told = ({ ssim, trunkSsim, trunkColour, places }: PairFigures) =>
  [
    ssim.toFixed(4),
    trunkSsim.toFixed(4),
    trunkColour.toFixed(1),
    ...Object.values(places)
      .flat()
      .map((off) => off.toFixed(2)),
  ].join(' ');

async function figuresOf(
  { name, person: personFile, garment }: TruePair,
  nets: Nets,
  keep: Keep,
): Promise<PairFigures | null> {
  const [person, bytes] = [await fs.readFile(personFile), await fs.readFile(garment)];
  const request = { person, garments: [{ bytes }], size: SIZE, seed: 1, variation: 0 };
  const worn = await tryOn(request, analysesBy(nets), {}).catch(unlessRejected);
  if (!worn) return null;
  await keep(name, await asPng(worn.result.raster));
  return compare(name, worn, await decodeAt(person, SIZE));
}

function compare(name: string, { result: { raster: made }, scene, stage }: FinishedTryOn, truth: Raster): PairFigures {
  const { body, placement, worn } = scene;
  const toPhoto = (p: Point) => {
    const { x, y } = placement.toOutput(p);
    return { x: x + stage.left, y: y + stage.top };
  };
  const { shoulder, hip, elbow, wrist } = body.joints;
  const trunk = [shoulder[0], shoulder[1], hip[1], hip[0]].map(toPhoto);
  const inTrunk = (pixel: number) => insidePolygon(trunk, { x: pixel % SIZE.width, y: Math.floor(pixel / SIZE.width) });
  const alike = structure(made, truth);
  const arms = [0, 1].map((side) => [shoulder[side], elbow[side], wrist[side]].map(toPhoto));
  const off = misplaced(laid(worn, stage), TRUE_PLACES[name], arms);
  const torso = body.torsoLength * placement.scale;
  const shares = (pixels: readonly number[]) => pixels.map((length) => length / torso);
  return {
    ssim: meanOf(alike, () => true),
    trunkSsim: meanOf(alike, inTrunk),
    trunkColour: colourDistance(made, truth, inTrunk),
    places: { neck: shares(off.neck), hem: shares(off.hem), sleeves: shares(off.sleeves) },
  };
}

/** The garment's coverage, at the size of the photo. */
function laid(worn: Float32Array, { left, top, width, height }: Box): Plane {
  const data = new Float32Array(SIZE.width * SIZE.height);
  for (let y = 0; y < height; y++) data.set(worn.subarray(y * width, (y + 1) * width), (top + y) * SIZE.width + left);
  return { ...SIZE, data };
}
