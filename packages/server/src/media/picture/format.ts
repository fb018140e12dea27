/** Formats a picture may come in; also the names sharp has for them. */
export type PictureFormat = 'jpeg' | 'png' | 'webp';

/** Media types of the formats. */
export const MIME_TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const satisfies Record<
  PictureFormat,
  string
>;

/** Bytes from the start of a file that tell its format: a text format may begin with white space and a comment. */
export const HEAD_BYTES = 512;

/**
 * The format of a picture by its first bytes, or null. Neither the name nor the stated type of a file is ever asked.
 */
export function formatOf(head: Uint8Array): PictureFormat | null {
  const text = latin1(head);
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  return text.startsWith('RIFF') && text.startsWith('WEBP', 8) ? 'webp' : null;
}

/**
 * The common name of a file that the service does not accept, such as `a GIF` or `an HTML page`; null for unknown
 * bytes. For messages only.
 */
export function otherKindOf(head: Uint8Array): string | null {
  const text = latin1(head);
  const signed = SIGNATURES.find(([offset, signature]) => text.startsWith(signature, offset));
  if (signed) return signed[2];
  const markup = /^(?:\xef\xbb\xbf)?\s*(<.*)/s.exec(text)?.[1] ?? '';
  if (/<svg/i.test(markup)) return 'an SVG';
  return /^<(?:!doctype html|html)/i.test(markup) ? 'an HTML page' : null;
}

/**
 * Signatures of formats that people send by mistake, as in the database of file(1). The first match counts: HEIF brands
 * before other boxes.
 */
const SIGNATURES: readonly (readonly [offset: number, signature: string, kind: string])[] = [
  [0, 'GIF8', 'a GIF'],
  [4, 'ftypavif', 'an AVIF'],
  [4, 'ftypavis', 'an AVIF'],
  [4, 'ftyphei', 'a HEIC'],
  [4, 'ftyphev', 'a HEIC'],
  [4, 'ftypmif1', 'a HEIC'],
  [4, 'ftypmsf1', 'a HEIC'],
  [4, 'ftyp', 'a video'],
  [0, '\x1aE\xdf\xa3', 'a video'],
  [0, 'II*\0', 'a TIFF'],
  [0, 'MM\0*', 'a TIFF'],
  [0, 'BM', 'a BMP'],
  [0, '\xff\x0a', 'a JPEG XL'],
  [4, 'JXL ', 'a JPEG XL'],
  [0, '8BPS', 'a Photoshop file'],
  [0, '%PDF', 'a PDF'],
  [0, 'PK\x03\x04', 'a ZIP archive'],
];

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEAD_BYTES)).toString('latin1');
}
