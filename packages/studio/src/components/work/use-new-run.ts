import { type RefObject, useEffect, useRef } from 'react';

/**
 * Calls `onNew` with the first job of a run that is added, not with an older one that is first because another was put
 * away. Returns the reference of the section to bring into view then: the button that was pressed may be far from it.
 */
export function useNewRun<E extends HTMLElement>(
  newest: string | undefined,
  onNew: (section: E | null, jobId: string) => void,
): RefObject<E | null> {
  const section = useRef<E>(null);
  const seen = useRef(newest);
  useEffect(() => {
    if (newest === seen.current) return;
    // IDs of jobs grow with time.
    const isNew = newest !== undefined && (seen.current === undefined || newest > seen.current);
    seen.current = newest;
    if (isNew) onNew(section.current, newest);
  });
  return section;
}
