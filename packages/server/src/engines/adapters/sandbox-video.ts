import { loadEncoder } from '@atelier/engine';
import type { EngineOutput } from '../port.ts';

/** A second of film is enough to be a video, and made in a moment. */
const FRAMES = 10;
const FRAMES_PER_SECOND = 10;
/** Quantisation of H.264, 10 (fine) to 51 (coarse). */
const QUANTISATION = 30;

/** A picture, three bytes a pixel. */
interface Frame {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** A short H.264 film of one picture that slowly brightens, as MP4. Sides are made even, which the format wants. */
export async function filmOf({ width, height, rgb }: Frame): Promise<EngineOutput> {
  const size = { width: width - (width % 2), height: height - (height % 2) };
  const encoder = await (await loadEncoder()).createH264MP4Encoder();
  try {
    Object.assign(encoder, size, { frameRate: FRAMES_PER_SECOND, quantizationParameter: QUANTISATION });
    encoder.initialize();
    for (let frame = 0; frame < FRAMES; frame++) encoder.addFrameRgba(rgbaOf(rgb, width, size, 0.8 + (0.2 * frame) / FRAMES));
    encoder.finalize();
    const bytes = encoder.FS.readFile(encoder.outputFilename);
    return { kind: 'file', mediaKind: 'video', mimeType: 'video/mp4', ...size, bytes };
  } finally {
    encoder.delete();
  }
}

function rgbaOf(
  rgb: Uint8Array,
  stride: number,
  { width, height }: { width: number; height: number },
  light: number,
): Uint8Array {
  const out = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) out[(y * width + x) * 4 + c] = (rgb[(y * stride + x) * 3 + c] ?? 0) * light;
    }
  }
  return out;
}
