/** How much may be decoded at once. */
export interface DecodeGateOptions {
  /** Decodes at the same time. */
  readonly decodesMax: number;
  /** Memory all decodes together may hold, in bytes. One that needs more runs alone. */
  readonly heldBytesMax: number;
}

/**
 * Lets decodes in by two limits, first come first served: none overtakes, so that a large picture is not starved by
 * small ones. Uploads that wait lie on disk and cost no memory.
 */
export function decodeGate({ decodesMax, heldBytesMax }: DecodeGateOptions) {
  const waiting: { readonly costBytes: number; readonly enter: () => void }[] = [];
  let running = 0;
  let heldBytes = 0;
  const hasRoomFor = (costBytes: number) =>
    running === 0 || (running < decodesMax && heldBytes + costBytes <= heldBytesMax);
  const letIn = () => {
    for (let next = waiting[0]; next && hasRoomFor(next.costBytes); next = waiting[0]) {
      waiting.shift();
      running += 1;
      heldBytes += next.costBytes;
      next.enter();
    }
  };
  return {
    /** Runs the decode when there is room for its cost in bytes, and returns its result or throws its error. */
    async run<T>(costBytes: number, decode: () => Promise<T>): Promise<T> {
      await new Promise<void>((enter) => {
        waiting.push({ costBytes, enter });
        letIn();
      });
      try {
        return await decode();
      } finally {
        running -= 1;
        heldBytes -= costBytes;
        letIn();
      }
    },
  };
}
