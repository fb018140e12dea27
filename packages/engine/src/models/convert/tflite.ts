import { FlatBuffer } from './flatbuffer.ts';

/** Types of constants that occur (tensorflow/lite/schema/schema.fbs, TensorType). */
export const TENSOR_TYPE = { float16: 1, int32: 2 } as const;

/**
 * Places of the values of a sparse tensor, in compressed rows (schema.fbs, SparsityParameters). Row `r` holds the
 * values from `segments[r]` to below `segments[r + 1]`; `indices` are their columns.
 */
export interface Sparsity {
  readonly segments: readonly number[];
  readonly indices: readonly number[];
}

/** A tensor of the model. */
export interface TfliteTensor {
  readonly shape: readonly number[];
  readonly type: number;
  readonly sparsity: Sparsity | null;
  /** Its bytes if it is constant; null for a computed tensor. */
  readonly data: Uint8Array | null;
}

/** An operator of the model. */
export interface TfliteOperator {
  /** BuiltinOperator of schema.fbs. */
  readonly code: number;
  readonly customName: string;
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  /** An option by its field number: an enum or a boolean, or an integer. */
  readonly byte: (field: number) => number;
  readonly int: (field: number) => number;
}

/** The one graph of a TensorFlow Lite file. */
export interface TfliteGraph {
  readonly tensors: readonly TfliteTensor[];
  readonly operators: readonly TfliteOperator[];
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

/** Reads a TensorFlow Lite file. */
export function readTflite(bytes: Uint8Array): TfliteGraph {
  const file = new FlatBuffer(bytes);
  const model = file.root();
  const codes = file.tables(model, 1).map((table) => ({
    code: file.int32(table, 3),
    customName: file.text(table, 1),
  }));
  const buffers = file.tables(model, 4).map((table) => file.blob(table, 0));
  const [graph = 0] = file.tables(model, 2);
  return {
    tensors: file.tables(graph, 0).map((table) => ({
      shape: file.int32s(table, 0),
      type: file.int8(table, 1),
      sparsity: readSparsity(file, file.table(table, 6)),
      data: buffers[file.int32(table, 2)] ?? null,
    })),
    operators: file.tables(graph, 3).map((table) => {
      const { code, customName } = codes[file.int32(table, 0)];
      const options = file.table(table, 4);
      return {
        code,
        customName,
        inputs: file.int32s(table, 1),
        outputs: file.int32s(table, 2),
        byte: (field) => (options === 0 ? 0 : file.int8(options, field)),
        int: (field) => (options === 0 ? 0 : file.int32(options, field)),
      };
    }),
    inputs: file.int32s(graph, 1),
    outputs: file.int32s(graph, 2),
  };
}

function readSparsity(file: FlatBuffer, table: number): Sparsity | null {
  if (table === 0) return null;
  const dimensions = file.tables(table, 2);
  if (dimensions.map((dimension) => file.int8(dimension, 0)).join() !== '0,0,0,1')
    throw new Error('a tensor that is sparse in another way than in its rows is not converted');
  return { segments: readIndices(file, dimensions[3], 2), indices: readIndices(file, dimensions[3], 4) };
}

/** A union of integer vectors: field `index` holds the width (2: 16, 3: 8 bits), the next one the vector. */
function readIndices(file: FlatBuffer, dimension: number, index: number): number[] {
  const vector = file.table(dimension, index + 1);
  return file.int8(dimension, index) === 2 ? file.uint16s(vector, 0) : [...(file.blob(vector, 0) ?? [])];
}
