import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import { announceChange, type ChangeNotices } from './changes.ts';
import type { Database } from './connection.ts';
import {
  giveBackEntries,
  giveBackExpired,
  type Hold,
  type Lane,
  removeEntry,
  renewEntries,
  takeEntry,
} from './queue-entries.ts';

/** Pause between two signs of life, and between two searches for the entries of dead holders, in milliseconds. */
const HEARTBEAT_MS = 2_000;

/** Pause between two looks for entries that no notice told of, in milliseconds. */
const LOOK_MS = 1_000;

/** Longest wait for an answer of the database, in milliseconds: one over a dead connection may never come. */
const ANSWER_MS = 5_000;

/**
 * Jobs of one workspace, and of all, that may be aside at once in a lane of one process. Beyond the first, further jobs
 * of the workspace wait in the queue; beyond the second, all do.
 */
const ASIDE_OF_WORKSPACE_MAX = 4;
const ASIDE_MAX = 32;

/** A job that was handed out. */
export interface QueuedJob {
  readonly id: string;
  /** Differs each time an entry is handed out. A job may start only for the holder of its entry. */
  readonly holder: string;
  /** Aborted when the entry is no longer this holder's, or the process stops. */
  readonly signal: AbortSignal;
  /** Gives a sign of life. False when the entry is no longer this holder's. */
  confirm(): Promise<boolean>;
  /**
   * Does a part of the work that needs no slot of the lane, such as waiting for a server that a user named. Others use
   * the slot meanwhile. Then the job waits for a slot, and gets one before entries that are still in the queue.
   */
  aside<T>(part: () => Promise<T>): Promise<T>;
}

/** Works on a job. Where it rejects, the entry is handed out again. */
export type JobHandler = (job: QueuedJob) => Promise<void>;

/** The queue of jobs, in the same database: an entry commits with the job it stands for. `queue.sql` writes entries. */
export interface Queue extends Service {
  /**
   * Tells workers of every process that a lane has new entries, after the commit that made them. It is not a part of
   * that commit, as commits that notify wait for each other. A lost notice delays an entry by a second.
   */
  wake(lane: Lane): void;
  /** Runs `handler` for entries of a lane, `concurrency` at once. */
  work(lane: Lane, concurrency: number, handler: JobHandler): void;
}

/** The entries that this process holds. */
function holdEntries(db: Database, log: Logger) {
  const held = new Map<string, Hold & { readonly lost: AbortController; readonly ended: Promise<void> }>();
  return {
    /** Runs the handler on an entry, then removes the entry or gives it back. Never rejects. */
    work(hold: Hold, handler: JobHandler, aside: QueuedJob['aside']): Promise<void> {
      const lost = new AbortController();
      const confirm = async () => (await renewEntries(db, [hold])).has(hold.holder);
      const ended = handler({ id: hold.jobId, holder: hold.holder, signal: lost.signal, confirm, aside })
        .then(
          () => answered(removeEntry(db, hold)),
          () => answered(giveBackEntries(db, [hold])),
        )
        .catch((error: unknown) =>
          log.debug({ err: error, job: hold.jobId }, 'an entry was not settled; its lease runs out'),
        )
        .finally(() => held.delete(hold.holder));
      held.set(hold.holder, { ...hold, lost, ended });
      return ended;
    },
    /** Renews the leases of this process and aborts handlers that have lost theirs. */
    async renew(): Promise<void> {
      const mine = [...held.values()];
      if (mine.length === 0) return;
      const renewed = await answered(renewEntries(db, mine));
      for (const { holder, lost } of mine)
        if (!renewed.has(holder)) lost.abort(new Error('the queue entry of the job is no longer held'));
    },
    /** Lets handlers end for a time in milliseconds, then aborts them and gives their entries back. */
    async end(drainMs: number): Promise<void> {
      const ended = Promise.all([...held.values()].map(({ ended }) => ended));
      await Promise.race([ended, sleep(drainMs, undefined, { ref: false })]);
      const left = [...held.values()];
      for (const { lost } of left) lost.abort(new Error('the service stops'));
      if (left.length === 0) return;
      await giveBackEntries(db, left).catch((error: unknown) => {
        log.warn({ err: error }, 'entries were not given back; their leases run out');
      });
    },
  };
}

/** The slots of a lane in this process, and the jobs that do without one for a while. */
function laneSlots(concurrency: number, onFree: () => void) {
  const aside = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let used = 0;
  let asideCount = 0;
  const free = () => {
    const next = waiting.shift();
    if (next) next();
    else used -= 1;
  };
  return {
    /** Takes a slot for a new entry. False when none is free, or too many jobs are aside. */
    take(): boolean {
      if (used >= concurrency || asideCount >= ASIDE_MAX) return false;
      used += 1;
      return true;
    },
    /** Frees a slot. A job that waits for one gets it before new entries do. */
    free,
    /** Does a part of a workspace's work without a slot, and waits for one. */
    async aside<T>(workspaceId: string, part: () => Promise<T>): Promise<T> {
      asideCount += 1;
      aside.set(workspaceId, (aside.get(workspaceId) ?? 0) + 1);
      free();
      onFree();
      try {
        return await part();
      } finally {
        asideCount -= 1;
        const left = (aside.get(workspaceId) ?? 1) - 1;
        if (left === 0) aside.delete(workspaceId);
        else aside.set(workspaceId, left);
        if (used < concurrency) used += 1;
        else await new Promise<void>((resolve) => waiting.push(resolve));
        onFree();
      }
    },
    /** Workspaces that have as many jobs aside as they may. */
    full: () => [...aside].flatMap(([workspaceId, count]) => (count >= ASIDE_OF_WORKSPACE_MAX ? [workspaceId] : [])),
  };
}

