import type { Point } from '../../../pixels/raster.ts';
import type { ArmPlace } from './arm-place.ts';
import type { BodyModel } from './body-model.ts';
import type { LegPlace } from './leg-shape.ts';
import type { Side } from './side.ts';

/** Share of the torso below which skin that is not an arm's or a hand's is a leg's. */
export const LEGS_FROM = 0.9;

/** The measures of a body that places need. */
export type Measures = Pick<BodyModel, 'torsoPlace' | 'halfWidth' | 'arm' | 'leg'>;

/** The place of a point on a body. Each measure is taken once, when it is first asked for. */
export class BodyPlace {
  readonly point: Point;
  /** Share along the torso, 0 shoulders to 1 hips. */
  readonly share: number;
  /** Distance to the right of the torso's axis, in pixels of the analysed person. */
  readonly offset: number;
  /** The side of the axis. */
  readonly side: Side;
  readonly #body: Measures;
  #arms: readonly ArmPlace[] | null = null;
  #leg: LegPlace | null = null;

  constructor(body: Measures, point: Point) {
    this.#body = body;
    this.point = point;
    const { share, offset } = body.torsoPlace(point);
    this.share = share;
    this.offset = offset;
    this.side = offset > 0 ? 1 : 0;
  }

  /** Distance from the torso's axis in half widths of the body there: 1 is its side. */
  get aside(): number {
    return Math.abs(this.offset) / this.#body.halfWidth(this.share, this.side);
  }

  /** The place on both arms, left first. */
  get arms(): readonly ArmPlace[] {
    this.#arms ??= [this.#body.arm(this.point, 0), this.#body.arm(this.point, 1)];
    return this.#arms;
  }

  /** The side of the nearer arm. */
  get nearestArm(): Side {
    return this.arms[0].radii < this.arms[1].radii ? 0 : 1;
  }

  /** Distance from the nearer arm in its radii. */
  get armRadii(): number {
    return this.arms[this.nearestArm].radii;
  }

  /** Distance from the nearer hand in its radii. */
  get handRadii(): number {
    return Math.min(this.arms[0].hand, this.arms[1].hand);
  }

  /** The place on the nearest leg or foot. */
  get leg(): LegPlace {
    this.#leg ??= this.#body.leg(this.point);
    return this.#leg;
  }
}
