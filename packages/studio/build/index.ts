import { spawn } from 'node:child_process';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildFolder, isFinished } from './folder.ts';

/** The command that makes a build, for messages. */
const BUILD_COMMAND = 'npm run build:studio';

/** The page cannot be built; the message says why and which command shows more. */
export class StudioBuildError extends Error {
  override readonly name = 'StudioBuildError';
}

/**
 * Folder of a finished build. If there is none, a child process of low priority builds it now. Several processes may
 * call this at once: each builds in its own folder and the first to finish wins. Throws {@link StudioBuildError}.
 */
export async function ensureBuild(signal?: AbortSignal): Promise<string> {
  const folder = await buildFolder();
  if (await isFinished(folder)) return folder;
  await runBuild(signal);
  if (await isFinished(folder)) return folder;
  throw new StudioBuildError(`The studio's sources changed while it was built. Run \`${BUILD_COMMAND}\`.`);
}

async function runBuild(signal: AbortSignal | undefined): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Test runners set NODE_ENV to `test`, which makes Vite build for development.
    env: { ...process.env, NODE_ENV: 'production' },
    ...(signal ? { signal } : {}),
  });
  lowerPriority(child.pid);
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new StudioBuildError(`${why} \`${BUILD_COMMAND}\` shows more.`));
    child.once('error', (error) => fail(`The build of the studio did not run: ${error.message}.`));
    child.once('close', (code) =>
      code === 0 ? resolve() : fail(`The studio could not be built: ${firstLine(complaint)}`),
    );
  });
}

/** The build yields to requests and jobs. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) os.setPriority(pid, os.constants.priority.PRIORITY_LOW);
  } catch (error) {
    // The build has ended already, or the system has no priorities.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

function firstLine(text: string): string {
  return (text.trim().split('\n')[0] ?? '').slice(0, 300);
}
