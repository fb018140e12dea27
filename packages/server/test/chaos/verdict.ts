import { HEALTH_AREA } from '../../src/media/store/health.ts';
import type { Books, JobBook } from './books.ts';
import type { Entry, Rescue } from './journal.ts';
import type { Order } from './orders.ts';
import { messageName } from './receiver.ts';

/**
 * Longest wait of a killed worker's job for its next start, in milliseconds, less its wait for a slot in a full lane.
 */
const RESCUE_MS_MAX = 20_000;

/** The customers' knowledge, and observations from outside. */
export interface Witnesses {
  /** Acknowledged jobs and their orders. */
  readonly acknowledged: ReadonlyMap<string, Order>;
  /** Acknowledged uploads. */
  readonly uploads: readonly string[];
  /** Workspaces of customers. */
  readonly workspaces: readonly string[];
  /** Valid requests that were refused. */
  readonly refused: readonly string[];
  /** Messages that webhooks accepted, by job and event. */
  readonly messages: ReadonlyMap<string, number>;
  readonly journal: readonly Entry[];
  readonly rescues: readonly Rescue[];
  /** Processes that ended by themselves. */
  readonly died: readonly string[];
  /** Faults after which the service did not come back in time. */
  readonly away: readonly string[];
}

/** A rule, and each case that breaks it, with evidence. */
export interface Check {
  /** The fault, in words. */
  readonly wrong: string;
  /** Number of cases examined. */
  readonly looked: number;
  readonly cases: readonly string[];
  /** True if a busy machine alone can be the reason. */
  readonly isTimed: boolean;
}

/** Compares the service's records with observations from outside. */
export function judge(books: Books, witnesses: Witnesses): Check[] {
  return [
    ...judgeJobs(books, witnesses),
    ...judgeLedger(books),
    ...judgeBytes(books, witnesses),
    ...judgeService(witnesses),
  ];
}

function judgeJobs({ jobs }: Books, { acknowledged, workspaces, journal, messages }: Witnesses): Check[] {
  const known = new Map(jobs.map((job) => [job.id, job]));
  const own = jobs.filter(({ workspace_id }) => workspaces.includes(workspace_id));
  const moves = Map.groupBy(journal, ({ job }) => job);
  const ends = (id: string) => (moves.get(id) ?? []).filter(({ what }) => what === 'ended').length;
  return [
    check(
      'acknowledged jobs that are lost',
      [...acknowledged],
      ([id, { name }]) => !known.has(id) && `${id} (${name})`,
    ),
    check('jobs nobody was told of', own, ({ id }) => !acknowledged.has(id) && id),
    check('jobs that have not ended', own, (job) => !job.is_final && told(job)),
    check('jobs that ended otherwise than ordered', own, (job) => {
      const order = acknowledged.get(job.id);
      return (
        order &&
        order.ends !== 'either' &&
        job.is_final &&
        job.status !== order.ends &&
        `${told(job)} of the order ${order.name}`
      );
    }),
    check('jobs that ended more than once', [...moves.keys()], (id) => {
      const isChanged = moves.get(id)?.some(({ what }) => what === 'changed');
      return (
        (ends(id) > 1 || isChanged) &&
        `${id}: ${(moves.get(id) ?? []).map(({ what, who }) => `${what} by ${who}`).join(', ')}`
      );
    }),
    check('ends that a webhook was not told of', own, (job) => {
      return job.is_final && !messages.has(messageName(job.id, `job.${job.status}`)) && told(job);
    }),
    check('messages of ends that never were', [...messages.keys()], (name) => {
      const [id = '', event] = name.split(' ');
      return event !== `job.${known.get(id)?.status}` && `${name}, but the job is ${known.get(id)?.status}`;
    }),
  ];
}

