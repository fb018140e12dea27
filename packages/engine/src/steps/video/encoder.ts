/** Events of the process that the encoder's WebAssembly glue claims for itself. */
const CLAIMED = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * Loads the H.264 encoder when the first film is made. Its glue answers every uncaught error of the process by printing
 * its whole source and aborting; those listeners are taken off again, so that errors end the process as they always do.
 */
export async function loadEncoder() {
  const before = new Map(CLAIMED.map((event) => [event, process.rawListeners(event)]));
  const { default: h264 } = await import('h264-mp4-encoder');
  for (const event of CLAIMED)
    for (const listener of process.rawListeners(event))
      if (isListener(listener) && !before.get(event)?.includes(listener)) process.off(event, listener);
  return h264;
}

function isListener(value: unknown): value is () => void {
  return typeof value === 'function';
}
