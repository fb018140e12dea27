import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../api/call.ts';
import { Badge } from '../../components/Badge.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { type Column, Table } from '../../components/Table.tsx';
import { agoText, countText } from '../../lib/format.ts';
import { useAdminApi } from './admin-session.tsx';
import styles from './Engines.module.css';
import { ADMIN_QUERIES } from './queries.ts';

type Engine = AnswerOf<'GET', '/admin/engines'>['engines'][number];

/** How often the state of the engines is read, in milliseconds. */
const ENGINES_PAUSE_MS = 15_000;

const COLUMNS: readonly Column<Engine>[] = [
  { label: 'Name', cell: ({ name }) => name },
  { label: 'Adapter', cell: ({ adapter }) => adapter },
  { label: 'Models', cell: ({ models }) => models.join(', ') || 'no model' },
  { label: 'Status', cell: (engine) => <State engine={engine} /> },
  { label: 'Last success', cell: ({ last_served_at }) => (last_served_at ? agoText(last_served_at) : 'not yet') },
];

/** The engines of the configuration file, and how they do. */
export function Engines() {
  const api = useAdminApi();
  const { data, error, refetch } = useQuery({
    queryKey: ADMIN_QUERIES.engines,
    queryFn: async ({ signal }) => (await api('GET', '/admin/engines', { signal })).engines,
    refetchInterval: ENGINES_PAUSE_MS,
  });
  return (
    <section aria-labelledby="engines" className={styles.section}>
      <h2 id="engines">Engines</h2>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton shape="block" />}
      {data?.length === 0 && (
        <p className={styles.none}>
          The embedded engine does all the work. Add others in <code>atelier.config.json</code>.
        </p>
      )}
      {data && data.length > 0 && (
        <Table
          caption="Engines, in the order of the configuration"
          columns={COLUMNS}
          rows={data}
          keyOf={({ name }) => name}
        />
      )}
    </section>
  );
}

function State({ engine: { circuit, failures, last_error, missing_keys } }: { readonly engine: Engine }) {
  if (missing_keys.length > 0)
    return (
      <>
        <Badge tone="bad">No key</Badge> {missing_keys.join(', ')}
      </>
    );
  if (circuit === 'open')
    return (
      <>
        <Badge tone="bad">Paused</Badge> {last_error}
      </>
    );
  return (
    <>
      <Badge tone={failures > 0 ? 'warn' : 'good'}>{failures > 0 ? countText(failures, 'failure') : 'Ready'}</Badge>{' '}
      {last_error}
    </>
  );
}
