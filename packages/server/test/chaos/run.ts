import fs from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { filesIn, readBooks } from './books.ts';
import { meetCustomer, type ReadyCustomer } from './customers.ts';
import { CAPACITY, fullSpans } from './full.ts';
import { gapsBetween, keepJournal, readJournal, rescuesOf } from './journal.ts';
import { seededRandom } from './random.ts';
import { startReceiver } from './receiver.ts';
import { type Outcome, outcomeOf } from './report.ts';
import type { Slot } from './slot.ts';
import type { ChaosOptions, Tally } from './tally.ts';
import type { Fault, Target } from './target.ts';
import { judge } from './verdict.ts';

/** Share of kills that strike PostgreSQL, and of those that strike everything at once as a power cut does. */
const DATABASE_SHARE = 0.3;
const EVERYTHING_SHARE = 0.02;

/** Most kills of PostgreSQL in a row, and the longest pause between two of them, in milliseconds. */
const DATABASE_KILLS_MAX = 5;
const DATABASE_KILL_PAUSE_MS_MAX = 1_500;

/** Share of kills of processes that meet one while it starts. */
const STARTING_SHARE = 0.35;

/** Pause between two faults that last, at least and at most, in milliseconds. */
const FAULT_PAUSE_MS = [2_000, 5_000] as const;

/** Longest the service may take until it is ready after a fault, in milliseconds. */
const READY_MS_MAX = 120_000;

/** Longest it may take at the end for all that waits: unanswered requests, jobs, messages, sweeps. */
const SETTLE_MS_MAX = 180_000;

/** Pause between two looks at anything, in milliseconds. */
const LOOK_MS = 200;

/** The same at whether processes are ready, which each time writes to their stores. */
const LOOK_READY_MS = 500;

/** How far back a file must have been written to for the sweep to take it as left behind, in milliseconds. */
const ABANDONED_MS = 2 * 3_600_000;

/** Breaks a target under load, lets it come to rest, and judges its records. */
export async function runChaos(target: Target, options: ChaosOptions): Promise<Outcome> {
  const startedMs = Date.now();
  const random = seededRandom(options.seed);
  const tally: Tally = { kills: {}, faults: {}, recoveriesMs: {}, killed: [], databaseAway: [], away: [] };
  const receiver = await startReceiver(random);
  try {
    await keepJournal(target.database);
    const crowd = await meetCrowd(target, receiver.url, options, random);
    const isOver = () => Date.now() - startedMs > options.minutes * 60_000 || tally.killed.length >= options.killsMax;
    const submitting = Promise.all(crowd.map(({ submitting }) => submitting(isOver)));
    const database = { isBusy: false };
    const chaos = { target, tally, random, isOver, database };
    await Promise.all([killAgainAndAgain(chaos, options.killPauseMs), makeFaults(chaos)]);
    if (!(await within(SETTLE_MS_MAX, submitting))) tally.away.push('requests that were never answered');
    const chaosMs = Date.now() - startedMs;
    const messages = receiver.accepted;
    await settle(target, tally);
    const customers = crowd.map(({ customer }) => customer);
    const { temporaryFolders } = target;
    const store = await target.openStore();
    const { journal, books } = await withClient(target, async (client) => ({
      journal: await readJournal(client),
      books: await readBooks({ client, store, temporaryFolders }),
    }));
    const ups = target.slots.filter(({ role }) => role !== 'api').flatMap((slot) => slot.ups);
    const fullByLane = new Map(
      Object.entries(CAPACITY).map(([lane, capacity]) => [lane, fullSpans(journal, ups, lane, capacity)]),
    );
    const witnesses = {
      acknowledged: new Map(customers.flatMap(({ acknowledged }) => [...acknowledged])),
      uploads: customers.flatMap(({ uploads }) => uploads),
      workspaces: customers.map(({ workspaceId }) => workspaceId),
      refused: customers.flatMap(({ refused }) => refused),
      messages,
      journal,
      rescues: rescuesOf(
        journal,
        tally.killed,
        [...tally.databaseAway, ...gapsBetween(ups)],
        (lane) => fullByLane.get(lane) ?? [],
      ),
      died: target.slots.flatMap(({ died }) => died),
      away: tally.away,
    };
    const checks = judge(books, witnesses);
    return outcomeOf({ target, options, tally, books, witnesses, customers, checks, chaosMs });
  } finally {
    receiver.close();
  }
}

