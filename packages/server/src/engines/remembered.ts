/** How long a failed fetch is not repeated, in milliseconds. */
const FAILED_PAUSE_MS = 30_000;

/**
 * A value that is fetched on first use and cached for `ageMs`. While fetches fail it keeps the previous value, or null.
 * Calls during a fetch wait for it.
 */
export function remembered<T>(fetchValue: () => Promise<T | null>, ageMs: number): () => Promise<T | null> {
  let value: T | null = null;
  let freshUntil = 0;
  let fetching: Promise<void> | null = null;
  const refresh = async (): Promise<void> => {
    const fetched = await fetchValue();
    value = fetched ?? value;
    freshUntil = Date.now() + (fetched === null ? FAILED_PAUSE_MS : ageMs);
  };
  return async () => {
    if (Date.now() >= freshUntil) {
      fetching ??= refresh().finally(() => {
        fetching = null;
      });
      await fetching;
    }
    return value;
  };
}