function judgeLedger({ jobs, ledger, workspaces }: Books): Check[] {
  const byJob = Map.groupBy(ledger, ({ job_id }) => job_id);
  const entered = ({ id }: JobBook, kind: string) => (byJob.get(id) ?? []).filter((entry) => entry.kind === kind);
  const amounts = (job: JobBook, kind: string) => entered(job, kind).map(({ amount }) => amount);
  const isOnce = (found: readonly number[], wanted: readonly number[]) => found.join() === wanted.join();
  const byWorkspace = Map.groupBy(ledger, ({ workspace_id }) => workspace_id);
  return [
    check('jobs charged otherwise than once', jobs, (job) => {
      const found = amounts(job, 'charge');
      return !isOnce(found, [-job.price]) && `${told(job)}: price ${job.price}, charges ${found.join(', ') || 'none'}`;
    }),
    check('jobs whose refunds do not fit their end', jobs, (job) => {
      const found = amounts(job, 'refund');
      const wanted = job.is_final && job.status !== 'completed' ? [job.price] : [];
      return !isOnce(found, wanted) && `${told(job)}: price ${job.price}, refunds ${found.join(', ') || 'none'}`;
    }),
    check('workspaces whose ledger is not their balance', workspaces, ({ id, balance }) => {
      const entries = byWorkspace.get(id) ?? [];
      const sum = entries.reduce((total, { amount }) => total + amount, 0);
      return sum !== balance && `${id}: balance ${balance}, entries ${sum}`;
    }),
    check('ledger entries whose balance does not follow from the one before', workspaces, ({ id }) => {
      const entries = byWorkspace.get(id) ?? [];
      const broken = entries.find(
        (entry, index) => entry.balance_after !== (entries[index - 1]?.balance_after ?? 0) + entry.amount,
      );
      return broken && `${id}: ${JSON.stringify(broken)}`;
    }),
  ];
}

function judgeBytes(
  { jobs, workspaces, media, announced, blobs, temporaryFiles }: Books,
  { uploads }: Witnesses,
): Check[] {
  const named = new Set(media.flatMap(({ storage_key, thumbnail_key }) => [storage_key, thumbnail_key]));
  const kept = new Set(media.map(({ id }) => id));
  const results = new Set(jobs.map(({ media_id }) => media_id));
  return [
    check('acknowledged uploads that are lost', uploads, (id) => !kept.has(id) && id),
    check('completed jobs without a result', jobs, (job) => {
      return job.status === 'completed' && !kept.has(job.media_id ?? '') && told(job);
    }),
    check('results that belong to no job', media, ({ id, origin }) => origin === 'generated' && !results.has(id) && id),
    check('rows whose bytes are missing or of another size', media, ({ storage_key, size_bytes }) => {
      const found = blobs.get(storage_key);
      return found !== size_bytes && `${storage_key}: ${size_bytes} bytes by its row, ${found ?? 'none'} in the store`;
    }),
    check('workspaces whose count of bytes is not that of their media', workspaces, ({ id, held_bytes }) => {
      const sum = media.reduce((total, each) => total + (each.workspace_id === id ? each.size_bytes : 0), 0);
      return sum !== held_bytes && `${id}: counted ${held_bytes}, media ${sum}`;
    }),
    check('bytes in the store that no row names', [...blobs.keys()], (key) => {
      // Blobs of health checks whose process was killed are swept after an hour.
      return !named.has(key) && !key.startsWith(`${HEALTH_AREA}/`) && key;
    }),
    check('announcements the sweep has left', announced, (key) => key),
    check('temporary files the sweep has left', temporaryFiles, (file) => file),
  ];
}

function judgeService({ refused, rescues, died, away }: Witnesses): Check[] {
  return [
    check('requests refused though nothing was wrong with them', refused, (request) => request),
    timed(
      `jobs of killed processes that waited longer than ${RESCUE_MS_MAX / 1000} s`,
      rescues,
      ({ job, who, ms, freeMs }) => {
        return (
          freeMs > RESCUE_MS_MAX &&
          `${job}, held by ${who}: ${seconds(freeMs)} less its wait for a slot, ${seconds(ms)} in all`
        );
      },
    ),
    check('processes that ended by themselves', died, (process) => process),
    timed('faults the service did not get over by itself in time', away, (fault) => fault),
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

type CaseOf<T> = (thing: T) => string | false | undefined;

function check<T>(wrong: string, things: readonly T[], caseOf: CaseOf<T>): Check {
  return { wrong, looked: things.length, cases: things.flatMap((thing) => caseOf(thing) || []), isTimed: false };
}

function timed<T>(wrong: string, things: readonly T[], caseOf: CaseOf<T>): Check {
  return { ...check(wrong, things, caseOf), isTimed: true };
}

function told({ id, status, attempt, failure_code, failure_message }: JobBook): string {
  const why = failure_code === null ? '' : ` (${failure_code}: ${failure_message})`;
  return `${id} ${status}${why} after ${attempt} attempts`;
}
