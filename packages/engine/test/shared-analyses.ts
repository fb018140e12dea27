import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import v8 from 'node:v8';
import type { Nets } from '../src/models/nets.ts';
import { type Analyses, analysesBy } from '../src/pipelines/analyses.ts';
import { RecentlyUsed } from '../src/recently-used.ts';

/** Analyses that a worker keeps in memory: one takes up to 25 MB. */
const KEPT = 8;

/** Analyses of photos, each made once for all workers that share the folder. */
export function sharedAnalyses(nets: Nets, folder: string): Analyses {
  const made = analysesBy(nets);
  return { ...made, person: remembering(folder, analysePersonOf), garment: remembering(folder, analyseGarmentOf) };

  function analysePersonOf(bytes: Uint8Array) {
    return { key: keyOf(bytes), make: () => made.person(bytes) };
  }
  function analyseGarmentOf(input: Parameters<Analyses['garment']>[0]) {
    return { key: `${keyOf(input.bytes)}-${input.category ?? 'any'}`, make: () => made.garment(input) };
  }
}

function remembering<Input, Value>(
  folder: string,
  analysis: (input: Input) => { readonly key: string; readonly make: () => Promise<Value> },
): (input: Input) => Promise<Value> {
  const recent = new RecentlyUsed<Value>(KEPT);
  return (input) => {
    const { key, make } = analysis(input);
    return recent.get(key, () => stored(path.join(folder, `${analysis.name}-${key}`), make));
  };
}

/** The value of a file, which is written where it is not there. Another worker may write the same beside it. */
async function stored<Value>(file: string, make: () => Promise<Value>): Promise<Value> {
  const written = await fs.readFile(file).catch(() => null);
  if (written) {
    const value: Value = v8.deserialize(written);
    return value;
  }
  const value = await make();
  const part = `${file}.${randomUUID()}`;
  await fs.writeFile(part, v8.serialize(value));
  await fs.rename(part, file);
  return value;
}

function keyOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
