import { agoText, momentText } from '../lib/format.ts';

/** A moment (RFC 3339): how long ago, and exactly for who points at it. */
export function Time({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={momentText(at)}>
      {agoText(at)}
    </time>
  );
}
