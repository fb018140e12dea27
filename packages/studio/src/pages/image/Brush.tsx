import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import styles from './Brush.module.css';
import { drawStrokes, PAINT_SIDE_PIXELS, type Size, type Stroke, within } from './mask.ts';

/** Widths of the brush, in percent of the picture's longer side. */
const WIDTH_MIN = 1;
const WIDTH_MAX = 15;
const WIDTH_DEFAULT = 5;
/** Points of a stroke are at least so far apart, in shares of the picture: a mask needs no more. */
const POINT_STEP = 0.003;

/** A picture to paint on: marked pixels shine through in the accent colour. */
export function Brush({
  url,
  strokes,
  onStrokes,
  onSize,
}: {
  readonly url: string;
  readonly strokes: readonly Stroke[];
  readonly onStrokes: (strokes: readonly Stroke[]) => void;
  /** Called with the picture's own size once it is known. */
  readonly onSize: (size: Size) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  /** Of the canvas, not of the picture: that may be larger than a browser can draw. */
  const [size, setSize] = useState<Size | null>(null);
  const [width, setWidth] = useState(WIDTH_DEFAULT);
  const [current, setCurrent] = useState<Stroke | null>(null);

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !size) return;
    context.clearRect(0, 0, size.width, size.height);
    context.strokeStyle = getComputedStyle(context.canvas).color;
    drawStrokes(context, current ? [...strokes, current] : strokes, size);
  }, [strokes, current, size]);

  function placeOf({ currentTarget, clientX, clientY }: PointerEvent): readonly [number, number] {
    const box = currentTarget.getBoundingClientRect();
    return [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
  }
  function begin(event: PointerEvent) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setCurrent({ width: width / 100, points: [placeOf(event)] });
  }
  function move(event: PointerEvent) {
    if (!current) return;
    const [x, y] = placeOf(event);
    const [lastX, lastY] = current.points.at(-1) ?? [x, y];
    if (Math.hypot(x - lastX, y - lastY) >= POINT_STEP) setCurrent({ ...current, points: [...current.points, [x, y]] });
  }
  function end() {
    if (current) onStrokes([...strokes, current]);
    setCurrent(null);
  }
  return (
    <div className={styles.brush}>
      <div className={styles.picture}>
        <img
          src={url}
          alt="The original"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            setSize(within({ width: naturalWidth, height: naturalHeight }, PAINT_SIDE_PIXELS));
            onSize({ width: naturalWidth, height: naturalHeight });
          }}
        />
        {size && (
          <canvas
            ref={canvas}
            className={styles.marks}
            width={size.width}
            height={size.height}
            role="img"
            aria-label={strokes.length === 0 ? 'Nothing is marked' : 'The marked part'}
            onPointerDown={begin}
            onPointerMove={move}
            onPointerUp={end}
            onPointerCancel={end}
          />
        )}
      </div>
      <div className={styles.tools}>
        <label className={styles.width}>
          Brush
          <input
            type="range"
            min={WIDTH_MIN}
            max={WIDTH_MAX}
            value={width}
            onChange={({ target }) => setWidth(Number(target.value))}
          />
        </label>
        <Button size="small" disabled={strokes.length === 0} onClick={() => onStrokes(strokes.slice(0, -1))}>
          Undo
        </Button>
        <Button size="small" disabled={strokes.length === 0} onClick={() => onStrokes([])}>
          Clear
        </Button>
      </div>
    </div>
  );
}