async function meetCrowd(
  { url, adminKey }: Target,
  webhookUrl: string,
  { customers }: ChaosOptions,
  random: () => number,
): Promise<ReadyCustomer[]> {
  const crowd: ReadyCustomer[] = [];
  for (const kind of ['sandbox', 'breaking'] as const)
    for (let index = 0; index < customers[kind]; index++)
      crowd.push(await meetCustomer({ url, adminKey, webhookUrl }, kind, random));
  return crowd;
}

interface Chaos {
  readonly target: Target;
  readonly tally: Tally;
  readonly random: () => number;
  readonly isOver: () => boolean;
  /** Busy while something is done to the database already. */
  readonly database: { isBusy: boolean };
}

/**
 * Kills at random moments: serving processes, starting processes, PostgreSQL several times in a row, or everything.
 * While a role has no serving process, or PostgreSQL was killed, it spares the last process of each role. Otherwise
 * nothing would come up on a slow machine.
 */
async function killAgainAndAgain(chaos: Chaos, pauseMs: number): Promise<void> {
  const { target, random, isOver, database } = chaos;
  let recovering: Promise<void> | null = null;
  const follow = (recovery: Promise<void>) => {
    recovering = recovery.finally(() => {
      recovering = null;
    });
  };
  while (!isOver()) {
    await sleep(random() * 2 * pauseMs);
    const [draw, place] = [random(), random()];
    const isFree = recovering === null && !database.isBusy;
    if (isFree && draw < EVERYTHING_SHARE) {
      target.slots.forEach((slot) => void killSlot(chaos, slot));
      follow(killDatabase(chaos));
    } else if (isFree && draw < EVERYTHING_SHARE + DATABASE_SHARE) {
      follow(killDatabase(chaos));
    } else {
      const wanted = random() < STARTING_SHARE ? isStarting : isUp;
      const isOutlived = (slot: Slot) =>
        target.slots.some((one) => one !== slot && one.role === slot.role && isUp(one));
      const victims = target.slots.filter((slot) => wanted(slot) && (isFree || isOutlived(slot)));
      const slot = victims[Math.floor(place * victims.length)];
      const leavesNobody = slot !== undefined && !isOutlived(slot);
      if (slot && killSlot(chaos, slot) && leavesNobody)
        follow(recover(chaos, `a kill of the last ${slot.role} process`));
    }
  }
  await recovering;
}

const isUp = (slot: Slot): boolean => slot.url() !== null;
const isStarting = (slot: Slot): boolean => slot.who() !== null && slot.url() === null;

function killSlot({ tally }: Chaos, slot: Slot): boolean {
  const who = slot.who();
  const what = isUp(slot) ? 'process' : 'process that was starting';
  if (who === null || !slot.kill()) return false;
  count(tally.kills, `${slot.role} ${what}`);
  tally.killed.push({ who, atMs: Date.now() });
  return true;
}

async function killDatabase(chaos: Chaos): Promise<void> {
  const { target, tally, random } = chaos;
  const times = 1 + Math.floor(random() * DATABASE_KILLS_MAX);
  for (let time = 0; time < times; time++) {
    await sleep(time === 0 ? 0 : random() * DATABASE_KILL_PAUSE_MS_MAX);
    while (chaos.database.isBusy) await sleep(LOOK_MS);
    count(tally.kills, 'PostgreSQL');
    tally.killed.push({ who: 'PostgreSQL', atMs: Date.now() });
    await whileDatabaseIsAway(chaos, () => target.killDatabase());
  }
  await recover(chaos, 'a kill of PostgreSQL');
}

