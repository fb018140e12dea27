import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Plans under which a fuzzed workspace meets few limits: its requests should be served, not refused. */
const PLANS = { enterprise: { unfinished_jobs: 300, requests_per_minute: 1_000_000 } };

/** A folder with a configuration file for {@link PLANS}, for `ATELIER_CONFIG`. Remove it. */
export async function writeLimits(): Promise<{ readonly file: string; remove(): Promise<void> }> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-fuzz-'));
  const file = path.join(folder, 'atelier.config.json');
  await fs.writeFile(file, JSON.stringify({ plans: PLANS }));
  return { file, remove: () => fs.rm(folder, { recursive: true, force: true }) };
}
