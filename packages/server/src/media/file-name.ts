/**
 * Longest name before its extension, in characters. With four bytes each and the extension it fits the 255 bytes of
 * file systems.
 */
const STEM_CHARACTERS_MAX = 60;
/** Name of a file that came without a usable one. */
const FALLBACK_STEM = 'picture';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'application/zip': 'zip',
};

/**
 * Control, format (bidirectional overrides, zero-width, tags), surrogate, private and unassigned characters: unseen
 * characters can deceive.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;
/** Characters that Windows forbids in names, or that have a meaning in a header, a shell or a URL. */
const RESERVED = /[<>:"|?*%;`$&\\/]/g;
/** Names of Windows devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A safe name for a file from a caller. It is the last part of its path, at most 60 characters, with the extension of
 * the true type. It has no unseen character, none with a meaning to a shell or file system, and no dot at either end.
 * An empty or absent name becomes `picture`.
 */
export function safeFileName(given: string | undefined, mimeType: string): string {
  const last = (given ?? '').slice(-1000).toWellFormed().normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const seen = last.replace(UNSEEN, '').replace(/\.[a-z0-9]{1,5}\s*$/i, '');
  const plain = seen
    .replace(RESERVED, '_')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s.~-]+/u, '');
  const stem = [...plain]
    .slice(0, STEM_CHARACTERS_MAX)
    .join('')
    .replace(/[\s.]+$/u, '');
  const name = stem === '' || DEVICE.test(stem.split('.')[0] ?? '') ? FALLBACK_STEM : stem;
  return `${name}.${extensionOf(mimeType)}`;
}

/**
 * The `Content-Disposition` that shows a file inline and saves it under its name (RFC 6266). It has `filename` in
 * ASCII, and `filename*` (RFC 8187) if the name has other characters. Takes any text, not only safe names.
 */
export function contentDisposition(fileName: string): string {
  const wellFormed = fileName.toWellFormed();
  const ascii = wellFormed
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const extended = ascii === wellFormed ? '' : `; filename*=UTF-8''${percentEncode(wellFormed)}`;
  return `inline; filename="${ascii}"${extended}`;
}

/**
 * Encodes all but the `attr-char` of RFC 8187 §3.2.1, which excludes four characters that `encodeURIComponent` keeps.
 */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The usual extension of a media type, without a dot. */
export function extensionOf(mimeType: string): string {
  return EXTENSIONS[mimeType] ?? 'bin';
}

/** The name of the thumbnail of a file. */
export function thumbnailName(fileName: string): string {
  return `${fileName.replace(/\.[a-z0-9]{1,5}$/i, '')}.webp`;
}
