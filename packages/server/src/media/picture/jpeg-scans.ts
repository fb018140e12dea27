const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/**
 * Counts the scans of a JPEG given in pieces, but not beyond `scansMax`: the answer is then `scansMax + 1`.
 *
 * It follows the markers (ITU T.81 annex B). A segment is skipped by its length, so a thumbnail inside one is not
 * counted. In coded data, 0xFF precedes 0 or a restart number; any other code is a marker.
 */
export async function countJpegScans(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  scansMax: number,
): Promise<number> {
  let scans = 0;
  let next: 'data' | 'code' | 'length high' | 'length low' = 'data';
  let lengthBytes = 0;
  let skipBytes = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at] ?? 0;
      if (skipBytes > 0) {
        const skipped = Math.min(skipBytes, piece.length - at);
        skipBytes -= skipped;
        at += skipped - 1;
      } else if (next === 'data') {
        const marker = piece.indexOf(0xff, at);
        if (marker < 0) break;
        at = marker;
        next = 'code';
      } else if (next === 'length high') {
        lengthBytes = byte << 8;
        next = 'length low';
      } else if (next === 'length low') {
        // The length includes its own two bytes.
        skipBytes = Math.max(0, (lengthBytes | byte) - 2);
        next = 'data';
      } else if (byte !== 0xff) {
        // 0xFF may be repeated before a code, as padding.
        if (byte === START_OF_SCAN) scans += 1;
        if (scans > scansMax) return scans;
        next = standsAlone(byte) ? 'data' : 'length high';
      }
    }
  }
  return scans;
}

/** Codes without a segment: a stuffed zero, the temporary marker, restarts, start and end of the image. */
function standsAlone(code: number): boolean {
  return code <= 0x01 || (code >= 0xd0 && code <= END_OF_IMAGE);
}
