import { length, subtract, type Vector } from '../maths/vector.ts';
import { ball, blend, bounded, ellipsoid, type Field, rod, smoothMin, symmetric } from '../shapes/field.ts';
import { type LoftShape, loft } from '../shapes/loft.ts';
import { type Placement, placement } from '../shapes/placement.ts';
import type { Figure, Section } from './figure.ts';
import { handField } from './hand.ts';
import { headField, sculptedHead } from './head.ts';

/** Loft shape of a limb between two joints; `grow` widens every section. */
export function limbShape(from: Vector, to: Vector, sections: readonly Section[], grow = 0): LoftShape {
  return {
    start: from,
    end: to,
    facing: [0, 0, 1],
    stations: sections.map((section) => ({
      at: section.level,
      front: section.front + grow,
      back: section.back + grow,
      right: (section.inner ?? section.side) + grow,
      left: section.side + grow,
    })),
  };
}

/** Loft shape of a trunk, its sections given by height; `grow` widens every section. */
export function trunkShape(sections: readonly Section[], grow = 0): LoftShape {
  const top = Math.max(...sections.map((section) => section.level));
  const bottom = Math.min(...sections.map((section) => section.level));
  return {
    start: [0, top, 0],
    end: [0, bottom, 0],
    facing: [0, 0, 1],
    squareness: 2.25,
    stations: sections.map((s) => ({
      at: top - s.level,
      front: s.front + grow,
      back: s.back + grow,
      right: s.side + grow,
    })),
  };
}

/** The solids a person is made of, in scene coordinates. */
export interface Anatomy {
  readonly head: Field;
  readonly headPlacement: Placement;
  /** Trunk and neck. */
  readonly trunk: Field;
  /** Arms from the shoulders down to the wrists. */
  readonly arms: Field;
  /** Trunk, neck and arms, under a top. */
  readonly torso: Field;
  /** Torso with the hands. */
  readonly upper: Field;
  /** Trunk and legs, under trousers. */
  readonly lower: Field;
  /** Everything. */
  readonly whole: Field;
}

/** Neck from the pit of the throat up into the skull, with the two tendons that frame the throat. */
function neckField(figure: Figure, head: Placement): Field {
  const [bx, by, bz] = figure.neck.base;
  const r = figure.neck.radius;
  const nape = head.toScene([0, 6.5, -2.6]);
  const column = rod([bx, by, bz], nape, r * 1.1, r * 0.97);
  const throat = rod([0, by + 1, bz + 3.4], head.toScene([0, 3.2, 3.4]), r * 0.55, r * 0.6);
  // Hair hides where a tendon ends. A mannequin has none: each ends inside its skull, however the head is turned.
  const tendon = figure.head.sculpted
    ? blend(0.1, ...[-1, 1].map((x) => rod([1.6 * x, by + 1.2, bz + 6.2], head.toScene([4.2 * x, 8, -1.6]), 0.75, 1)))
    : symmetric(rod([1.6, by + 1.2, bz + 6.2], [5.4, by + 13.5, -1.6], 0.75, 1.2));
  const trapezius = symmetric(
    rod([0.8, by + 5.5, bz - 2], [12.5, by - 2.2, bz - 0.4], figure.neck.slope, figure.neck.slope + 0.7),
  );
  return blend(1.6, column, throat, tendon, blend(3, trapezius, column));
}

/** Arms and shoulders from the joints of the figure. */
function armField(figure: Figure): Field {
  const { shoulder, elbow, wrist } = figure;
  const deltoid = ball([shoulder[0] - 0.2, shoulder[1] - 0.6, shoulder[2]], figure.shoulderRadius);
  const upper = loft(limbShape(shoulder, elbow, figure.upperArm));
  const lower = loft(limbShape(elbow, wrist, figure.foreArm));
  return symmetric(blend(1.8, deltoid, upper, lower));
}

/** Thigh, calf and a kneecap. */
function legField(figure: Figure): Field {
  const thigh = loft(limbShape(figure.hip, figure.knee, figure.thigh));
  const calf = loft(limbShape(figure.knee, figure.ankle, figure.calf));
  return symmetric(blend(2.5, thigh, calf));
}

/** Trunk with chest, collar bones and shoulder blades. */
function trunkField(figure: Figure): Field {
  const trunk = loft(trunkShape(figure.trunk));
  const base = figure.neck.base;
  const collarBone = symmetric(
    rod([2, base[1] + 0.8, base[2] + 7.3], [figure.shoulder[0] - 2, base[1] + 1.6, 2.2], 0.7, 0.8),
  );
  const body = blend(2, trunk, collarBone);
  if (!figure.breast) return body;
  const breast = symmetric(ellipsoid(figure.breast.centre, figure.breast.radii));
  return (x, y, z) => smoothMin(body(x, y, z), breast(x, y, z), 3.5);
}

/** Builds the solids of a figure. */
export function anatomy(figure: Figure): Anatomy {
  const headPlacement = placement(figure.head.origin, figure.head.turn, figure.head.size);
  const localHead = headPlacement.solid((figure.head.sculpted ? sculptedHead : headField)(figure.head.face));
  const neck = neckField(figure, headPlacement);
  const head: Field = (x, y, z) => smoothMin(localHead(x, y, z), neck(x, y, z), 1.6);
  const trunk = blend(3.5, trunkField(figure), neck);
  const arms = armField(figure);
  const torso = blend(3.2, trunk, arms);
  const handPlacement = placement(figure.wrist, figure.hand.turn, figure.hand.size);
  const hands = symmetric(handPlacement.solid(handField()));
  const lower = blend(3, trunk, legField(figure));
  const reach = length(subtract(figure.head.origin, figure.neck.base)) + 24;
  const boundedHead = bounded(head, figure.head.origin, reach);
  const upper = blend(1.6, torso, hands);
  return {
    head,
    headPlacement,
    trunk,
    arms,
    torso,
    upper,
    lower,
    whole: (x, y, z) => Math.min(upper(x, y, z), lower(x, y, z), boundedHead(x, y, z)),
  };
}
