import { type ReactNode, useRef } from 'react';
import { Button } from '../../components/Button.tsx';
import type { Size } from './mask.ts';
import { type PaneTool, usePanePointers } from './use-pane-pointers.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useZoom } from './use-zoom.ts';
import styles from './ZoomPane.module.css';
import { ZOOM_STEP } from './zoom.ts';

/**
 * A picture in a pane. Wheel, pinch, keys and buttons zoom it. Two fingers, the middle button, a drag with Space and
 * the arrow keys move it. With a tool, one finger and the main button are the tool's.
 */
export function ZoomPane({
  size,
  tool = null,
  overlay,
  children,
}: {
  /** Size of the picture in pixels; null while it is unknown. */
  readonly size: Size | null;
  readonly tool?: PaneTool | null;
  /** Lies over the pane, and does not grow with the picture. */
  readonly overlay?: ReactNode;
  /** The picture, which fills its place. The scale is 1 where it is fitted. */
  readonly children: (scale: number) => ReactNode;
}) {
  const pane = useRef<HTMLDivElement>(null);
  const zoom = useZoom(pane, size);
  const { view, fitted } = zoom;
  const content = useRef<HTMLDivElement>(null);
  const { handlers, isPanning } = usePanePointers(pane, content, zoom, tool);
  const step = (factor: number) => zoom.zoomAt(factor, { x: 0, y: 0 });
  const larger = () => step(ZOOM_STEP);
  const smaller = () => step(1 / ZOOM_STEP);
  useShortcuts({
    '+': larger,
    '=': larger,
    '-': smaller,
    '0': zoom.fit,
    ...(view.scale > 1 ? arrows(zoom.panBy) : {}),
  });
  return (
    <div
      ref={pane}
      className={styles.pane}
      data-zoomed={view.scale > 1 || undefined}
      data-paints={tool !== null || undefined}
      data-panning={isPanning || undefined}
      {...handlers}
    >
      {fitted && (
        <div
          ref={content}
          className={styles.content}
          style={{
            inlineSize: fitted.width * view.scale,
            blockSize: fitted.height * view.scale,
            translate: `calc(-50% + ${view.x}px) calc(-50% + ${view.y}px)`,
          }}
        >
          {children(view.scale)}
        </div>
      )}
      {overlay}
      <fieldset className={styles.zoom} aria-label="Zoom">
        <Button kind="quiet" size="small" icon="minus" iconOnly disabled={view.scale <= 1} onClick={smaller}>
          Zoom out
        </Button>
        <span className={styles.scale}>{`${Math.round(view.scale * 100)} %`}</span>
        <Button kind="quiet" size="small" icon="plus" iconOnly onClick={larger}>
          Zoom in
        </Button>
        <Button kind="quiet" size="small" icon="fit" iconOnly disabled={view.scale <= 1} onClick={zoom.fit}>
          Show the whole image
        </Button>
      </fieldset>
    </div>
  );
}

/** Pixels that an arrow key moves the picture by. */
const ARROW_STEP = 60;

function arrows(panBy: (way: { readonly x: number; readonly y: number }) => void) {
  return {
    arrowleft: () => panBy({ x: ARROW_STEP, y: 0 }),
    arrowright: () => panBy({ x: -ARROW_STEP, y: 0 }),
    arrowup: () => panBy({ x: 0, y: ARROW_STEP }),
    arrowdown: () => panBy({ x: 0, y: -ARROW_STEP }),
  };
}
