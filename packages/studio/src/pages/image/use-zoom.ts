import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Size } from './mask.ts';
import { FITTED, fittedSize, type Point, pannedBy, type View, zoomedAt } from './zoom.ts';

/** The view of a pane on its picture, and the ways to change it. Points are pixels from the middle of the pane. */
export interface Zoom {
  readonly view: View;
  /** Size of the picture at scale 1, pixels; null until picture and pane are known. */
  readonly fitted: Size | null;
  zoomAt(factor: number, point: Point): void;
  panBy(way: Point): void;
  fit(): void;
}

/** Wheels report this many pixels for one notch; it changes the scale by about a quarter. */
const NOTCH_PIXELS = 100;
const NOTCH_FACTOR = 1.25;

/** Keeps the view of a pane, and changes it by the wheel. A wheel that would make a fitted picture smaller scrolls. */
export function useZoom(pane: RefObject<HTMLElement | null>, size: Size | null): Zoom {
  const [room, setRoom] = useState<Size | null>(null);
  const [view, setView] = useState<View>(FITTED);
  const fitted = size && room && fittedSize(size, room);

  useLayoutEffect(() => {
    const own = pane.current;
    if (!own) return;
    const measure = () => setRoom({ width: own.clientWidth, height: own.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(own);
    return () => observer.disconnect();
  }, [pane]);

  const known = useRef({ fitted, room });
  useLayoutEffect(() => {
    known.current = { fitted, room };
  });
  const change = useCallback((next: (view: View, fitted: Size, room: Size) => View) => {
    const { fitted: own, room: place } = known.current;
    if (own && place) setView((now) => next(now, own, place));
  }, []);
  const zoomAt = useCallback<Zoom['zoomAt']>(
    (factor, point) => change((now, own, place) => zoomedAt(now, factor, point, own, place)),
    [change],
  );
  const panBy = useCallback<Zoom['panBy']>(
    (way) => change((now, own, place) => pannedBy(now, way, own, place)),
    [change],
  );

  const isFitted = view.scale === 1;
  useEffect(() => {
    const own = pane.current;
    // React listens passively, and a passive listener cannot keep the page from scrolling.
    const turn = (event: WheelEvent) => {
      if (isFitted && event.deltaY > 0 && !event.ctrlKey) return;
      event.preventDefault();
      const { left, top, width, height } = (own ?? document.body).getBoundingClientRect();
      const point = { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
      // Trackpads report a pinch as a wheel with Ctrl, in small steps.
      zoomAt(NOTCH_FACTOR ** ((-event.deltaY / NOTCH_PIXELS) * (event.ctrlKey ? 4 : 1)), point);
    };
    own?.addEventListener('wheel', turn, { passive: false });
    return () => own?.removeEventListener('wheel', turn);
  }, [pane, zoomAt, isFitted]);

  return { view, fitted, zoomAt, panBy, fit: useCallback(() => setView(FITTED), []) };
}
