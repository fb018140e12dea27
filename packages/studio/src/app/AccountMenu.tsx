import { type Account, bytesText } from '@atelier/contract';
import { useId } from 'react';
import { useSession } from '../api/session.tsx';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { wordsOf } from '../lib/format.ts';
import styles from './AccountMenu.module.css';

/** Whose key it is, the documents of the interface, and the way out. */
export function AccountMenu({ account }: { readonly account: Account | undefined }) {
  const { signOut } = useSession();
  const menu = useId();
  return (
    <>
      <Button kind="quiet" icon="account" iconOnly popoverTarget={menu}>
        Account
      </Button>
      <div id={menu} popover="auto" className={styles.menu}>
        {account && (
          <div className={styles.who}>
            <p className={styles.name}>{account.name}</p>
            <p className={styles.plan}>
              {wordsOf(account.plan)} plan{account.sandbox && ', sandbox'}
            </p>
            <p className={styles.plan}>{storageText(account)}</p>
          </div>
        )}
        <a className={styles.link} href="docs" target="_blank" rel="noreferrer">
          <Icon name="external" size={18} /> API reference
        </a>
        <Button icon="left" onClick={signOut}>
          Sign out
        </Button>
      </div>
    </>
  );
}

/** The used storage of the workspace, such as `2.4 GiB of 100 GiB stored`. */
function storageText({ storage, limits }: Account): string {
  const limit = limits.storage_bytes === null ? '' : ` of ${bytesText(limits.storage_bytes)}`;
  return `${bytesText(storage.held_bytes)}${limit} stored`;
}
