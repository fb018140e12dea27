/** What finds the work of a hosted engine again, and is enough to go on in another process. */
export interface RunReceipt {
  /** The engine's own ID of the work. */
  readonly remoteId: string;
  /** What else its calls need: addresses, names. Never a key. */
  readonly details: Readonly<Record<string, string>>;
}
