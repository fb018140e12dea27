import { checkpoint } from '../checkpoint.ts';
import type { Point, Size } from './raster.ts';

/** Half the side of a patch: 7 × 7 pixels. */
export const RADIUS = 3;
/**
 * Weight of a hole's first colours against the colours around it, 0 to 1. Among patches that fit equally well, the
 * least conspicuous one is likelier right.
 */
const SMOOTH = 0.05;
/**
 * How far to each side the search for a patch goes, in pixels. More than the width of the holes that are filled in one
 * piece.
 */
const REACH = 110;
/** Added to the strength of an edge, 0 to 1, so that places without edges are filled too. */
const EVEN = 0.02;
/**
 * Greatest cost of a patch as far away as the picture is wide, added to the squared differences of its bytes. Near
 * patches are likelier right. Each patch has a random share of it, so that other random numbers give another picture.
 */
const PLACE_WEIGHT = 60_000;

/** A small picture with a hole. */
export interface Unfinished extends Size {
  /** Three values a pixel; those in the hole are a first guess. */
  readonly colours: Float32Array;
  readonly hole: Uint8Array;
  /** 1 where the picture has colours. */
  readonly known: Uint8Array;
  /** 1 at the centre of a whole patch of known colours. */
  readonly centre: Uint8Array;
}

/** The result of a fill. */
export interface Exemplars {
  /** The source of each pixel of the hole; −1 elsewhere, and without known surroundings. */
  readonly taken: Int32Array;
  /** Difference of each patch from the finished colours in its place, in byte steps a pixel. */
  readonly misfits: number[];
}

/**
 * Fills the hole patch by patch with the most similar known patch, beginning at edges that run into the hole
 * (Criminisi, Pérez & Toyama 2004). Writes the colours of the hole. Compares each patch with all others, so it suits
 * holes of some thousand pixels. `far` weighs a pixel of distance across and down.
 */
export function exemplarFill(picture: Unfinished, far: Point, random: () => number): Exemplars {
  const front = new Front(picture);
  const { width, height, colours, hole } = picture;
  const taken = new Int32Array(hole.length).fill(-1);
  const misfits: number[] = [];
  for (let at = front.next(); at !== null; at = front.next()) {
    checkpoint();
    const beside = [-RADIUS, RADIUS, -RADIUS * width, RADIUS * width].flatMap((offset) =>
      taken[at + offset] >= 0 ? [taken[at + offset] - offset] : [],
    );
    const weight = (PLACE_WEIGHT * random()) / (width + height);
    const template = templateAt(picture, front.done, at);
    const placeCost = (across: number, down: number) => {
      const x = across * far.x;
      const y = down * far.y;
      return weight * Math.sqrt(x * x + y * y);
    };
    const from = bestMatch(picture, template, at, beside, placeCost);
    misfits.push(misfitOf(picture, template, at, from));
    visitAround(picture, at, (to) => {
      if (!hole[to] || front.done[to]) return;
      const source = from + to - at;
      for (let c = 0; c < 3; c++) colours[to * 3 + c] = colours[source * 3 + c];
      taken[to] = source;
    });
    front.fill(at);
  }
  return { taken, misfits };
}

/** Visits the pixels around one, as far as the picture reaches; those of its patch, without another radius. */
function visitAround({ width, height }: Size, at: number, visit: (pixel: number) => void, radius = RADIUS): void {
  const x = at % width;
  const y = (at - x) / width;
  for (let dy = Math.max(-radius, -y); dy <= radius && y + dy < height; dy++)
    for (let dx = Math.max(-radius, -x); dx <= radius && x + dx < width; dx++) visit(at + dy * width + dx);
}

/** True if the whole patch around a pixel lies within the picture and is known. */
export function isWholePatch(known: Uint8Array, pixel: number, size: Size): boolean {
  if (known[pixel] === 0) return false;
  let count = 0;
  visitAround(size, pixel, (i) => {
    count += known[i];
  });
  return count === (2 * RADIUS + 1) ** 2;
}

/** The compared part of a patch: the offset of each pixel from the middle, and its weight. */
type Template = ReturnType<typeof templateAt>;

function templateAt(picture: Unfinished, done: Uint8Array, at: number) {
  const offsets: number[] = [];
  const weights: number[] = [];
  visitAround(picture, at, (pixel) => {
    if (!done[pixel] && !picture.hole[pixel]) return;
    offsets.push(pixel - at);
    weights.push(done[pixel] ? 1 : SMOOTH);
  });
  return { offsets: Int32Array.from(offsets), weights: Float32Array.from(weights) };
}

/**
 * The centre of the known patch that is most like the finished part of the patch around a pixel. Searches the sources
 * of neighbouring patches, every second place nearby, and all places around the best of those.
 */