/** Each of the faults in turn, in an order that chance gives, until the run is over. */
async function makeFaults(chaos: Chaos): Promise<void> {
  const { target, tally, random, isOver, database } = chaos;
  let waiting: Fault[] = [];
  while (!isOver() && target.faults.length > 0) {
    await sleep(FAULT_PAUSE_MS[0] + random() * (FAULT_PAUSE_MS[1] - FAULT_PAUSE_MS[0]));
    if (waiting.length === 0) waiting = shuffled(target.faults, random);
    const fault = waiting.pop();
    while (fault?.takesDatabase && database.isBusy) await sleep(LOOK_MS);
    if (!fault || isOver()) return;
    count(tally.faults, fault.name);
    if (fault.takesDatabase) await whileDatabaseIsAway(chaos, () => fault.strike(random));
    else await fault.strike(random);
    await recover(chaos, fault.name);
  }
}

async function whileDatabaseIsAway({ tally, database }: Chaos, strike: () => Promise<void>): Promise<void> {
  database.isBusy = true;
  const fromMs = Date.now();
  try {
    await strike();
  } finally {
    database.isBusy = false;
    tally.databaseAway.push({ fromMs, toMs: Date.now() });
  }
}

/** Measures how long it takes until a process of each role is ready. */
async function recover({ target, tally }: Chaos, what: string): Promise<void> {
  const fromMs = Date.now();
  for (const role of new Set(target.slots.map((slot) => slot.role))) {
    const isBack = await until(
      READY_MS_MAX,
      () => isAnyReady(target.slots.filter((slot) => slot.role === role)),
      LOOK_READY_MS,
    );
    if (!isBack) tally.away.push(`${what}, at ${new Date(fromMs).toISOString()}: no ${role} process is ready`);
  }
  tally.recoveriesMs[what] = [...(tally.recoveriesMs[what] ?? []), Date.now() - fromMs];
}

async function isAnyReady(slots: readonly Slot[]): Promise<boolean> {
  for (const slot of slots) if (await isReady(slot)) return true;
  return false;
}

async function isReady(slot: Slot): Promise<boolean> {
  const url = slot.url();
  if (url === null) return false;
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** Waits until all jobs have ended and all messages have arrived, then runs the sweeps as if time had passed. */
async function settle(target: Target, tally: Tally): Promise<void> {
  const areReady = async () => (await Promise.all(target.slots.map(isReady))).every(Boolean);
  if (!(await until(READY_MS_MAX, areReady, LOOK_READY_MS)))
    tally.away.push('the end of the run: not every process is ready');
  const isNone = async (statement: string) =>
    (await withClient(target, (client) => client.query(statement))).rowCount === 0;
  await until(SETTLE_MS_MAX, () => isNone('select 1 from jobs where finished_at is null limit 1'));
  // As if an hour had passed: messages of dead senders and announced bytes are due, and files in temporary folders are
  // old.
  const deliverNow = `update webhook_deliveries set next_attempt_at = now() where status = 'pending'`;
  await withClient(target, (client) => client.query(deliverNow));
  await until(SETTLE_MS_MAX, () => isNone(`select 1 from webhook_deliveries where status = 'pending' limit 1`));
  await withClient(target, (client) => client.query(`update media_removals set due_at = now() - interval '1 second'`));
  const before = new Date(Date.now() - ABANDONED_MS);
  for (const folder of target.temporaryFolders)
    for (const file of await filesIn(folder)) await fs.utimes(file, before, before).catch(() => undefined);
  for (const slot of target.slots) slot.kill();
  await sleep(LOOK_READY_MS);
  await until(READY_MS_MAX, areReady, LOOK_READY_MS);
  await until(READY_MS_MAX, () => isNone('select 1 from media_removals limit 1'));
}

async function withClient<T>(
  { database }: Pick<Target, 'database'>,
  ask: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(database).on('error', () => {});
  await client.connect();
  return ask(client).finally(() => client.end());
}

/** Repeats a check until it is true; false when the time is over. An error counts as not yet. */
async function until(msMax: number, isSo: () => Promise<boolean>, lookMs = LOOK_MS): Promise<boolean> {
  const endMs = Date.now() + msMax;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > endMs) return false;
    await sleep(lookMs);
  }
  return true;
}

async function within(msMax: number, work: Promise<unknown>): Promise<boolean> {
  return Promise.race([work.then(() => true), sleep(msMax, false, { ref: false })]);
}

function shuffled<T>(things: readonly T[], random: () => number): T[] {
  return things
    .map((thing) => ({ thing, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
}

function count(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}
