import fs from 'node:fs/promises';
import './no-telemetry.ts';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { checkpoint } from '../checkpoint.ts';

/** A loaded net. */
export interface Net {
  /** Runs the net on one input of the given shape and returns its outputs in order. */
  run(values: Float32Array, shape: readonly number[]): Promise<Float32Array[]>;
  release(): Promise<void>;
}

/** Loads a net by its name: that of its file in `weights`, whose README describes it, without `.onnx`. */
export type LoadNet = (name: string) => Promise<Net>;

/** Loads nets that use `threads` threads for one inference. */
export function netLoader(threads: number): LoadNet {
  return async (name) => {
    checkpoint();
    const file = await fs.readFile(new URL(`../../weights/${name}.onnx`, import.meta.url));
    const session = await InferenceSession.create(file, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
      // An arena keeps the memory of a net's largest run, for each net: 300 MB together.
      enableCpuMemArena: false,
      // Threads that wait for work in a loop take the core from JavaScript: a try-on took 5 % longer.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    });
    return wrap(session);
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
