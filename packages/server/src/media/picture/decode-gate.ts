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
export class DecodeGate {
  readonly #options: DecodeGateOptions;
  readonly #waiting: { readonly costBytes: number; readonly enter: () => void }[] = [];
  #running = 0;
  #heldBytes = 0;

  constructor(options: DecodeGateOptions) {
    this.#options = options;
  }

  /** Runs the decode when there is room for its cost in bytes, and returns its result or throws its error. */
  async run<T>(costBytes: number, decode: () => Promise<T>): Promise<T> {
    await new Promise<void>((enter) => {
      this.#waiting.push({ costBytes, enter });
      this.#letIn();
    });
    try {
      return await decode();
    } finally {
      this.#running -= 1;
      this.#heldBytes -= costBytes;
      this.#letIn();
    }
  }

  #letIn(): void {
    for (let next = this.#waiting[0]; next && this.#hasRoomFor(next.costBytes); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#running += 1;
      this.#heldBytes += next.costBytes;
      next.enter();
    }
  }

  #hasRoomFor(costBytes: number): boolean {
    if (this.#running === 0) return true;
    return this.#running < this.#options.decodesMax && this.#heldBytes + costBytes <= this.#options.heldBytesMax;
  }
}
