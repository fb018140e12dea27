import { isFinal, type Job } from '@atelier/contract';

/** Characters of the bar. */
const BAR_LENGTH = 24;

/** Shows how far jobs are, on standard error. */
export interface ProgressLine {
  readonly show: (job: Job) => void;
  /** Leaves the last state standing. */
  readonly end: () => void;
}

/**
 * A bar that is drawn over on a terminal, a line for each change elsewhere. Of several jobs it shows how many have
 * ended.
 */
export function progressLine(
  count = 1,
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
): ProgressLine {
  const jobs = new Map<string, Job>();
  const line = stateLine(output);
  return {
    show(job) {
      jobs.set(job.id, job);
      const all = [...jobs.values()];
      const share = all.reduce((sum, each) => sum + shareOf(each), 0) / count;
      const ended = all.filter(({ status }) => isFinal(status)).length;
      const state = count === 1 ? job.status : `${ended} of ${count} ended`;
      line.show(share, output.isTTY ? state : `${state} ${Math.round(share * 100)} %`);
    },
    end: line.end,
  };
}

function shareOf({ status, progress = 0 }: Job): number {
  return status === 'completed' ? 1 : progress;
}

function bar(share: number): string {
  const filled = Math.round(share * BAR_LENGTH);
  return '█'.repeat(filled) + '░'.repeat(BAR_LENGTH - filled);
}

/** Shows a share and a state in words, on standard error. */
export interface StateLine {
  /** `share` is 0 to 1. The same state twice is shown once. */
  readonly show: (share: number, state: string) => void;
  /** Leaves the last state standing. */
  readonly end: () => void;
}

/** A bar that is drawn over on a terminal, a line for each change elsewhere. */
export function stateLine(output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr): StateLine {
  let shown = '';
  return {
    show(share, state) {
      const line = output.isTTY ? `${bar(share)} ${state}` : state;
      if (line === shown) return;
      shown = line;
      output.write(output.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
    },
    end() {
      if (output.isTTY && shown !== '') output.write('\n');
    },
  };
}

/** Shows how many of many things have ended, on standard error. */
export interface CountLine {
  /** One more has ended; `line` tells which, where lines are not drawn over. */
  readonly show: (isDone: boolean, line: string) => void;
  /** Leaves the last state standing. */
  readonly end: () => void;
}

/** A bar that is drawn over on a terminal, a line for each thing elsewhere. */
export function countLine(
  total: number,
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
): CountLine {
  let [ended, failed] = [0, 0];
  return {
    show(isDone, line) {
      ended += 1;
      if (!isDone) failed += 1;
      const state = `${ended} of ${total} ended${failed > 0 ? `, ${failed} failed` : ''}`;
      output.write(output.isTTY ? `\r\u001b[2K${bar(ended / total)} ${state}` : `${line}\n`);
    },
    end() {
      if (output.isTTY && ended > 0) output.write('\n');
    },
  };
}
