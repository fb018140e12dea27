import { useRef } from 'react';

/** Shortest time between two runs. */
const PAUSE_MS = 30_000;

/** The function, run at most every half minute: what mends a fault must not become a loop where it does not mend it. */
export function useSeldom(run: () => void): () => void {
  const last = useRef(-PAUSE_MS);
  return () => {
    if (performance.now() - last.current < PAUSE_MS) return;
    last.current = performance.now();
    run();
  };
}
