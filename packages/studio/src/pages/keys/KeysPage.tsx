import { useState } from 'react';
import { useAccount } from '../../api/queries.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Secret } from '../../components/Secret.tsx';
import styles from './KeysPage.module.css';
import { KeyTable } from './KeyTable.tsx';
import { NewKey } from './NewKey.tsx';
import { UsageCard } from './UsageCard.tsx';

/** The keys of the workspace, and what each costs. */
export function KeysPage() {
  const { key } = useAccount();
  const [isOpen, setIsOpen] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  if (!key.scopes.includes('manage'))
    return (
      <>
        <PageHeader>Who may call for this workspace, and what it costs.</PageHeader>
        <Notice tone="warn" title="Your key does not manage keys">
          Sign in with a key that has the scope manage to see this page.
        </Notice>
      </>
    );
  return (
    <>
      <PageHeader
        actions={
          <Button kind="primary" icon="plus" onClick={() => setIsOpen(true)}>
            New key
          </Button>
        }
      >
        Who may call for this workspace, and what it costs. Give each program a key of its own.
      </PageHeader>
      <div className={styles.page}>
        {made && (
          <Secret title="The new key" value={made}>
            Give it to the program or person that will use it. It is shown only once.
          </Secret>
        )}
        <Card aria-labelledby="keys">
          <h2 id="keys">Keys</h2>
          <KeyTable ownId={key.id} />
        </Card>
        <UsageCard />
      </div>
      <NewKey open={isOpen} onClose={() => setIsOpen(false)} onKey={setMade} />
    </>
  );
}
