import { clamp, smoothstep } from '../../pixels/geometry.ts';
import type { Point } from '../../pixels/raster.ts';

/** The position of the camera at a moment, relative to the picture. */
export interface CameraPose {
  /** Enlargement of the background, 1 or more. */
  readonly zoom: number;
  /** Shift as shares of width and height, positive to the right and down. */
  readonly x: number;
  readonly y: number;
}

/** A move of the camera over a film; `at` runs from 0 to 1. */
export type CameraMove = (at: number) => CameraPose;

/** Enlargement at the nearest point of a move, and half the length of a pan, as shares. */
const PUSH = 0.14;
const PAN = 0.045;
const PAN_ZOOM = 1.11;

/** Starts and ends softly. */
const eased = (at: number) => smoothstep(0, 1, at);

/** A pan by shares of width and height, from one side of the middle to the other. */
const pan =
  (x: number, y: number): CameraMove =>
  (at) => ({ zoom: PAN_ZOOM, x: x * PAN * (2 * eased(at) - 1), y: y * PAN * (2 * eased(at) - 1) });

/** Once around the subject. */
const orbit: CameraMove = (at) => ({
  zoom: PAN_ZOOM,
  x: PAN * Math.sin(2 * Math.PI * at),
  y: 0.2 * PAN * (1 - Math.cos(2 * Math.PI * at)),
});

/** The moves by the words for them; the first match counts. */
const MOVES: readonly (readonly [RegExp, CameraMove])[] = [
  [/\b(zoom(s|ing)? out|pull(s|ing)? (out|back)|reveal)/, (at) => ({ zoom: 1 + PUSH * (1 - eased(at)), x: 0, y: 0 })],
  [/\bleft(wards?)?\b/, pan(-1, 0)],
  [/\bright(wards?)?\b/, pan(1, 0)],
  [/\b(tilt(s|ing)? up|upwards?|pan(s|ning)? up)\b/, pan(0, -1)],
  [/\b(tilt(s|ing)? down|downwards?|pan(s|ning)? down)\b/, pan(0, 1)],
  [/\b(orbit|circle|around|parallax|3d)\b/, orbit],
];

/** Slowly towards the subject: the move of a film without another instruction. */
const PUSH_IN: CameraMove = (at) => ({ zoom: 1 + PUSH * eased(at), x: 0, y: -0.01 * eased(at) });

/** The move, undone over the second half of the film, so that it ends on the unchanged picture. */
export function returning(move: CameraMove): CameraMove {
  return (at) => {
    const { zoom, x, y } = move(at);
    const kept = 1 - eased(Math.max(0, 2 * at - 1));
    return { zoom: 1 + (zoom - 1) * kept, x: x * kept, y: y * kept };
  };
}

/** Words about the camera in any clause, and a direction alone. */
const CAMERA_WORDS =
  /\b(camera|zoom(s|ing|ed)?|push(es|ing)?|pull(s|ing)?|pan(s|ning)?|tilt(s|ing)?|orbit(s|ing)?|dolly|track(s|ing)?|parallax|3d|slow(ly)?|circl(e|es|ing)|reveal)\b|^(to the )?(left|right|up|down|around)(wards?)?$/i;

/** The clauses of a prompt for a film. */
export function clausesOfFilm(prompt: string): string[] {
  return prompt
    .split(/[,;.\n]|\b(?:and|then|while)\b/)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
}

/** True for a clause of a prompt that is about the camera. */
export function isAboutCamera(clause: string): boolean {
  return CAMERA_WORDS.test(clause);
}

/** Content of every film: a draught in cloth and hair. */
const DRAUGHT_WORDS = /\b(breez[ey]|wind|windy|draught|flutter(s|ing)?|sway(s|ing)?|flow(s|ing)?|ripples?|rippling)\b/i;

/** True for a clause of a prompt that the film follows. */
export function isFilmed(clause: string): boolean {
  return isAboutCamera(clause) || DRAUGHT_WORDS.test(clause);
}

/** The move that a prompt names, or a slow push in. A move of the subject, as in "she looks left", does not count. */
export function cameraMove(prompt: string): CameraMove {
  const text = clausesOfFilm(prompt).filter(isAboutCamera).join(', ').toLowerCase();
  return MOVES.find(([words]) => words.test(text))?.[1] ?? PUSH_IN;
}

/** Sampled moments of a move. */
const MOMENTS = 32;

/** The fixed point of a move, as shares: as near to the wanted one as keeps the camera within the picture. */
export function pivotFor(move: CameraMove, wanted: Point): Point {
  const moments = Array.from({ length: MOMENTS + 1 }, (_, moment) => move(moment / MOMENTS));
  const poses = moments.filter(({ zoom }) => zoom > 1);
  const within = (axis: 'x' | 'y') => {
    const shifts = poses.map((one) => one[axis] / (one.zoom - 1));
    return clamp(
      wanted[axis],
      Math.max(0, ...shifts.map((shift) => -shift)),
      Math.min(1, ...shifts.map((shift) => 1 - shift)),
    );
  };
  return { x: within('x'), y: within('y') };
}
