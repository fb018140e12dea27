import type { Job } from '@atelier/contract';

/** Characters of the bar. */
const BAR_LENGTH = 24;

/** Shows how far a job is: one line that is drawn over on a terminal, a line per change elsewhere. */
export function progressLine(): { show: (job: Job) => void; end: () => void } {
  const { stderr } = process;
  let shown = '';
  return {
    show({ status, progress = 0 }) {
      const share = status === 'completed' ? 1 : progress;
      const filled = Math.round(share * BAR_LENGTH);
      const line = stderr.isTTY
        ? `${'█'.repeat(filled)}${'░'.repeat(BAR_LENGTH - filled)} ${status}`
        : `${status} ${Math.round(share * 100)} %`;
      if (line === shown) return;
      shown = line;
      stderr.write(stderr.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
    },
    end() {
      if (stderr.isTTY && shown !== '') stderr.write('\n');
    },
  };
}
