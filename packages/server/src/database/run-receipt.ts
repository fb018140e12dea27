/** The identity of a hosted engine's work, sufficient to continue it in another process. */
export interface RunReceipt {
  /** The engine's own ID of the work. */
  readonly remoteId: string;
  /** Other data of its calls: addresses, names. Never a key. */
  readonly details: Readonly<Record<string, string>>;
}
