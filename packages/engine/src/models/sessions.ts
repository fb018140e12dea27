import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import './no-telemetry.ts';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { checkpoint } from '../checkpoint.ts';
import { tfliteToOnnx } from './convert/tflite-to-onnx.ts';

/** Version in the cached files' names. Raise it when the converter's output changes. */
const CONVERTER_VERSION = 2;

/** A loaded net. */
export interface Net {
  /** Runs the net on one input of the given shape and returns its outputs in order. */
  run(values: Float32Array, shape: readonly number[]): Promise<Float32Array[]>;
  release(): Promise<void>;
}

/** Loads nets. */
export interface NetLoader {
  /** A TensorFlow Lite file that ships in an npm package, converted once and cached. */
  fromPackage(packageName: string, file: string): Promise<Net>;
  /** An ONNX file of this repository. */
  fromFile(file: URL): Promise<Net>;
}

/**
 * Loads nets that use `threads` threads for one inference. Caches conversions in a folder, which it creates if it is
 * missing.
 */
export function netLoader(cacheDirectory: string, threads: number): NetLoader {
  const options = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
    // An arena keeps the memory of a net's largest run, for each net: 300 MB together.
    enableCpuMemArena: false,
  } as const;
  return {
    async fromPackage(packageName, file) {
      checkpoint();
      const folder = path.dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`));
      return wrap(await InferenceSession.create(await converted(path.join(folder, file), cacheDirectory), options));
    },
    async fromFile(file) {
      checkpoint();
      return wrap(await InferenceSession.create(await fs.readFile(file), options));
    },
  };
}

function wrap(session: InferenceSession): Net {
  const [input] = session.inputNames;
  return {
    async run(values, shape) {
      checkpoint();
      const results = await session.run({ [input]: new Tensor('float32', values, [...shape]) });
      checkpoint();
      return session.outputNames.map((output) => {
        const { data } = results[output];
        if (!(data instanceof Float32Array)) throw new Error(`the output ${output} of a net holds no floats`);
        return data;
      });
    },
    release: () => session.release(),
  };
}

/**
 * Path of the converted file, named by the checksum of its source. The file is written under another name and then
 * renamed, so concurrent processes leave one whole file.
 */
async function converted(source: string, cacheDirectory: string): Promise<string> {
  const bytes = await fs.readFile(source);
  const checksum = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const target = path.join(
    cacheDirectory,
    `${path.basename(source, path.extname(source))}-${checksum}-v${CONVERTER_VERSION}.onnx`,
  );
  const cached = await fs.stat(target).catch(() => null);
  if (cached) return target;
  await fs.mkdir(cacheDirectory, { recursive: true });
  const unfinished = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    await fs.writeFile(unfinished, tfliteToOnnx(bytes), { flag: 'wx', flush: true });
    await fs.rename(unfinished, target);
  } catch (error) {
    await fs.rm(unfinished, { force: true });
    throw error;
  }
  return target;
}
