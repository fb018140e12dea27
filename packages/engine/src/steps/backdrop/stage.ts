import type { Size } from '../../pixels/raster.ts';

/** Places and surfaces the engine paints by itself. */
export type Backdrop =
  | 'studio'
  | 'gradient'
  | 'wall'
  | 'concrete'
  | 'brick'
  | 'wood floor'
  | 'window light'
  | 'greenery'
  | 'beach'
  | 'city lights'
  | 'sky';

/** sRGB bytes, which may be fractions between steps. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** What a backdrop is painted for. */
export interface Stage extends Size {
  /** Row of the soles of a person on the floor; null if the picture does not show them, and then there is no floor. */
  readonly soles: number | null;
  /** The colour asked for; null for the usual one. Places outdoors have colours of their own. */
  readonly tint: Rgb | null;
}
