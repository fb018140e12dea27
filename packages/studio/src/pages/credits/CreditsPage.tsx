import { type EntryKind, FAILURE_CODES, type LedgerEntry, OPERATIONS } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../api/call.ts';
import { useLedgerPages } from '../../api/lists.ts';
import { QUERY_KEYS, useAccount } from '../../api/queries.ts';
import { useConnection } from '../../api/session.tsx';
import { Card } from '../../components/Card.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { type Column, Table } from '../../components/Table.tsx';
import { describeFailure } from '../../errors/describe.ts';
import { creditsText, momentText, numberText, wordsOf } from '../../lib/format.ts';
import { OPERATION_WORDS } from '../../lib/job-words.ts';
import styles from './CreditsPage.module.css';
import { SpendChart } from './SpendChart.tsx';
import { firstMoment, spendByDay } from './spend.ts';

/** Days of the chart. */
const DAYS = 30;
/** Entries that are read for the chart at most, in pages of a hundred; beyond, the chart says that it is not whole. */
const CHART_ENTRIES_MAX = 2_000;
const CHART_PAGE = 100;

const KIND_WORDS: Readonly<Record<EntryKind, string>> = {
  grant: 'Grant',
  charge: 'Charge',
  refund: 'Refund',
  adjustment: 'Adjustment',
};

const COLUMNS: readonly Column<LedgerEntry>[] = [
  { label: 'When', cell: ({ created_at }) => <time dateTime={created_at}>{momentText(created_at)}</time> },
  { label: 'What', cell: ({ kind }) => KIND_WORDS[kind] },
  { label: 'Why', cell: ({ reason }) => (reason === null ? '' : reasonWords(reason)) },
  { label: 'Credits', cell: ({ amount }) => <Amount value={amount} />, isNumber: true },
  { label: 'Balance', cell: ({ balance_after }) => numberText(balance_after), isNumber: true },
];

/** The balance, its use, and every movement of it. */
export function CreditsPage() {
  const { balance, plan } = useAccount();
  return (
    <>
      <PageHeader>
        {creditsText(balance)} left, on the {wordsOf(plan).toLowerCase()} plan. Failed and canceled jobs are refunded.
      </PageHeader>
      <div className={styles.page}>
        <Card aria-labelledby="spend">
          <h2 id="spend">The last {DAYS} days</h2>
          <Spend />
        </Card>
        <Card aria-labelledby="entries">
          <h2 id="entries">All transactions</h2>
          <Entries />
        </Card>
      </div>
    </>
  );
}

function Spend() {
  const { api } = useConnection();
  const { data, error, refetch } = useQuery({
    queryKey: [...QUERY_KEYS.ledger, 'chart'],
    queryFn: ({ signal }) => entriesSince(api, firstMoment(DAYS, new Date()), signal),
  });
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="block" />;
  return (
    <>
      <SpendChart days={spendByDay(data.entries, DAYS, new Date())} />
      {!data.isWhole && (
        <p className={styles.note}>Only the newest {numberText(CHART_ENTRIES_MAX)} transactions are counted here.</p>
      )}
    </>
  );
}

/** Reads back to a moment, or to the most that is read. */
async function entriesSince(api: Api, since: Date, signal: AbortSignal) {
  const entries: LedgerEntry[] = [];
  for (let cursor: string | null = null; ; ) {
    const query: { limit: number; cursor?: string } = { limit: CHART_PAGE, ...(cursor !== null && { cursor }) };
    const page = await api('GET', '/v1/credits/entries', { query, signal });
    entries.push(...page.entries);
    cursor = page.page_info.next_cursor;
    const oldest = page.entries.at(-1);
    if (cursor === null || !oldest || new Date(oldest.created_at) < since) return { entries, isWhole: true };
    if (entries.length >= CHART_ENTRIES_MAX) return { entries, isWhole: false };
  }
}

function Entries() {
  const pages = useLedgerPages();
  if (!pages.data)
    return pages.error ? (
      <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />
    ) : (
      <Skeleton shape="block" />
    );
  if (pages.data.length === 0) return <EmptyState icon="credit" title="No transactions yet" />;
  return (
    <>
      <Table caption="Transactions, newest first" columns={COLUMNS} rows={pages.data} keyOf={({ id }) => id} />
      {pages.error && <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />}
      <LoadMore pages={pages} what="transactions" />
    </>
  );
}

function Amount({ value }: { readonly value: number }) {
  const sign = value < 0 ? '−' : '+';
  return `${sign}${numberText(Math.abs(value))}`;
}

/** A charge names the operation it pays, a refund the failure, a grant the administrator's note. */
function reasonWords(reason: string): string {
  const operation = OPERATIONS.find((one) => one === reason);
  if (operation) return OPERATION_WORDS[operation];
  const code = FAILURE_CODES.find((one) => one === reason);
  return code ? describeFailure({ task: null, error: { code, message: '' } }).title : reason;
}
