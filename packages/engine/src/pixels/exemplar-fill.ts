import { checkpoint } from '../checkpoint.ts';
import { type PatchLevel, RADIUS, visitAround } from './patch-level.ts';

/** A small picture with a hole. */
export type Unfinished = Pick<PatchLevel, 'width' | 'height' | 'colours' | 'known' | 'hole' | 'centre'>;

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
 * Fills the hole patch by patch with the most similar known patch, beginning at edges that run into the hole
 * (Criminisi, Pérez & Toyama 2004). Compares each patch with all others, so it suits holes of some thousand pixels.
 *
 * Writes the colours, and the index of its source pixel for each pixel of the hole. The index is below 0 before. A
 * pixel without known surroundings keeps both. `placeCost` is the cost of a patch by its distance in pixels.
 */
export function exemplarFill(
  picture: Unfinished,
  placeCost: (across: number, down: number) => number,
  taken: Int32Array,
): void {
  const front = new Front(picture);
  const { width, colours, hole } = picture;
  for (let at = front.next(); at !== null; at = front.next()) {
    checkpoint();
    const beside = [-RADIUS, RADIUS, -RADIUS * width, RADIUS * width].flatMap((offset) =>
      taken[at + offset] >= 0 ? [taken[at + offset] - offset] : [],
    );
    const from = likeliest(picture, templateAt(picture, front.done, at), at, beside, placeCost);
    visitAround(picture, at, (to) => {
      if (!hole[to] || front.done[to]) return;
      const source = from + to - at;
      for (let c = 0; c < 3; c++) colours[to * 3 + c] = colours[source * 3 + c];
      taken[to] = source;
    });
    front.fill(at);
  }
}

/** The compared part of a patch: the offset of each pixel from the middle, and its weight. */
interface Template {
  readonly offsets: Int32Array;
  readonly weights: Float32Array;
}

function templateAt(picture: Unfinished, done: Uint8Array, at: number): Template {
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
function likeliest(
  { width, height, colours, centre }: Unfinished,
  { offsets, weights }: Template,
  at: number,
  beside: readonly number[],
  placeCost: (across: number, down: number) => number,
): number {
  const x = at % width;
  const y = (at - x) / width;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  const attempt = (candidate: number) => {
    if (!centre[candidate]) return;
    const column = candidate % width;
    let cost = placeCost(column - x, (candidate - column) / width - y);
    for (let k = 0; k < offsets.length && cost < least; k++) {
      const p = (at + offsets[k]) * 3;
      const q = (candidate + offsets[k]) * 3;
      const red = colours[p] - colours[q];
      const green = colours[p + 1] - colours[q + 1];
      const blue = colours[p + 2] - colours[q + 2];
      cost += (red * red + green * green + blue * blue) * weights[k];
    }
    if (cost >= least) return;
    least = cost;
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
    let most = -1;
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
      if (this.#priorities[i] > most) [best, most] = [i, this.#priorities[i]];
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
