/** A cache of the most recently used values, of limited size. Failures are not cached. */
export class RecentlyUsed<V> {
  readonly #values = new Map<string, V>();
  readonly #kept: number;

  constructor(kept: number) {
    this.#kept = kept;
  }

  /** The cached value, or the one that `make` returns. */
  async get(key: string, make: () => Promise<V>): Promise<V> {
    const value = this.#values.get(key) ?? (await make());
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#kept && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }
}
