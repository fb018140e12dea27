/** Longest text from outside that is kept, in UTF-16 units. */
const LENGTH_MAX = 2_000;

/**
 * Text from outside as the database and every client take it: control characters, NUL among them, become blanks, what is no character becomes
 * U+FFFD, and what is too long ends in `…`. Any text gives such a text, and such a text stays as it is.
 */
export function storableText(text: string, lengthMax = LENGTH_MAX): string {
  // Cut first, so that a long text costs no more than a short one; a pair that is cut in two goes as a whole.
  const cut = text.length > lengthMax ? `${text.slice(0, lengthMax - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return cut
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/\p{Noncharacter_Code_Point}/gu, '\ufffd');
}
