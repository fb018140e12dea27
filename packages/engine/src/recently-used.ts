/** Remembers the values that were used last, so many of them. A value that could not be made is not remembered. */
export class RecentlyUsed<V> {
  readonly #values = new Map<string, V>();
  readonly #kept: number;

  constructor(kept: number) {
    this.#kept = kept;
  }

  /** The remembered value, or the one `make` returns. */
  async get(key: string, make: () => Promise<V>): Promise<V> {
    const value = this.#values.get(key) ?? (await make());
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#kept && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }
}
