import { USAGE_GROUPINGS, type UsageGroup, type UsageGrouping } from '@atelier/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QUERY_KEYS } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { SelectField } from '../../components/Field.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { type Column, Table } from '../../components/Table.tsx';
import { countText, creditsText, numberText, wordsOf } from '../../lib/format.ts';
import styles from './KeysPage.module.css';

/** Rows of the table at most; the export has all. */
const ROWS_MAX = 100;

/** What the jobs of a month cost, by a grouping, with an export. */
export function UsageCard() {
  const { atelier } = useConnection();
  const [grouping, setGrouping] = useState<UsageGrouping>('key');
  const [back, setBack] = useState(0);
  const span = monthBefore(back);
  const query = { group_by: grouping, from: span.from, ...(back > 0 && { to: span.to }) };
  const { data, error, refetch } = useQuery({
    queryKey: [...QUERY_KEYS.usage, query],
    queryFn: ({ signal }) => atelier.usage({ ...query, signal }),
  });
  const exportCsv = useMutation({
    mutationFn: async () => save(`usage-by-${grouping}-${span.from.slice(0, 7)}.csv`, await atelier.usageCsv(query)),
  });
  return (
    <Card aria-labelledby="usage">
      <h2 id="usage">Usage</h2>
      <div className={styles.bar}>
        <SelectField label="Month (UTC)" value={back} onChange={({ target }) => setBack(Number(target.value))}>
          {Array.from({ length: 12 }, (_, months) => (
            <option key={monthBefore(months).from} value={months}>
              {monthBefore(months).name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="By"
          value={grouping}
          onChange={({ target }) => setGrouping(USAGE_GROUPINGS.find((one) => one === target.value) ?? 'key')}
        >
          {USAGE_GROUPINGS.map((one) => (
            <option key={one} value={one}>
              {wordsOf(one)}
            </option>
          ))}
        </SelectField>
        <Button icon="download" busy={exportCsv.isPending} onClick={() => exportCsv.mutate()}>
          Export CSV
        </Button>
      </div>
      {exportCsv.error && <ErrorNotice error={exportCsv.error} />}
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton shape="block" />}
      {data && (
        <>
          <p className={styles.note}>
            {countText(data.total.jobs, 'job', 'jobs')}, {creditsText(data.total.credits)} after refunds
          </p>
          {data.groups.length > 0 && (
            <Table
              caption={`Usage by ${grouping}`}
              columns={columnsOf(grouping)}
              rows={data.groups.slice(0, ROWS_MAX)}
              keyOf={({ id, name }) => id ?? name ?? ''}
            />
          )}
          {data.groups.length > ROWS_MAX && (
            <p className={styles.note}>The first {ROWS_MAX} rows are shown; the export has all.</p>
          )}
        </>
      )}
    </Card>
  );
}

function columnsOf(grouping: UsageGrouping): readonly Column<UsageGroup>[] {
  const count = (label: string, read: (group: UsageGroup) => number): Column<UsageGroup> => ({
    label,
    cell: (group) => numberText(read(group)),
    isNumber: true,
  });
  return [
    { label: wordsOf(grouping), cell: ({ id, name }) => name ?? id ?? 'None' },
    count('Jobs', ({ jobs }) => jobs),
    count('Completed', ({ completed }) => completed),
    count('Failed', ({ failed, policy_blocked }) => failed + policy_blocked),
    count('Refunded', ({ credits_refunded }) => credits_refunded),
    count('Credits', ({ credits }) => credits),
  ];
}

/** A month (UTC) so many months back. */
function monthBefore(months: number): { from: string; to: string; name: string } {
  const now = new Date();
  const first = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back));
  const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(first(months));
  return { from: first(months).toISOString(), to: first(months - 1).toISOString(), name };
}

/** Has the browser save a text as a file. */
function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
