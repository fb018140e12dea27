/** The encodings that exports of shops and spreadsheets have. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes that are looked at to tell UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 1_000;

/** Decodes a text file. Bytes that are neither UTF-8 nor UTF-16 are read as Windows-1252, which takes any. */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly encoding: TextEncoding } {
  const encoding = encodingOf(bytes);
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

function encodingOf(bytes: Uint8Array): TextEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  // A text in Latin letters has a zero in every other byte of UTF-16, and none in the other encodings.
  const zeros = [0, 1].map((offset) => sample.filter((byte, index) => index % 2 === offset && byte === 0).length);
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) > sample.length / 4) return odd > even ? 'utf-16le' : 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
