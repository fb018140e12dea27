import type { GarmentAnalysis, GarmentLandmark } from '../../../analysis.ts';
import { add, distance, dot, mix, subtract, unit } from '../../../pixels/geometry.ts';
import type { Point } from '../../../pixels/raster.ts';

/**
 * A garment photo's own coordinates: down from the middle of the neck or waistband, and across. Pixels of the photo.
 */
export type GarmentFrame = Readonly<ReturnType<typeof garmentFrame>>;

/** Search range for an edge of cloth, in distances of the expected point from the middle. */
const LOOK_FROM = 0.55;
const LOOK_TO = 1.35;

/** The frame from the middle of one pair of landmarks to the middle of another. */
export function garmentFrame<Name extends GarmentLandmark>(
  { alpha, landmarks }: Pick<GarmentAnalysis, 'alpha'> & { readonly landmarks: Readonly<Record<Name, Point>> },
  top: readonly [Name, Name],
  bottom: readonly [Name, Name],
) {
  const origin = mix(landmarks[top[0]], landmarks[top[1]], 0.5);
  const end = mix(landmarks[bottom[0]], landmarks[bottom[1]], 0.5);
  const down = distance(origin, end) > 1 ? unit(subtract(end, origin)) : { x: 0, y: 1 };
  const across = { x: down.y, y: -down.x };
  return {
    origin,
    down,
    across,
    along: (p: Point) => dot(subtract(p, origin), down),
    aside: (p: Point) => dot(subtract(p, origin), across),
    place: (along: number, aside: number) => add(add(origin, down, along), across, aside),
    /** True if the cut-out has cloth at the point. */
    isCloth: ({ x, y }: Point) => {
      const px = Math.floor(x);
      const py = Math.floor(y);
      return px >= 0 && py >= 0 && px < alpha.width && py < alpha.height && alpha.data[py * alpha.width + px] > 0.5;
    },
  };
}

/**
 * The place where cloth ends on the line from its middle through an expected point, in pixels of the photo. That is the
 * start of the search range if cloth ends before it. Returns the expected point if no cloth ends near it. `farther`
 * extends the search, in pixels.
 */
export function edgeBeyond(frame: GarmentFrame, middle: Point, believed: Point, farther = 0): Point {
  const half = distance(middle, believed);
  const direction = unit(subtract(believed, middle));
  const isCloth = (step: number) => frame.isCloth(add(middle, direction, step));
  let metCloth = false;
  for (let step = half * LOOK_FROM; step >= 0; step--) metCloth ||= isCloth(step);
  for (let step = half * LOOK_FROM; step < half * LOOK_TO + farther; step++) {
    if (isCloth(step)) metCloth = true;
    else if (metCloth && !isCloth(step + 2)) return add(middle, direction, step);
  }
  return believed;
}

/**
 * Width of the cloth that continues without a gap to both sides of the middle line, in pixels of the photo; 0 at a gap.
 */
export function clothWidth(frame: Pick<GarmentFrame, 'place' | 'isCloth'>, along: number): number {
  const reach = (sign: number) => {
    let aside = 0;
    while (frame.isCloth(frame.place(along, sign * aside))) aside++;
    return aside;
  };
  return reach(-1) + reach(1);
}

/** The lowest cloth straight above or below a point; the point if none is within reach. */
export function lowestCloth(frame: GarmentFrame, p: Point, reach: number): Point {
  for (let step = reach; step > -reach; step--) {
    const place = add(p, frame.down, step);
    if (frame.isCloth(place)) return place;
  }
  return p;
}

/** Greatest distance of the upper edge of cloth from a straight line between two places, as a share of its length. */
const BOW = 0.3;

/**
 * The upper edge of the cloth at a share of the way between two places. Returns the place on the straight line if no
 * edge is near, as within a hood.
 */
export function edgeAbove(frame: GarmentFrame, from: Point, to: Point, share: number): Point {
  const straight = mix(from, to, share);
  const [along, aside] = [frame.along(straight), frame.aside(straight)];
  const reach = BOW * distance(from, to);
  if (frame.isCloth(frame.place(along - reach, aside))) return straight;
  for (let step = 1 - reach; step < reach; step++) {
    const place = frame.place(along + step, aside);
    if (frame.isCloth(place)) return place;
  }
  return straight;
}

/** The front of an open neckline from left to right, as [aside, along]; empty for a closed one. */
export function neckKnots(neckline: GarmentAnalysis['neckline'], frame: GarmentFrame): (readonly [number, number])[] {
  const edge = neckline && !neckline.closed ? neckline.edge : [];
  return edge.map((p) => [frame.aside(p), frame.along(p)] as const).sort((a, b) => a[0] - b[0]);
}
