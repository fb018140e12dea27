import { Button } from '../../components/Button.tsx';
import type { IconName } from '../../components/Icon.tsx';
import styles from './BrushBar.module.css';
import { type Brush, HARDNESS_MIN, WIDTH_MAX, WIDTH_MIN } from './use-brush.ts';

/** The settings of the brush, and the ways back. */
export function BrushBar({ brush }: { readonly brush: Brush }) {
  const { settings, change } = brush;
  const kinds = [
    { erases: false, icon: 'brush', label: 'Brush', keys: 'B' },
    { erases: true, icon: 'eraser', label: 'Eraser', keys: 'E' },
  ] as const;
  return (
    <fieldset className={styles.bar} aria-label="Brush">
      <span className={styles.group}>
        {kinds.map(({ erases, icon, label, keys }) => (
          <Button
            key={label}
            kind="quiet"
            size="small"
            icon={icon}
            iconOnly
            title={`${label} (${keys})`}
            aria-pressed={settings.erases === erases}
            onClick={() => change({ erases })}
          >
            {label}
          </Button>
        ))}
      </span>
      <span className={styles.group}>
        <Way icon="undo" label="Undo" keys="Ctrl+Z" act={brush.undo} />
        <Way icon="redo" label="Redo" keys="Shift+Ctrl+Z" act={brush.redo} />
        <Way icon="close" label="Clear" act={brush.clear} />
      </span>
      <label className={styles.slider} title="[ and ]">
        Size
        {/* The square root, so that small sizes take half of the way. */}
        <input
          type="range"
          min={Math.sqrt(WIDTH_MIN)}
          max={Math.sqrt(WIDTH_MAX)}
          step={0.05}
          value={Math.sqrt(settings.width)}
          aria-valuetext={`${Math.round(settings.width * 10) / 10} percent of the image`}
          onChange={({ target }) => change({ width: Number(target.value) ** 2 })}
        />
      </label>
      <label className={styles.slider}>
        Hardness
        <input
          type="range"
          min={HARDNESS_MIN}
          max={100}
          step={5}
          value={settings.hardness}
          onChange={({ target }) => change({ hardness: Number(target.value) })}
        />
      </label>
    </fieldset>
  );
}

function Way({
  icon,
  label,
  keys,
  act,
}: {
  readonly icon: IconName;
  readonly label: string;
  readonly keys?: string;
  readonly act: (() => void) | null;
}) {
  return (
    <Button
      kind="quiet"
      size="small"
      icon={icon}
      iconOnly
      title={keys ? `${label} (${keys})` : label}
      disabled={act === null}
      onClick={() => act?.()}
    >
      {label}
    </Button>
  );
}