/** The work of this process on one lane. */
interface LaneWork {
  readonly lane: Lane;
  readonly handler: JobHandler;
  readonly slots: ReturnType<typeof laneSlots>;
  /** True while entries are being taken. */
  isTaking: boolean;
  /** True when there may be an entry that nobody has searched for yet. */
  isWoken: boolean;
}

/**
 * Opens the queue. Stopping it hands out no more work and lets running handlers finish for `drainMs`. Then it aborts
 * their signals and gives their entries back.
 */
export function openQueue(
  db: Database,
  log: Logger,
  drainMs: number,
  changes: Pick<ChangeNotices, 'subscribe'>,
): Queue {
  const holds = holdEntries(db, log);
  const works: LaneWork[] = [];
  const endings: (() => void)[] = [];
  let isOpen = false;

  /** Takes entries of a lane until no slot is free or none waits. */
  async function takeAll(work: LaneWork): Promise<void> {
    work.isWoken = true;
    if (work.isTaking) return;
    work.isTaking = true;
    try {
      while (isOpen && work.isWoken && work.slots.take()) {
        work.isWoken = false;
        const hold = await takeOne(work);
        if (!hold) continue;
        work.isWoken = true;
        const aside: QueuedJob['aside'] = (part) => work.slots.aside(hold.workspaceId, part);
        void holds.work(hold, work.handler, aside).then(() => {
          work.slots.free();
          return takeAll(work);
        });
      }
    } catch (error) {
      log.debug({ err: error, lane: work.lane }, 'the queue could not be read; it is read again in a second');
    } finally {
      work.isTaking = false;
    }
  }

  /** Takes one entry for an occupied slot; frees the slot if there is none. */
  async function takeOne(work: LaneWork): Promise<Hold | null> {
    let hold: Hold | null = null;
    try {
      hold = await answered(takeEntry(db, work.lane, newId(), work.slots.full()));
      // Stopped while the database answered.
      if (!hold || isOpen) return hold;
      await giveBackEntries(db, [hold]);
      return null;
    } finally {
      if (!hold || !isOpen) work.slots.free();
    }
  }

  /** Keeps the leases of this process, and ends those of holders that are dead. */
  async function beat(): Promise<void> {
    try {
      await holds.renew();
      const lanes = await answered(giveBackExpired(db));
      for (const work of works) if (lanes.has(work.lane)) void takeAll(work);
    } catch (error) {
      log.debug({ err: error }, 'leases were not renewed; they are renewed in two seconds');
    }
  }

  const notify = (lane: Lane) =>
    announceChange(db, lane).catch((error: unknown) =>
      log.debug({ err: error, lane }, 'workers were not told of new work; they look for it within a second'),
    );

  return {
    name: 'queue',
    async start() {
      isOpen = true;
    },
    async stop() {
      if (!isOpen) return;
      isOpen = false;
      await holds.end(drainMs);
      for (const end of endings.splice(0)) end();
    },
    wake: coalesced(notify),
    work(lane, concurrency, handler) {
      const take = () => takeAll(work);
      const slots = laneSlots(concurrency, () => void take());
      const work: LaneWork = { lane, handler, slots, isTaking: false, isWoken: false };
      if (works.push(work) === 1) endings.push(every(HEARTBEAT_MS, beat));
      endings.push(
        changes.subscribe(lane, () => void take()),
        every(LOOK_MS, take),
      );
      void take();
    },
  };
}

/** Calls a function that never rejects again and again. Returns a function that ends it. */
function every(ms: number, call: () => Promise<void>): () => void {
  const timer = setInterval(() => void call(), ms);
  return () => clearInterval(timer);
}

/** The answer of the database. Rejects when it does not come in time. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  const end = new AbortController();
  const late = sleep(ANSWER_MS, undefined, { signal: end.signal, ref: false }).then(() => {
    throw new Error(`the database gave no answer within ${ANSWER_MS} ms`);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    end.abort();
    late.catch(() => undefined);
  }
}

/** Runs one call for each key at a time. Calls that come meanwhile become one more. */
function coalesced<Key>(call: (key: Key) => Promise<void>): (key: Key) => void {
  const running = new Map<Key, boolean>();
  const run = (key: Key): void => {
    if (running.has(key)) return void running.set(key, true);
    running.set(key, false);
    void call(key).finally(() => {
      const again = running.get(key);
      running.delete(key);
      if (again) run(key);
    });
  };
  return run;
}
