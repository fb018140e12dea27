/**
 * The film with its table of contents (`moov`) before the pictures (`mdat`), so that a browser plays it while it loads:
 * what ffmpeg calls faststart. Offsets in `stco` and `co64` grow by what is moved in front of them (ISO/IEC 14496-12).
 * A film that has it in front already, or has another form, comes back as it is.
 */
export function withFastStart(film: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(film);
  const boxes = boxesIn(bytes, 0, bytes.length);
  const moov = boxes.find(({ type }) => type === 'moov');
  const mdat = boxes.find(({ type }) => type === 'mdat');
  if (!moov || !mdat || moov.start < mdat.start) return bytes;
  shiftOffsets(bytes, moov.start + 8, moov.end, moov.end - moov.start);
  const parts = [bytes.subarray(0, mdat.start), bytes.subarray(moov.start, moov.end), bytes.subarray(mdat.start, moov.start)];
  const out = new Uint8Array(bytes.length);
  let at = 0;
  for (const part of [...parts, bytes.subarray(moov.end)]) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function boxesIn(bytes: Uint8Array, from: number, to: number): Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const found: Box[] = [];
  for (let start = from; start + 8 <= to; ) {
    const stated = view.getUint32(start);
    const size = stated === 1 ? Number(view.getBigUint64(start + 8)) : stated === 0 ? to - start : stated;
    if (size < 8 || start + size > to) break;
    found.push({ type: String.fromCharCode(...bytes.subarray(start + 4, start + 8)), start, end: start + size });
    start += size;
  }
  return found;
}

/** Boxes that hold boxes on the way to the tables of offsets. */
const HOLDERS: readonly string[] = ['trak', 'mdia', 'minf', 'stbl'];

function shiftOffsets(bytes: Uint8Array, from: number, to: number, by: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (const { type, start, end } of boxesIn(bytes, from, to)) {
    if (HOLDERS.includes(type)) shiftOffsets(bytes, start + 8, end, by);
    if (type !== 'stco' && type !== 'co64') continue;
    const count = view.getUint32(start + 12);
    for (let k = 0; k < count; k++) {
      if (type === 'stco') view.setUint32(start + 16 + k * 4, view.getUint32(start + 16 + k * 4) + by);
      else view.setBigUint64(start + 16 + k * 8, view.getBigUint64(start + 16 + k * 8) + BigInt(by));
    }
  }
}
