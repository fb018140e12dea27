import type { H264MP4Encoder } from 'h264-mp4-encoder';
import type { Size } from '../../pixels/raster.ts';
import { finishedFilm } from './mp4.ts';

/** Quantisation of H.264, 10 (fine) to 51 (coarse). */
const QUANTISATION = 25;
/**
 * Speed of the encoder, 0 (best) to 10 (fastest). On films of still pictures 9 takes half the time of 8 and a quarter
 * of that of 0. At the same file size it is 0.1 dB below 0.
 */
const SPEED = 9;

/** Process events that the encoder's WebAssembly glue handles. */
const CLAIMED = ['uncaughtException', 'unhandledRejection'] as const;

/** A film in the making. Always close it, because it holds memory that the garbage collector does not free. */
export interface Film {
  /** Adds a frame of `yuvLength` bytes. */
  add(frame: Uint8Array): void;
  /** Returns the MP4 file of all frames. No frame can be added afterwards. */
  finish(): Uint8Array<ArrayBuffer>;
  close(): void;
}

/** Begins a film with even sides. A player can jump to each of its seconds. */
export async function openFilm(size: Size, framesPerSecond: number): Promise<Film> {
  const encoder = await createEncoder();
  Object.assign(encoder, size, {
    frameRate: framesPerSecond,
    quantizationParameter: QUANTISATION,
    speed: SPEED,
    groupOfPictures: framesPerSecond,
  });
  encoder.initialize();
  let finished = false;
  const finalize = () => {
    if (!finished) encoder.finalize();
    finished = true;
  };
  return {
    add: (frame) => encoder.addFrameYuv(frame),
    finish() {
      finalize();
      return finishedFilm(encoder.FS.readFile(encoder.outputFilename));
    },
    close() {
      // Deleting an unfinished encoder aborts the process's WebAssembly.
      finalize();
      encoder.delete();
    },
  };
}

/**
 * Loads the encoder for the first film. Its glue answers every uncaught error of the process by printing its whole
 * source and aborting. Those listeners are removed, so that errors end the process as usual.
 */
async function createEncoder(): Promise<H264MP4Encoder> {
  const before = new Map(CLAIMED.map((event) => [event, process.rawListeners(event)]));
  const { default: h264 } = await import('h264-mp4-encoder');
  for (const event of CLAIMED)
    for (const listener of process.rawListeners(event))
      if (isListener(listener) && !before.get(event)?.includes(listener)) process.off(event, listener);
  return h264.createH264MP4Encoder();
}

function isListener(value: unknown): value is () => void {
  return typeof value === 'function';
}
