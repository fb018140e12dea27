import { createContext, type ReactNode, use, useCallback, useState } from 'react';

const AnnounceContext = createContext<(text: string) => void>(() => {});

/** The one place that announces changes elsewhere on the page to screen readers. */
export function Announcer({ children }: { readonly children: ReactNode }) {
  const [said, setSaid] = useState({ text: '', times: 0 });
  const announce = useCallback((text: string) => setSaid(({ times }) => ({ text, times: times + 1 })), []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className="visually-hidden" role="status" aria-live="polite">
        {/* The same words said again are another element, and so are read again. */}
        <span key={said.times}>{said.text}</span>
      </div>
    </AnnounceContext>
  );
}

/** Says something to people who do not see the page change. */
export function useAnnounce(): (text: string) => void {
  return use(AnnounceContext);
}
