import type { Workspace } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { TextField } from '../../components/Field.tsx';
import { Secret } from '../../components/Secret.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useAdminApi } from './admin-session.tsx';
import { NewWorkspace } from './NewWorkspace.tsx';
import { ADMIN_QUERIES } from './queries.ts';
import { WorkspaceCard } from './WorkspaceCard.tsx';
import styles from './Workspaces.module.css';

/** Number of workspaces from which they can be searched. */
const SEARCH_FROM = 6;

/** Every workspace, newest first. */
export function Workspaces() {
  const api = useAdminApi();
  const [isAdding, setIsAdding] = useState(false);
  const [firstKey, setFirstKey] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ADMIN_QUERIES.workspaces,
    queryFn: async ({ signal }) => (await api('GET', '/admin/workspaces', { signal })).workspaces,
  });
  const shown = data?.filter(({ name, id }) => `${name} ${id}`.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <section aria-labelledby="workspaces" className={styles.section}>
      <div className={styles.head}>
        <h2 id="workspaces">Workspaces</h2>
        <Button kind="primary" icon="plus" onClick={() => setIsAdding(true)}>
          New workspace
        </Button>
      </div>
      {firstKey && (
        <Secret title="The first key of the workspace" value={firstKey}>
          Give it to the person who will use it. It is shown only once.
        </Secret>
      )}
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton shape="block" />}
      {data && data.length >= SEARCH_FROM && (
        <TextField
          label="Find a workspace"
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {shown?.map((workspace: Workspace) => (
        <WorkspaceCard key={workspace.id} workspace={workspace} />
      ))}
      {shown?.length === 0 && <p className={styles.none}>No workspace has that name.</p>}
      <NewWorkspace open={isAdding} onClose={() => setIsAdding(false)} onKey={setFirstKey} />
    </section>
  );
}
