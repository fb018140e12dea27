import { median } from './figures.ts';
import { cpuSeconds } from './processes.ts';
import type { Rig } from './rig.ts';
import type { LoadOrder } from './scripts/load.ts';
import type { LoadResult } from './scripts/load-result.ts';
import type { RawOrder } from './scripts/raw-submissions.ts';

/** The source of the load, and the process that answers it: none if the load asks the database directly. */
export type Side =
  | { readonly script: 'load.ts'; readonly order: LoadOrder; readonly serverPid: number }
  | { readonly script: 'raw-submissions.ts'; readonly order: RawOrder; readonly serverPid: null };

/** The result of a load, with the milliseconds of processor time for each request. */
export interface Measured extends LoadResult {
  readonly serverMs: number;
  readonly databaseMs: number;
  readonly clientMs: number;
}

/** Runs one load. Throws where answers are odd. */
export async function measure(rig: Rig, { script, order, serverPid }: Side): Promise<Measured> {
  const used = async () => ({
    server: serverPid === null ? 0 : await cpuSeconds(serverPid),
    database: await cpuSeconds(rig.databasePid),
  });
  const before = await used();
  const running = rig.script(script, JSON.stringify(order));
  const result: LoadResult = JSON.parse(await running.next());
  const after = await used();
  await running.stop();
  const { requests, odd, cpuSeconds: client } = result;
  if (odd > 0) throw new Error(`${odd} of ${requests} answers of ${script} were odd`);
  const each = (seconds: number) => (seconds * 1000) / requests;
  return {
    ...result,
    serverMs: each(after.server - before.server),
    databaseMs: each(after.database - before.database),
    clientMs: each(client),
  };
}

/** Two sides that were measured in turns, each second pair the other way round. */
export interface Pairs {
  readonly ours: readonly Measured[];
  readonly theirs: readonly Measured[];
}

/** Measures two sides in turns. `before` runs ahead of each side. */
export async function measurePairs(
  rig: Rig,
  rounds: number,
  ours: Side,
  theirs: Side,
  before: () => Promise<void> = async () => {},
): Promise<Pairs> {
  const pairs: { ours: Measured[]; theirs: Measured[] } = { ours: [], theirs: [] };
  for (let round = 0; round < rounds; round++) {
    for (const who of round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const)) {
      await before();
      pairs[who].push(await measure(rig, who === 'ours' ? ours : theirs));
    }
  }
  return pairs;
}

/** The median ratio of the two sides over the pairs. */
export function medianRatio({ ours, theirs }: Pairs, value: (side: Measured) => number): number {
  return median(
    ours.flatMap((one, index) => {
      const other = theirs[index];
      return other ? [value(one) / value(other)] : [];
    }),
  );
}

/** Processor time of everything that takes part, in milliseconds for each request. */
export function totalMs({ serverMs, databaseMs, clientMs }: Measured): number {
  return serverMs + databaseMs + clientMs;
}

/** A side in words: its rate, its delays and where its processor time went. */
export function describe(side: readonly Measured[]): string {
  const middle = (value: (one: Measured) => number, digits: number) => median(side.map(value)).toFixed(digits);
  const rate = middle((one) => one.perSecond, 0);
  const delays = `p50 ${middle((one) => one.p50, 1)} ms, p99 ${middle((one) => one.p99, 1)} ms`;
  const server = middle((one) => one.serverMs, 3);
  const database = middle((one) => one.databaseMs, 3);
  return `${rate}/s, ${delays}; processor ms each: server ${server}, database ${database}, client ${middle((one) => one.clientMs, 3)}`;
}
