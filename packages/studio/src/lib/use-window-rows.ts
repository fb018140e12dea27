import { type RefObject, useLayoutEffect, useState } from 'react';

/** Rows that are kept above and below the window, so that scrolling meets them ready. */
const SPARE_ROWS = 3;

/** Pixels of scrolling after which the rows are looked at again. */
const STEP_PIXELS = 128;

/** The shape of a grid of equal tiles, and the rows of it that are near the window. */
export interface WindowRows {
  readonly columns: number;
  /** Pixels from one row to the next. */
  readonly rowHeight: number;
  /** First row that is near, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Scrolls the row of a tile into the window, if it is outside. */
  reveal(index: number): void;
}

/** The tiles of a grid. */
export interface TileShape {
  /** Pixels: the narrowest tile, and the space between two. */
  readonly width: number;
  readonly gap: number;
  /** Height of the picture over its width. */
  readonly ratio: number;
  /** Pixels below the picture. */
  readonly caption: number;
}

/**
 * Which rows of a grid to draw: only those near the window, however many there are. The element has the height of the
 * whole grid, so the page scrolls as if all were there. `shape` is a constant of the caller's module.
 */
export function useWindowRows(grid: RefObject<HTMLElement | null>, count: number, shape: TileShape): WindowRows {
  const [width, setWidth] = useState(0);
  const [seen, setSeen] = useState({ top: 0, height: 900 });
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const look = () => {
      const top = Math.floor(-element.getBoundingClientRect().top / STEP_PIXELS) * STEP_PIXELS;
      const height = window.innerHeight + STEP_PIXELS;
      setSeen((now) => (now.top === top && now.height === height ? now : { top, height }));
    };
    const watcher = new ResizeObserver(([entry]) => {
      setWidth(entry?.contentRect.width ?? 0);
      look();
    });
    watcher.observe(element);
    setWidth(element.clientWidth);
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      watcher.disconnect();
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [grid]);

  const { gap, ratio, caption } = shape;
  const columns = Math.max(2, Math.floor((width + gap) / (shape.width + gap)));
  const tileWidth = (width - gap * (columns - 1)) / columns;
  const rowHeight = Math.max(1, tileWidth * ratio + caption + gap);
  const rows = Math.ceil(count / columns);
  const from = Math.min(rows, Math.max(0, Math.floor(seen.top / rowHeight) - SPARE_ROWS));
  const to = Math.min(rows, Math.ceil((seen.top + seen.height) / rowHeight) + SPARE_ROWS);
  return {
    columns,
    rowHeight,
    from,
    to: Math.max(from, to),
    reveal(index) {
      const top = grid.current?.getBoundingClientRect().top;
      if (top === undefined) return;
      const rowTop = top + Math.floor(index / columns) * rowHeight;
      const [first, last] = [BAR_PIXELS, window.innerHeight - BAR_PIXELS - rowHeight];
      if (rowTop < first) window.scrollBy(0, rowTop - first);
      else if (rowTop > last) window.scrollBy(0, rowTop - Math.max(first, last));
    },
  };
}

/** Pixels of the bars that lie over the page at its head and foot. */
const BAR_PIXELS = 80;