function bestMatch(
  { width, height, colours, centre }: Unfinished,
  { offsets, weights }: Template,
  at: number,
  beside: readonly number[],
  placeCost: (across: number, down: number) => number,
): number {
  const x = at % width;
  const y = (at - x) / width;
  let best = -1;
  let lowestCost = Number.POSITIVE_INFINITY;
  const attempt = (candidate: number) => {
    if (!centre[candidate]) return;
    const column = candidate % width;
    let cost = placeCost(column - x, (candidate - column) / width - y);
    for (let k = 0; k < offsets.length && cost < lowestCost; k++)
      cost += squareBetween(colours, at + offsets[k], candidate + offsets[k]) * weights[k];
    if (cost >= lowestCost) return;
    lowestCost = cost;
    best = candidate;
  };
  for (const candidate of beside) attempt(candidate);
  for (let row = Math.max(0, y - REACH) & ~1; row < Math.min(height, y + REACH); row += 2)
    for (let column = Math.max(0, x - REACH) & ~1; column < Math.min(width, x + REACH); column += 2)
      attempt(row * width + column);
  const middle = best < 0 ? centre.indexOf(1) : best;
  for (const offset of [-width - 1, -width, -width + 1, -1, 0, 1, width - 1, width, width + 1])
    attempt(middle + offset);
  return best;
}

/** Squared difference of the colours of two pixels. */
function squareBetween(colours: Float32Array, a: number, b: number): number {
  const red = colours[a * 3] - colours[b * 3];
  const green = colours[a * 3 + 1] - colours[b * 3 + 1];
  const blue = colours[a * 3 + 2] - colours[b * 3 + 2];
  return red * red + green * green + blue * blue;
}

/** Difference of a patch from the finished colours around a pixel, in byte steps a pixel. */
function misfitOf({ colours }: Unfinished, { offsets, weights }: Template, at: number, from: number): number {
  const finished = offsets.filter((_, k) => weights[k] === 1);
  const squares = finished.reduce((sum, offset) => sum + squareBetween(colours, at + offset, from + offset), 0);
  return Math.sqrt(squares / finished.length);
}

/** The rim of the unfilled part, and its pixel to fill next. */
class Front {
  /** 1 where colours are known or already filled. */
  readonly done: Uint8Array;
  /** Confidence in the colour of each pixel; it falls with every patch into the hole. */
  readonly #sure: Float32Array;
  /** Pixels of the hole that may not be filled yet. */
  #left: Int32Array;
  /** Priority of each pixel of the rim; 0 if a neighbour was filled, so it must be computed again. */
  readonly #priorities: Float64Array;
  readonly #picture: Unfinished;

  constructor(picture: Unfinished) {
    this.#picture = picture;
    this.done = picture.known.slice();
    this.#sure = Float32Array.from(this.done);
    this.#priorities = new Float64Array(this.done.length);
    this.#left = Int32Array.from(picture.hole.keys()).filter((i) => picture.hole[i] && !this.done[i]);
  }

  /** The pixel of the rim with the highest product of confidence and edge strength. Null when the hole is filled. */
  next(): number | null {
    const { width, height } = this.#picture;
    let best: number | null = null;
    let highest = -1;
    this.#left = this.#left.filter((i) => !this.done[i]);
    for (const i of this.#left) {
      const x = i % width;
      const y = (i - x) / width;
      const isRim =
        (x > 0 && this.done[i - 1]) ||
        (x < width - 1 && this.done[i + 1]) ||
        (y > 0 && this.done[i - width]) ||
        (y < height - 1 && this.done[i + width]);
      if (!isRim) continue;
      this.#priorities[i] ||= this.#confidence(i) * (this.#edge(i) + EVEN);
      if (this.#priorities[i] > highest) [best, highest] = [i, this.#priorities[i]];
    }
    return best;
  }

  /** Marks the patch around a pixel as filled. */
  fill(at: number): void {
    const sure = this.#confidence(at);
    visitAround(this.#picture, at, (i) => {
      if (!this.#picture.hole[i] || this.done[i]) return;
      this.done[i] = 1;
      this.#sure[i] = sure;
    });
    const seesIt = 2 * RADIUS + 1;
    visitAround(this.#picture, at, (i) => (this.#priorities[i] = 0), seesIt);
  }

  #confidence(at: number): number {
    let sum = 0;
    visitAround(this.#picture, at, (i) => {
      sum += this.#sure[i];
    });
    return sum / (2 * RADIUS + 1) ** 2;
  }

  /** Strength of the patch's strongest edge across the rim, 0 to 1. */
  #edge(at: number): number {
    const { width } = this.#picture;
    const inside = (i: number) => (this.done[i] ? 1 : 0);
    const normal = [inside(at + 1) - inside(at - 1), inside(at + width) - inside(at - width)];
    const length = Math.hypot(normal[0], normal[1]) || 1;
    let strongest = 0;
    let across = 0;
    visitAround(this.#picture, at, (i) => {
      if (!this.done[i] || !this.done[i + 1] || !this.done[i + width]) return;
      const [dx, dy] = [this.#light(i + 1) - this.#light(i), this.#light(i + width) - this.#light(i)];
      const strength = Math.hypot(dx, dy);
      if (strength <= strongest) return;
      strongest = strength;
      // The edge runs at a right angle to the gradient.
      across = Math.abs(-dy * normal[0] + dx * normal[1]) / length;
    });
    return across / 255;
  }

  #light(i: number): number {
    const { colours } = this.#picture;
    return (colours[i * 3] + colours[i * 3 + 1] + colours[i * 3 + 2]) / 3;
  }
}
