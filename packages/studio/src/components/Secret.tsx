import { useState } from 'react';
import { useAnnounce } from './Announcer.tsx';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';
import styles from './Secret.module.css';

/** Something the service shows this once, with a way to copy it. */
export function Secret({
  title,
  value,
  children,
}: {
  readonly title: string;
  readonly value: string;
  readonly children: string;
}) {
  const [isCopied, setIsCopied] = useState(false);
  const announce = useAnnounce();

  async function copy() {
    // Browsers give no clipboard to pages without TLS; the value is then marked and copied by hand.
    await navigator.clipboard?.writeText(value);
    setIsCopied(true);
    announce('Copied');
  }
  return (
    <Notice tone="good" title={title} urgent>
      <p>{children}</p>
      <div className={styles.row}>
        <code className={styles.value}>{value}</code>
        {'clipboard' in navigator && (
          <Button size="small" onClick={() => void copy()}>
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </div>
    </Notice>
  );
}
