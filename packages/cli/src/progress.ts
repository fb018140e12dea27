import type { Job } from '@atelier/contract';

/** Characters of the bar. */
const BAR_LENGTH = 24;

/** Shows how far a job is, on standard error. */
export interface ProgressLine {
  readonly show: (job: Job) => void;
  /** Leaves the last state standing. */
  readonly end: () => void;
}

/** A bar that is drawn over on a terminal, a line for each change elsewhere. */
export function progressLine(output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr): ProgressLine {
  let shown = '';
  return {
    show({ status, progress = 0 }) {
      const share = status === 'completed' ? 1 : progress;
      const line = output.isTTY ? `${bar(share)} ${status}` : `${status} ${Math.round(share * 100)} %`;
      if (line === shown) return;
      shown = line;
      output.write(output.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
    },
    end() {
      if (output.isTTY && shown !== '') output.write('\n');
    },
  };
}

function bar(share: number): string {
  const filled = Math.round(share * BAR_LENGTH);
  return '█'.repeat(filled) + '░'.repeat(BAR_LENGTH - filled);
}
