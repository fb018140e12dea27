/** How long a fetch that failed is not repeated, in milliseconds. */
const FAILED_PAUSE_MS = 30_000;

/**
 * A value that is fetched when it is needed and kept for `ageMs`. While fetches fail the one before serves on; null
 * where there was none. Whoever asks during a fetch waits for it.
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
