import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { isTaken } from './use-shortcuts.ts';
import type { Zoom } from './use-zoom.ts';
import type { Point } from './zoom.ts';

/** A tool that works on the picture of a pane. Places are shares of the picture, 0–1 across and down within it. */
export interface PaneTool {
  begin(place: Place): void;
  move(place: Place): void;
  end(): void;
  /** What was begun does not count: a second finger came. */
  cancel(): void;
  /** A pointer that is not pressed is over the pane, or has left it. */
  hover(place: Place | null): void;
}

/** Shares of a picture's width and height. */
export type Place = readonly [x: number, y: number];

type Mode = 'none' | 'tool' | 'pan' | 'pinch';

/** Sends what pointers do on a pane to its tool or to its zoom. */
export function usePanePointers(
  pane: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  zoom: Zoom,
  tool: PaneTool | null,
) {
  const pointers = useRef(new Map<number, Point>());
  const mode = useRef<Mode>('none');
  const [isPanning, setIsPanning] = useState(false);
  const isSpaceHeld = useSpace();
  const enter = (next: Mode) => {
    mode.current = next;
    setIsPanning(next === 'pan');
  };
  function begin(event: PointerEvent) {
    const isOnPane = event.target instanceof Element && !event.target.closest('fieldset, button, [data-handle]');
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.current.size === 2) {
      if (mode.current === 'tool') tool?.cancel();
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      return enter('pinch');
    }
    if (!isOnPane) return;
    const pans = event.button === 1 || (event.button === 0 && (isSpaceHeld.current || (!tool && zoom.view.scale > 1)));
    const place = placeOf(content.current, event);
    if (!pans && (event.button !== 0 || !tool || !place)) return;
    // The middle button would begin to scroll.
    if (event.button === 1) event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    enter(pans ? 'pan' : 'tool');
    if (!pans && place) tool?.begin(place);
  }
  function move(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId);
    const place = placeOf(content.current, event);
    if (event.pointerType !== 'touch') tool?.hover(place);
    if (!before) return;
    const old = spreadOf(pane.current, pointers.current);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (mode.current === 'tool' && place) tool?.move(place);
    else if (mode.current === 'pan') zoom.panBy({ x: event.clientX - before.x, y: event.clientY - before.y });
    else if (mode.current === 'pinch' && pointers.current.size === 2) {
      event.stopPropagation();
      const { middle, apart } = spreadOf(pane.current, pointers.current);
      zoom.panBy({ x: middle.x - old.middle.x, y: middle.y - old.middle.y });
      if (old.apart > 0) zoom.zoomAt(apart / old.apart, middle);
    }
  }
  function end({ type, pointerId }: PointerEvent) {
    pointers.current.delete(pointerId);
    if (mode.current === 'tool' && type === 'pointercancel') tool?.cancel();
    else if (mode.current === 'tool') tool?.end();
    // After a pinch, the finger that is left does nothing.
    if (mode.current !== 'pinch' || pointers.current.size === 0) enter('none');
  }
  return {
    isPanning,
    handlers: {
      onPointerDownCapture: begin,
      onPointerMoveCapture: move,
      onPointerUp: end,
      onPointerCancel: end,
      onPointerLeave: () => tool?.hover(null),
    },
  };
}

/** The place of a pointer on the picture; null while there is none. */
function placeOf(picture: Element | null, { clientX, clientY }: PointerEvent): Place | null {
  const box = picture?.getBoundingClientRect();
  return box ? [(clientX - box.left) / box.width, (clientY - box.top) / box.height] : null;
}

/** The middle of two pointers, from the middle of the pane, and how far they are apart; pixels. */
function spreadOf(pane: Element | null, pointers: ReadonlyMap<number, Point>) {
  const { left = 0, top = 0, width = 0, height = 0 } = pane?.getBoundingClientRect() ?? {};
  const [a = { x: 0, y: 0 }, b = a] = [...pointers.values()];
  return {
    middle: { x: (a.x + b.x) / 2 - left - width / 2, y: (a.y + b.y) / 2 - top - height / 2 },
    apart: Math.hypot(a.x - b.x, a.y - b.y),
  };
}

/** Whether Space is held: a drag then moves the picture. */
function useSpace(): RefObject<boolean> {
  const isHeld = useRef(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== ' ' || isTaken(event)) return;
      // The page would scroll.
      event.preventDefault();
      isHeld.current = true;
    };
    const release = () => {
      isHeld.current = false;
    };
    window.addEventListener('keydown', press);
    window.addEventListener('keyup', release);
    window.addEventListener('blur', release);
    return () => {
      window.removeEventListener('keydown', press);
      window.removeEventListener('keyup', release);
      window.removeEventListener('blur', release);
    };
  }, []);
  return isHeld;
}
