/**
 * The film with its index (`moov`) before the pictures (`mdat`), so that a browser plays it while it loads (ffmpeg's
 * faststart). Its colours are declared, so that players do not guess them (ISO/IEC 14496-12). The encoder writes the
 * index last, with 32-bit offsets.
 */
export function finishedFilm(film: Uint8Array): Uint8Array<ArrayBuffer> {
  const boxes = boxesIn(film, 0, film.length);
  const moov = boxes.find(({ type }) => type === 'moov');
  const mdat = boxes.find(({ type }) => type === 'mdat');
  if (!moov || !mdat) throw new Error('the encoder made a video without images or without their table');
  const contents = withColours(film.subarray(moov.start, moov.end));
  shiftOffsets(contents, 8, contents.length, contents.length);
  const [before, pictures] = [film.subarray(0, mdat.start), film.subarray(mdat.start, moov.start)];
  return new Uint8Array(Buffer.concat([before, contents, pictures, film.subarray(moov.end)]));
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
    const size = view.getUint32(start);
    if (size < 8 || start + size > to) break;
    found.push({ type: String.fromCharCode(...bytes.subarray(start + 4, start + 8)), start, end: start + size });
    start += size;
  }
  return found;
}

/** Outer boxes on the path to the table of offsets. */
const HOLDERS: readonly string[] = ['trak', 'mdia', 'minf', 'stbl'];

function shiftOffsets(bytes: Uint8Array, from: number, to: number, by: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (const { type, start, end } of boxesIn(bytes, from, to)) {
    if (HOLDERS.includes(type)) shiftOffsets(bytes, start + 8, end, by);
    if (type === 'stco') for (let at = start + 16; at < end; at += 4) view.setUint32(at, view.getUint32(at) + by);
  }
}
