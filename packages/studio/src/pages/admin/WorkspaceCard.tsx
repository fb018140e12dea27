import type { Workspace } from '@atelier/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Confirm } from '../../components/Confirm.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { creditsText, momentText, wordsOf } from '../../lib/format.ts';
import { useAdminApi } from './admin-session.tsx';
import { GiveCredits } from './GiveCredits.tsx';
import { Keys } from './Keys.tsx';
import { ADMIN_QUERIES } from './queries.ts';
import styles from './WorkspaceCard.module.css';
import { WorkspaceSettings } from './WorkspaceSettings.tsx';

/** A workspace: its properties, and the controls to change them. */
export function WorkspaceCard({ workspace }: { readonly workspace: Workspace }) {
  const { id, name, plan, sandbox, balance, created_at } = workspace;
  const api = useAdminApi();
  const [open, setOpen] = useState<'credits' | 'settings' | 'delete' | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const remove = useMutation({
    mutationFn: () => api('DELETE', '/admin/workspaces/{id}', { params: { id } }),
    meta: { invalidates: [ADMIN_QUERIES.workspaces] },
  });
  const close = () => setOpen(null);
  return (
    <Card aria-label={`Workspace ${name}, ${id}`}>
      <div className={styles.head}>
        <h3>{name}</h3>
        {sandbox && <Badge tone="warn">Sandbox</Badge>}
        <span className={styles.balance}>{creditsText(balance)}</span>
      </div>
      <p className={styles.facts}>
        {wordsOf(plan)} plan · since {momentText(created_at)} · <code>{id}</code>
      </p>
      <div className={styles.actions}>
        <Button size="small" onClick={() => setOpen('credits')}>
          Credits
        </Button>
        <Button size="small" onClick={() => setOpen('settings')}>
          Plan and models
        </Button>
        <Button size="small" aria-expanded={showsKeys} onClick={() => setShowsKeys(!showsKeys)}>
          Keys
        </Button>
        <Button size="small" kind="danger" busy={remove.isPending} onClick={() => setOpen('delete')}>
          Delete
        </Button>
      </div>
      {remove.error && <ErrorNotice error={remove.error} />}
      {showsKeys && <Keys workspaceId={id} />}
      <GiveCredits workspace={workspace} open={open === 'credits'} onClose={close} />
      <WorkspaceSettings workspace={workspace} open={open === 'settings'} onClose={close} />
      <Confirm
        open={open === 'delete'}
        title={`Delete ${name}?`}
        action="Delete"
        onClose={close}
        onConfirm={() => remove.mutate()}
      >
        Its keys stop working at once, and its jobs, images and credits are removed.
      </Confirm>
    </Card>
  );
}
