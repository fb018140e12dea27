import process from 'node:process';

/** Pause between two looks at who our parent is. */
const LOOK_MS = 250;

/**
 * Ends this process as by SIGTERM when npm, which started it, has gone. npm runs commands below a shell. A SIGTERM sent
 * to npm kills that shell and goes no further. The command would run on with nobody left to stop it.
 */
export function endWithNpm() {
  if (process.env.npm_command === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  timer.unref();
}
