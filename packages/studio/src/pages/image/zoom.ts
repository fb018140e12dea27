import type { Size } from './mask.ts';

/** A picture within its pane: how much larger than fitted it is, and how far its middle is from the pane's, pixels. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** The whole picture in the middle of its pane. */
export const FITTED: View = { scale: 1, x: 0, y: 0 };

/** Greatest enlargement of a fitted picture. */
export const SCALE_MAX = 12;

/** One press of a button or key changes the scale by this factor. */
export const ZOOM_STEP = 1.4;

/** The largest size of the picture's ratio within a pane. */
export function fittedSize(picture: Size, pane: Size): Size {
  const scale = Math.min(pane.width / picture.width, pane.height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

/**
 * The view enlarged by a factor about a point, which stays in its place. `x` and `y` are the point's distance from the
 * middle of the pane in pixels; `fitted` is the size of the picture at scale 1.
 */
export function zoomedAt(view: View, factor: number, { x, y }: Point, fitted: Size, pane: Size): View {
  const scale = Math.min(SCALE_MAX, Math.max(1, view.scale * factor));
  const grown = scale / view.scale;
  return held({ scale, x: x - (x - view.x) * grown, y: y - (y - view.y) * grown }, fitted, pane);
}

/** The view moved by pixels. */
export function pannedBy(view: View, { x, y }: Point, fitted: Size, pane: Size): View {
  return held({ scale: view.scale, x: view.x + x, y: view.y + y }, fitted, pane);
}

/** A place or a way in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The view with the picture's edges outside the pane, or its middle in the pane's where it is smaller. */
function held({ scale, x, y }: View, fitted: Size, pane: Size): View {
  const hold = (value: number, size: number, room: number) => {
    const most = Math.max(0, (size * scale - room) / 2);
    return Math.min(most, Math.max(-most, value));
  };
  return { scale, x: hold(x, fitted.width, pane.width), y: hold(y, fitted.height, pane.height) };
}
