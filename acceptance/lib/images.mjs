// Test pictures: a small PNG encoder, and fixtures of other formats as bytes.
import { randomBytes } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n >>> 0;
});
function crc32(buffer) {
  let c = 0xffffffff;
  for (let i = 0; i < buffer.length; i++) c = CRC[(c ^ buffer[i]) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}
function chunk(type, data) {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** An 8-bit PNG: RGB with `color`, or grey when `color` is a number; its left half is `left` (half as bright), so it is no plain field.
 *  `level` is zlib's; `pad` adds a comment of that many bytes. */
export function png({ width = 48, height = 64, color = [200, 60, 60], left = (v) => v >> 1, level = 1, pad = 0 } = {}) {
  const grey = typeof color === 'number';
  const pixel = Buffer.from(grey ? [color] : color);
  const row = Buffer.alloc(1 + width * pixel.length);
  for (let x = 0; x < width; x++) (x < width / 2 ? pixel.map(left) : pixel).copy(row, 1 + x * pixel.length);
  const raw = Buffer.alloc(row.length * height);
  for (let y = 0; y < height; y++) row.copy(raw, y * row.length);
  return encode(width, height, grey ? 0 : 2, raw, { level, pad });
}

/** A PNG of 8-bit rows (`raw`, each after its filter byte), of PNG's colour type `type`. */
function encode(width, height, type, raw, { level = 1, pad = 0 } = {}) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, type, 0, 0, 0], 8);
  const comment = pad ? [chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), Buffer.alloc(pad - 20, 0x2e)]))] : [];
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...comment,
    chunk('IDAT', deflateSync(raw, { level })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG of exactly `size` bytes (stored, not compressed), some megabytes large. */
export function pngOfSize(size) {
  const width = 2200;
  const height = Math.floor((size - 4000) / ((1 + width * 3) * 1.0001));
  const bare = png({ width, height, level: 0 });
  return png({ width, height, level: 0, pad: size - bare.length });
}

/** A mask: white where to repaint (the right half), black elsewhere. */
export const mask = (width = 48, height = 64) => png({ width, height, color: 255, left: () => 0 });

/** A mask that selects nothing. */
export const blackMask = (width = 48, height = 64) => png({ width, height, color: 0 });

/** A PNG of random pixels, which no encoder makes smaller: about 3 bytes a pixel. */
export const noise = (width, height) =>
  encode(
    width,
    height,
    2,
    Buffer.concat(Array.from({ length: height }, () => Buffer.from([0, ...randomBytes(width * 3)]))),
  );

/** Pixels of an 8-bit PNG without interlacing: { width, height, at(x, y) }, `at` giving [red, green, blue]. */
export function decodePng(b) {
  const [width, height, depth, type, , , interlaced] = [b.readUInt32BE(16), b.readUInt32BE(20), ...b.subarray(24, 29)];
  const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[type];
  if (depth !== 8 || !channels || interlaced) throw new Error(`a PNG of depth ${depth}, type ${type} is not read here`);
  const parts = [];
  for (let i = 8; i < b.length; i += 12 + b.readUInt32BE(i))
    if (b.toString('latin1', i + 4, i + 8) === 'IDAT') parts.push(b.subarray(i + 8, i + 8 + b.readUInt32BE(i)));
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : pixels[y * stride + x - channels];
      const up = y ? pixels[(y - 1) * stride + x] : 0;
      const corner = y && x >= channels ? pixels[(y - 1) * stride + x - channels] : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      pixels[y * stride + x] = raw[y * (stride + 1) + 1 + x] + guess;
    }
  }
  const at = (x, y) => {
    const pixel = [...pixels.subarray((y * width + x) * channels, (y * width + x + 1) * channels)];
    return channels < 3 ? Array(3).fill(pixel[0]) : pixel.slice(0, 3);
  };
  return { width, height, at };
}
/** The predictor of PNG's filter 4. */
function paeth(left, up, corner) {
  const [toLeft, toUp, toCorner] = [left, up, corner].map((v) => Math.abs(left + up - corner - v));
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** A PNG whose header claims a size that its data does not have. */
export function pngClaiming(width, height) {
  return encode(width, height, 2, Buffer.alloc(1000));
}

/** Format and pixel size by the bytes: { type: 'png' | 'jpeg' | 'webp' | 'mp4' | null, width, height }. */
export function sniff(b) {
  if (b.subarray(0, 8).equals(SIGNATURE)) return { type: 'png', width: b.readUInt32BE(16), height: b.readUInt32BE(20) };
  if (b[0] === 0xff && b[1] === 0xd8) {
    for (let i = 2; i + 9 < b.length; ) {
      const marker = b[i + 1];
      if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
        return { type: 'jpeg', width: b.readUInt16BE(i + 7), height: b.readUInt16BE(i + 5) };
      i += 2 + b.readUInt16BE(i + 2);
    }
    return { type: 'jpeg' };
  }
  if (b.toString('latin1', 0, 4) === 'RIFF' && b.toString('latin1', 8, 12) === 'WEBP') {
    const kind = b.toString('latin1', 12, 16);
    if (kind === 'VP8X') return { type: 'webp', width: 1 + b.readUIntLE(24, 3), height: 1 + b.readUIntLE(27, 3) };
    if (kind === 'VP8L') {
      const v = b.readUInt32LE(21);
      return { type: 'webp', width: (v & 0x3fff) + 1, height: ((v >>> 14) & 0x3fff) + 1 };
    }
    return { type: 'webp', width: b.readUInt16LE(26) & 0x3fff, height: b.readUInt16LE(28) & 0x3fff };
  }
  if (b.toString('latin1', 4, 8) === 'ftyp') return { type: 'mp4' };
  if (b.readUInt32BE?.(0) === 0x1a45dfa3) return { type: 'webm' };
  return { type: null };
}

const bytes = (base64) => Buffer.from(base64, 'base64');

/** 48 × 32 */
export const JPEG = bytes(
  '/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAgADADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAMF/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABYBAQEBAAAAAAAAAAAAAAAAAAUGBP/EABkRAQADAQEAAAAAAAAAAAAAAAAFgcFCQ//aAAwDAQACEQMRAD8AywGBXCKyJuG7rQE353gAbArAIleiKyJuG7rQE353gAbAv//Z',
);
/** 48 × 32, lossy */
export const WEBP = bytes(
  'UklGRlYAAABXRUJQVlA4IEoAAADwAwCdASowACAAPrVMokwnJCMiMBVYAOAWiUAZEWlfAN4AAR1l4YeAAP7mzt8vP03/+SnvKruOx4fEqvDJU5x3WlwerbkErAAAAA==',
);
/** 48 × 32 */
export const WEBP_LOSSLESS = bytes('UklGRioAAABXRUJQVlA4TB4AAAAvL8AHAA9wEJiDQR8GdP5jCWLBZP7SGXRH9D9QnQM=');
/** Stored 48 × 32 with EXIF orientation 6 (shown 32 × 48), GPS and the text SECRET-EXIF-MARK */
export const JPEG_TURNED = bytes(
  '/9j/4QEcRXhpZgAASUkqAAgAAAAIAA4BAgARAAAAfgAAABIBAwABAAAABgAAABoBBQABAAAAbgAAABsBBQABAAAAdgAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAGmHBAABAAAAkAAAACWIBAABAAAA3gAAAAAAAAA4YwAA6AMAADhjAADoAwAAU0VDUkVULUVYSUYtTUFSSwAABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//AAACoAQAAQAAADAAAAADoAQAAQAAACAAAAAAAAAAAgABAAIAAgAAAE4AAAACAAUAAwAAAPwAAAAAAAAAMwAAAAEAAAAeAAAAAQAAAJ4MAABkAAAA/+IB8ElDQ19QUk9GSUxFAAEBAAAB4GxjbXMEIAAAbW50clJHQiBYWVogB+IAAwAUAAkADgAdYWNzcE1TRlQAAAAAc2F3c2N0cmwAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1oYW5keem/Vlo+AbaDI4VVRvdPqgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKZGVzYwAAAPwAAAAkY3BydAAAASAAAAAid3RwdAAAAUQAAAAUY2hhZAAAAVgAAAAsclhZWgAAAYQAAAAUZ1hZWgAAAZgAAAAUYlhZWgAAAawAAAAUclRSQwAAAcAAAAAgZ1RSQwAAAcAAAAAgYlRSQwAAAcAAAAAgbWx1YwAAAAAAAAABAAAADGVuVVMAAAAIAAAAHABzAFIARwBCbWx1YwAAAAAAAAABAAAADGVuVVMAAAAGAAAAHABDAEMAMAAAWFlaIAAAAAAAAPbWAAEAAAAA0y1zZjMyAAAAAAABDD8AAAXd///zJgAAB5AAAP2S///7of///aIAAAPcAADAcVhZWiAAAAAAAABvoAAAOPIAAAOPWFlaIAAAAAAAAGKWAAC3iQAAGNpYWVogAAAAAAAAJKAAAA+FAAC2xHBhcmEAAAAAAAMAAAACZmkAAPKnAAANWQAAE9AAAApb/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZMTlJTUjI+WmFaUGBKUVJP/9sAQwEODg4TERMmFRUmTzUtNU9PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P/8AAEQgAIAAwAwEiAAIRAQMRAf/EABYAAQEBAAAAAAAAAAAAAAAAAAADBf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAWAQEBAQAAAAAAAAAAAAAAAAAFBgT/xAAZEQEAAwEBAAAAAAAAAAAAAAAABYHBQkP/2gAMAwEAAhEDEQA/AMsBgVwisibhu60BN+d4AGwKwCJXoisibhu60BN+d4AGwL//2Q==',
);
/** 48 × 32 */
export const GIF = bytes(
  'R0lGODlhMAAgAIEAAExpcTBQ0NAwMAAAACH5BAUAAAAALAAAAAAwACAAAAJVlI+pF+0Po1u0yourTrjDDQreGIQb6Zka2qkWe7kUHMsKLdk3/ukI3/MZgA8hg9gwDpElJbNpfCpFzKnUWcUirdloV3j1brVE7lhcJgPNafRazWMDCwA7',
);
/** 48 × 32 */
export const AVIF = bytes(
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAAXBtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAADRpbG9jAAAAAERAAAIAAQAAAAABlAABAAAAAAAAAFMAAgAAAAAB5wABAAAAAAAAABoAAAA4aWluZgAAAAAAAgAAABVpbmZlAgAAAAABAABhdjAxAAAAABVpbmZlAgAAAAACAABhdjAxAAAAAA5waXRtAAAAAAABAAAAr2lwcnAAAACKaXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAADAAAAAgAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQAcAAAAAA5waXhpAAAAAAEIAAAAOGF1eEMAAAAAdXJuOm1wZWc6bXBlZ0I6Y2ljcDpzeXN0ZW1zOmF1eGlsaWFyeTphbHBoYQAAAAAdaXBtYQAAAAAAAAACAAEDgQIDAAIEhAIFhgAAABppcmVmAAAAAAAAAA5hdXhsAAIAAQABAAAAdW1kYXQSAAoJOBUv+0gIaDSAMkQcQmLk6aaaYWNgANyo6jG2gvBUJKOFr8IREwkTTzEGmkiZFNf3KZ0zMJj5Nx02xJQq3GV77Lj+ehSXoEhsI+MCqS1LSxIACgYYFS/7CoAyDhsAaaFAt/WEoe+HGQbA',
);
/** 48 × 32 */
export const TIFF = bytes(
  'SUkqAPwAAACANAYDB/gCDQeEQmFQuGQ2HQ+IREAGAQKCJReMRmNRGBQSNx+QSGHRSLSKTSePx2CyiWS2RxWXTGZQeVTObSySTedSaazufRqcz+hRee0OjQ2g0elQqi0unUmnU6m1Gj1CqUep1ehVatUKs12d1ywTuv2ObWKzTay2mY2i2TG12+cTC5Tq43WTW68Se73uQXq/SG+4GgXTCS3B4eL4DFRnE42IYzIRLH5OkYbLSDK5mFZLOQ3N5+D57RUyByvSxjSamaafWarMa+IaHS6vX7TRbbWbjP7rU7zOb7S8DM8LRcTLcbP8jJ8rOczIc7M9DG9LLQEAEQAAAQMAAQAAADAAAAABAQMAAQAAACAAAAACAQMABAAAAN4BAAADAQMAAQAAAAUAAAAGAQMAAQAAAAIAAAARAQQAAQAAAAgAAAASAQMAAQAAAAEAAAAVAQMAAQAAAAQAAAAWAQMAAQAAAAABAAAXAQQAAQAAAPMAAAAaAQUAAQAAAM4BAAAbAQUAAQAAANYBAAAcAQMAAQAAAAEAAAAoAQMAAQAAAAIAAAA9AQMAAQAAAAIAAABSAQMAAQAAAAIAAABTAQMABAAAAOYBAAAAAAAAMzPLAAAACAAzM8sAAAAIAAgACAAIAAgAAQABAAEAAQA=',
);
export const BMP = Buffer.concat([
  Buffer.from(
    '424d3a0000000000000036000000280000000100000001000000010018000000000004000000130b0000130b00000000000000000000',
    'hex',
  ),
  Buffer.from([255, 0, 0, 0]),
]);
export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="32"><script>alert(1)</script></svg>',
);
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');
export const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');
