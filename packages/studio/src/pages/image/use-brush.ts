import { useState } from 'react';
import { useKept } from '../../lib/use-kept.ts';
import { ERASE_ALL, isNothingLeft, type Size, type Stroke } from './mask.ts';
import type { Marks } from './use-inpaint.ts';
import type { PaneTool, Place } from './use-pane-pointers.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** Least width of the brush, in percent of the picture's longer side. */
export const WIDTH_MIN = 0.5;
/** Greatest width of the brush, in the same percent. */
export const WIDTH_MAX = 25;
/** One press of a key changes the width by this factor. */
const WIDTH_STEP = 1.25;
/** Least share of the width that is marked in full, percent. */
export const HARDNESS_MIN = 10;
/** Points of a stroke are at least so far apart, in shares of the picture at its fitted size: a mask needs no more. */
const POINT_STEP = 0.003;

/** How the brush marks; kept on this device for all pictures. */
export interface BrushSettings {
  /** Percent of the picture's longer side. */
  readonly width: number;
  /** Percent of the width that is marked in full. */
  readonly hardness: number;
  readonly erases: boolean;
}

const SETTINGS: BrushSettings = { width: 5, hardness: 100, erases: false };

/** The brush on a picture: its settings, what it has marked, and the tool that a pane hands its pointer to. */
export interface Brush {
  readonly settings: BrushSettings;
  change(part: Partial<BrushSettings>): void;
  /** The finished strokes. */
  readonly strokes: readonly Stroke[];
  /** The stroke that is being drawn. */
  readonly current: Stroke | null;
  /** Where the pointer is over the picture without being pressed. */
  readonly hover: Place | null;
  readonly isEmpty: boolean;
  /** Null where there is nothing to undo, redo or clear. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  readonly clear: (() => void) | null;
  readonly tool: PaneTool;
}

/** The brush on the marks of a picture of this size, with its keys. */
export function useBrush(
  { strokes, undone }: Marks,
  mark: (next: (now: Marks) => Partial<Marks>) => void,
  size: Size,
): Brush {
  const [settings, change] = useKept('brush', SETTINGS);
  const [current, setCurrent] = useState<Stroke | null>(null);
  const [hover, setHover] = useState<Place | null>(null);
  const isEmpty = isNothingLeft(strokes, size);
  const add = (stroke: Stroke) => mark((now) => ({ strokes: [...now.strokes, stroke], undone: [] }));
  const undo = () =>
    mark((now) => ({ strokes: now.strokes.slice(0, -1), undone: [...now.strokes.slice(-1), ...now.undone] }));
  const redo = () =>
    mark((now) => ({ strokes: [...now.strokes, ...now.undone.slice(0, 1)], undone: now.undone.slice(1) }));
  const resize = (factor: number) =>
    change(({ width }) => ({ width: Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, width * factor)) }));
  useShortcuts({
    b: () => change({ erases: false }),
    e: () => change({ erases: true }),
    '[': () => resize(1 / WIDTH_STEP),
    ']': () => resize(WIDTH_STEP),
    'ctrl+z': undo,
    'ctrl+shift+z': redo,
    'ctrl+y': redo,
  });
  const tool: PaneTool = {
    begin: (place) =>
      setCurrent({
        width: settings.width / 100,
        points: [place],
        ...(settings.hardness < 100 && { hardness: settings.hardness / 100 }),
        ...(settings.erases && { erases: true }),
      }),
    move: ([x, y]) =>
      setCurrent((now) => {
        const [lastX, lastY] = now?.points.at(-1) ?? [x, y];
        return now && Math.hypot(x - lastX, y - lastY) >= Math.min(POINT_STEP, now.width / 4)
          ? { ...now, points: [...now.points, [x, y]] }
          : now;
      }),
    end() {
      if (current) add(current);
      setCurrent(null);
    },
    cancel: () => setCurrent(null),
    hover: setHover,
  };
  return {
    settings,
    change,
    strokes,
    current,
    hover,
    isEmpty,
    undo: strokes.length > 0 ? undo : null,
    redo: undone.length > 0 ? redo : null,
    clear: isEmpty ? null : () => add(ERASE_ALL),
    tool,
  };
}
