import { useRef } from 'react';

/** Shortest time between two runs. */
const PAUSE_MS = 30_000;

/** The function, run at most every half minute, so that a repair which fails does not become a loop. */
export function useSeldom(run: () => void): () => void {
  const last = useRef(-PAUSE_MS);
  return () => {
    if (performance.now() - last.current < PAUSE_MS) return;
    last.current = performance.now();
    run();
  };
}
