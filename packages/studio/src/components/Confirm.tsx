import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './Confirm.module.css';
import { Dialog } from './Dialog.tsx';

/** Asks before something that cannot be taken back. */
export function Confirm({
  open,
  title,
  action,
  children,
  onConfirm,
  onClose,
}: {
  readonly open: boolean;
  readonly title: string;
  /** The verb on the button that does it. */
  readonly action: string;
  readonly children: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <p className={styles.text}>{children}</p>
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="danger"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
