import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import styles from './Dialog.module.css';

/** A window over the page, the browser's own: it keeps the focus, and Escape closes it. */
export function Dialog({
  title,
  open,
  onClose,
  children,
  wide = false,
}: {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the effects of the next content: the window returns the focus to the control that opened it, and a new
  // page's heading takes it.
  useLayoutEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} className={styles.dialog} data-wide={wide || undefined} aria-label={title} onClose={onClose}>
      {open && (
        <div className={styles.content}>
          <div className={styles.head}>
            <h2>{title}</h2>
            <Button kind="quiet" icon="close" iconOnly onClick={onClose}>
              Close
            </Button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
