/**
 * Characters that move a terminal's cursor, end a line for some readers, or reverse the following text. JSON does not
 * escape them.
 */
const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Keys of workspaces, of the admin interface and of engines, as requests show them and secrets of webhooks are written:
 * some libraries log whole heads. Also the user name and password of an address.
 */
const SHOWN_KEYS = /\bBearer +[^"\s\\]+|(?<=:\/\/)[^"\s\\/?#@]+@|\batl_(?:test_)?[0-9A-Za-z]{40,}|\bwhsec_[\w+/=]+/gi;

/**
 * A line of the log without keys, and with every unseen character escaped. Such characters stand only within its texts,
 * where the escape means the same.
 */
export function plainLine(line: string): string {
  return line
    .replaceAll(SHOWN_KEYS, '[redacted]')
    .replaceAll(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
