import type { Size } from '../../pixels/raster.ts';

/** Places and surfaces that the engine paints. */
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

/** sRGB, 0 to 255, not always whole numbers. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The requirements of a backdrop. */
export interface Stage extends Size {
  /**
   * Row of the soles of a person on the floor. Null if the picture does not show them; the backdrop then has no floor.
   */
  readonly soles: number | null;
  /** The requested colour; null for the usual one. Outdoor places have their own colours. */
  readonly tint: Rgb | null;
}
