import { createReadStream } from 'node:fs';

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** Counts the scans of a JPEG file, but not beyond `scansMax`: the answer is then `scansMax + 1`. */
export async function countJpegScans(path: string, scansMax: number): Promise<number> {
  const counter = new JpegScanCounter();
  for await (const chunk of createReadStream(path)) {
    counter.feed(chunk);
    if (counter.scans > scansMax) return scansMax + 1;
  }
  return counter.scans;
}

/**
 * Follows the markers of a JPEG stream (ITU T.81 annex B) given in pieces. A segment is skipped by its length, so a
 * thumbnail inside one is not counted. In coded data, 0xFF precedes 0 or a restart number; any other code is a marker.
 */
export class JpegScanCounter {
  scans = 0;
  #state: 'data' | 'code' | 'length high' | 'length low' = 'data';
  #lengthBytes = 0;
  #skipBytes = 0;

  feed(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#skipBytes > 0) {
        const skipped = Math.min(this.#skipBytes, chunk.length - at);
        this.#skipBytes -= skipped;
        at += skipped;
      } else if (this.#state === 'data') {
        const next = chunk.indexOf(0xff, at);
        if (next < 0) return;
        this.#state = 'code';
        at = next + 1;
      } else {
        this.#take(chunk[at] ?? 0);
        at += 1;
      }
    }
  }

  #take(byte: number): void {
    if (this.#state === 'code') this.#takeCode(byte);
    else if (this.#state === 'length high') {
      this.#lengthBytes = byte << 8;
      this.#state = 'length low';
    } else {
      // The length includes its own two bytes.
      this.#skipBytes = Math.max(0, (this.#lengthBytes | byte) - 2);
      this.#state = 'data';
    }
  }

  #takeCode(code: number): void {
    // 0xFF may be repeated before a code, as padding.
    if (code === 0xff) return;
    if (code === START_OF_SCAN) this.scans += 1;
    this.#state = standsAlone(code) ? 'data' : 'length high';
  }
}

/** Codes without a segment: a stuffed zero, the temporary marker, restarts, start and end of the image. */
function standsAlone(code: number): boolean {
  return code <= 0x01 || (code >= 0xd0 && code <= END_OF_IMAGE);
}
