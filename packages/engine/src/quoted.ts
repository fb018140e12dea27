/** Characters of a caller's words that a message repeats. */
const LENGTH_MAX = 100;

/** A caller's words in quotation marks, truncated if they are long. */
export function quoted(words: string): string {
  return words.length > LENGTH_MAX ? `"${words.slice(0, LENGTH_MAX).toWellFormed()}…"` : `"${words}"`;
}
