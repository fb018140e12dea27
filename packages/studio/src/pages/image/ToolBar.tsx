import { IMAGE_OPERATIONS, type ImageOperation } from '@atelier/contract';
import { Icon, type IconName } from '../../components/Icon.tsx';
import styles from './ToolBar.module.css';

const TOOLS: Readonly<Record<ImageOperation, { readonly label: string; readonly icon: IconName }>> = {
  edit: { label: 'Edit', icon: 'pencil' },
  inpaint: { label: 'Inpaint', icon: 'brush' },
  upscale: { label: 'Upscale', icon: 'enlarge' },
  animate: { label: 'Animate', icon: 'play' },
};

/** The tools of the image page, moved through with the arrow keys. */
export function ToolBar({
  value,
  onChange,
}: {
  readonly value: ImageOperation;
  readonly onChange: (value: ImageOperation) => void;
}) {
  return (
    <fieldset className={styles.bar} aria-label="Tool">
      {IMAGE_OPERATIONS.map((operation) => (
        <label key={operation} className={styles.tool}>
          <input
            type="radio"
            name="tool"
            className="visually-hidden"
            value={operation}
            checked={operation === value}
            onChange={() => onChange(operation)}
          />
          <Icon name={TOOLS[operation].icon} />
          <span>{TOOLS[operation].label}</span>
        </label>
      ))}
    </fieldset>
  );
}
