import { spawn } from 'node:child_process';

/**
 * Processor time of one probe in seconds, while a suite keeps both cores of our reference machine busy and nothing else
 * runs there. The budgets of the suites are minutes of that machine.
 */
const REFERENCE_SECONDS = 0.2;

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

/** Measures how much slower than the reference machine this one is, while something else runs. */
export class SlowdownProbe {
  readonly #ended = new AbortController();
  readonly #seconds: number[] = [];
  readonly #loop = this.#measure();

  /** Ends the probe and returns the slowdown. */
  async end(): Promise<number> {
    this.#ended.abort();
    await this.#loop;
    return slowdownOf(this.#seconds);
  }

  async #measure(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      this.#seconds.push(await probeSeconds());
      await pause(PAUSE_MS, this.#ended.signal);
    }
  }
}

/**
 * How many times the processor time of the reference machine the same work takes: the median of the probes in seconds,
 * over the reference. A machine that is faster counts as 1, so that a budget never shrinks.
 */
export function slowdownOf(seconds: readonly number[]): number {
  const sorted = seconds.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? REFERENCE_SECONDS;
  return Math.max(1, median / REFERENCE_SECONDS);
}

/** Processor time of one probe, in seconds. */
function probeSeconds(): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--eval', PROBE], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) => {
      const seconds = Number(printed);
      if (seconds > 0) resolve(seconds);
      else reject(new Error(`the probe of the machine's speed printed ${JSON.stringify(printed)}, exit code ${code}`));
    });
  });
}

/** Waits that many milliseconds, or until the signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
