/**
 * The film with its index (`moov`) before the pictures (`mdat`), so that a browser plays it while it loads (ffmpeg's
 * faststart). Its colours are declared, so that players do not guess them (ISO/IEC 14496-12).
 */
export function finishedFilm(film: Uint8Array): Uint8Array<ArrayBuffer> {
  const boxes = boxesIn(film, 0, film.length);
  const moov = boxes.find(({ type }) => type === 'moov');
  const mdat = boxes.find(({ type }) => type === 'mdat');
  if (!moov || !mdat) throw new Error('the encoder made a video without images or without their table');
  const contents = withColours(film.subarray(moov.start, moov.end));
  const moved = moov.start > mdat.start ? contents.length : contents.length - (moov.end - moov.start);
  shiftOffsets(contents, 8, contents.length, moved);
  const first = Math.min(moov.start, mdat.start);
  const parts = [film.subarray(0, first), contents, film.subarray(first, moov.start), film.subarray(moov.end)];
  const out = new Uint8Array(film.length + contents.length - (moov.end - moov.start));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Path to the description of the pictures in the index. */
const WAY_TO_PICTURES = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'avc1'] as const;
/** Bytes of a box before its inner boxes, if there are more than its size and type. */
const HEADERS: Readonly<Record<string, number>> = { stsd: 16, avc1: 86 };
/** A box that declares primaries, transfer and matrix of ITU-R BT.709 (1), limited range. */
const COLOURS = Uint8Array.of(0, 0, 0, 19, ...new TextEncoder().encode('colrnclx'), 0, 1, 0, 1, 0, 1, 0);

/** A copy of the index that declares the colours of the pictures. */
function withColours(moov: Uint8Array): Uint8Array<ArrayBuffer> {
  const way: Box[] = [];
  for (const type of WAY_TO_PICTURES) {
    const holder = way.at(-1);
    const [from, to] = holder ? [holder.start + (HEADERS[holder.type] ?? 8), holder.end] : [0, moov.length];
    const box = boxesIn(moov, from, to).find((one) => one.type === type);
    if (!box) throw new Error(`the encoder made a video without ${type}`);
    way.push(box);
  }
  const { end } = way[way.length - 1];
  const out = new Uint8Array(moov.length + COLOURS.length);
  out.set(moov.subarray(0, end));
  out.set(COLOURS, end);
  out.set(moov.subarray(end), end + COLOURS.length);
  const view = new DataView(out.buffer);
  for (const { start } of way) view.setUint32(start, view.getUint32(start) + COLOURS.length);
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

/** Outer boxes on the path to the tables of offsets. */
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
