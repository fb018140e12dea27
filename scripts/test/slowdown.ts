import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Processor time of one probe in seconds, while a suite keeps both cores of our reference machine busy and nothing else
 * runs there. The budgets of the suites are minutes of that machine.
 */
export const REFERENCE_SECONDS = 0.2;

/** Milliseconds between the end of a probe and the start of the next. */
const PAUSE_MS = 10_000;

/**
 * What a probe does, in a Node of its own: it compiles code, writes fresh memory, sorts, parses and matches, as tests
 * do. It prints its processor time since the start of the process, in seconds.
 */
const PROBE = `
  const records = Array.from({ length: 20000 }, (_, index) => ({ id: (index * 7919) % 20011, name: 'item ' + index }));
  const text = JSON.stringify(JSON.parse(JSON.stringify(records)).sort((one, other) => one.id - other.id));
  const found = text.match(/item \\d*7/g).length + Buffer.alloc(32 * 1024 * 1024, 1).indexOf(2);
  const { user, system } = process.cpuUsage();
  if (found > 0) console.log((user + system) / 1e6);
`;

/** Probes this machine while something else runs. Begins at once. */
export class SlowdownProbe {
  readonly #ended = new AbortController();
  readonly #seconds: number[] = [];
  readonly #loop = this.#measure();

  /** Ends the probing. Returns the processor time of each probe in seconds, at least one unless all probes failed. */
  async end(): Promise<readonly number[]> {
    this.#ended.abort();
    await this.#loop;
    return this.#seconds;
  }

  async #measure(): Promise<void> {
    const { signal } = this.#ended;
    do {
      const seconds = await probeSeconds();
      // A signal to the whole run, or a full memory, may end a probe. The others say enough.
      if (seconds > 0) this.#seconds.push(seconds);
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
    } while (!signal.aborted);
  }
}

/**
 * The processor time of the same work here, over that on the reference machine. It takes the median of the probes,
 * which are in seconds. A faster machine counts as 1, so that a budget never shrinks.
 */
export function slowdownOf(seconds: readonly number[]): number {
  const sorted = seconds.toSorted((one, other) => one - other);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  const median = middle.reduce((sum, each) => sum + each, 0) / Math.max(1, middle.length);
  return Math.max(1, median / REFERENCE_SECONDS);
}

/** Processor time of one probe, in seconds; 0 if it failed. */
function probeSeconds(): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--eval', PROBE], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    child.once('error', () => resolve(0));
    child.once('close', () => resolve(Number(printed)));
  });
}
