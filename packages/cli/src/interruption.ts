import os from 'node:os';

/** The caller wants the command to end. */
export class Interruption extends Error {
  /** The shell's exit code of a program that the signal ended: 130 for Ctrl-C. */
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super(`interrupted by ${signal}`);
    this.exitCode = 128 + os.constants.signals[signal];
  }
}

/** A signal that Ctrl-C, SIGTERM and hang-up abort with an Interruption. */
export function onInterruption(): { readonly signal: AbortSignal; readonly forget: () => void } {
  const controller = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const abort = (signal: NodeJS.Signals) => controller.abort(new Interruption(signal));
  for (const each of signals) process.on(each, abort);
  return {
    signal: controller.signal,
    forget: () => {
      for (const each of signals) process.off(each, abort);
    },
  };
}
