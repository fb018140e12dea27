import { type PointerEvent, type RefObject, useRef, useState } from 'react';

/** The divider between two pictures over each other, moved by a pointer. */
export interface Divider {
  /** Percent of the picture before that is shown. */
  readonly share: number;
  setShare(share: number): void;
  readonly handlers: Readonly<Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp', (event: PointerEvent) => void>>;
}

/**
 * Lets a pointer move the divider. The handle follows the pointer that grabs it. Elsewhere on the pictures a mouse
 * brings the divider to its place, and a finger moves it by the way it goes. `handleOnly`: elsewhere nothing happens.
 * `range`, the control of the keyboard, takes the focus after each drag.
 */
export function useDivider(
  initialShare: number,
  handleOnly: boolean,
  range: RefObject<HTMLInputElement | null>,
): Divider {
  const [share, setShare] = useState(initialShare);
  /** The divider's place minus the pointer's, percent; null while nothing is dragged. */
  const offset = useRef<number | null>(null);

  function placeOf({ currentTarget, clientX }: PointerEvent): number {
    const { left, width } = currentTarget.getBoundingClientRect();
    return ((clientX - left) / width) * 100;
  }
  const moveTo = (next: number) => setShare(Math.round(Math.min(100, Math.max(0, next)) * 10) / 10);
  return {
    share,
    setShare,
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0) return;
        const isHandle = event.target instanceof Element && event.target.closest('[data-handle]') !== null;
        if (!isHandle && handleOnly) return;
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        const place = placeOf(event);
        const jumps = !isHandle && event.pointerType === 'mouse';
        offset.current = jumps ? 0 : share - place;
        if (jumps) moveTo(place);
      },
      onPointerMove(event) {
        if (offset.current !== null) moveTo(placeOf(event) + offset.current);
      },
      onPointerUp() {
        if (offset.current === null) return;
        offset.current = null;
        range.current?.focus({ preventScroll: true });
      },
    },
  };
}
