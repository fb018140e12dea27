/** Longest text from outside that is kept, in UTF-16 units. */
const LENGTH_MAX = 2_000;

/**
 * Text from outside in a form that the database and every client take. Control characters, NUL among them, become
 * blanks. Lone surrogates become U+FFFD, and a text that is too long ends in `…`. Applying it twice changes nothing
 * more.
 */
export function storableText(text: string, lengthMax = LENGTH_MAX): string {
  // Cut first, so that a long text costs no more than a short one; a pair that is cut in two goes as a whole.
  const cut = text.length > lengthMax ? `${text.slice(0, lengthMax - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return cut
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/\p{Noncharacter_Code_Point}/gu, '\ufffd');
}
