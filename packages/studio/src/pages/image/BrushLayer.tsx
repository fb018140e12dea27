import { useEffect, useRef } from 'react';
import styles from './BrushLayer.module.css';
import { drawStrokes, PAINT_SIDE_PIXELS, type Size, within } from './mask.ts';
import type { Brush } from './use-brush.ts';

/** The marks over a picture, and the tip of the brush. */
export function BrushLayer({ brush, picture }: { readonly brush: Brush; readonly picture: Size }) {
  const { strokes, current, hover, settings, isEmpty } = brush;
  const canvas = useRef<HTMLCanvasElement>(null);
  /** The finished strokes: each is drawn once, however many there are. */
  const finished = useRef<HTMLCanvasElement>(null);
  // Of the canvas, not of the picture: that may be larger than a browser can draw.
  const { width, height } = within(picture, PAINT_SIDE_PIXELS);

  useEffect(() => {
    const base = document.createElement('canvas');
    base.width = width;
    base.height = height;
    const context = base.getContext('2d');
    if (context && canvas.current) context.strokeStyle = getComputedStyle(canvas.current).color;
    if (context) drawStrokes(context, strokes, { width, height });
    finished.current = base;
  }, [strokes, width, height]);
  // After the effect before: it draws the finished strokes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: finished strokes are another reason to draw.
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !finished.current) return;
    context.clearRect(0, 0, width, height);
    context.drawImage(finished.current, 0, 0);
    context.strokeStyle = getComputedStyle(context.canvas).color;
    if (current) drawStrokes(context, [current], { width, height });
  }, [strokes, current, width, height]);

  const diameter = (settings.width / 100) * Math.max(picture.width, picture.height);
  return (
    <>
      <canvas
        ref={canvas}
        className={styles.marks}
        width={width}
        height={height}
        role="img"
        aria-label={isEmpty ? 'Nothing is marked' : 'The marked part'}
      />
      {hover && (
        <span
          className={styles.tip}
          data-erases={settings.erases || undefined}
          style={{
            insetInlineStart: `${hover[0] * 100}%`,
            insetBlockStart: `${hover[1] * 100}%`,
            inlineSize: `${(diameter / picture.width) * 100}%`,
            blockSize: `${(diameter / picture.height) * 100}%`,
          }}
        />
      )}
    </>
  );
}
