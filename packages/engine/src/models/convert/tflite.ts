import { FlatBuffer } from './flatbuffer.ts';

/** Types of tensors that occur (tensorflow/lite/schema/schema.fbs, TensorType). */
export const TENSOR_TYPE = { float32: 0, float16: 1, int32: 2 } as const;

/** How one dimension of a sparse tensor is stored. */
export interface SparseDimension {
  /** True for compressed rows: `segments` and `indices` give the places of the values. */
  readonly compressed: boolean;
  /** Length of a dense dimension. */
  readonly size: number;
  readonly segments: readonly number[];
  readonly indices: readonly number[];
}

/** Layout of a sparse tensor (schema.fbs, SparsityParameters). */
export interface Sparsity {
  readonly traversalOrder: readonly number[];
  readonly blockMap: readonly number[];
  readonly dimensions: readonly SparseDimension[];
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
  /** An integer option by its field number; booleans and enums too. */
  readonly byte: (field: number, absent?: number) => number;
  readonly int: (field: number, absent?: number) => number;
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
    // Old files hold the code in one byte, new ones in a second field: the larger value is the code.
    code: Math.max(file.int8(table, 0), file.int32(table, 3)),
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
        byte: (field, absent = 0) => (options === 0 ? absent : file.int8(options, field, absent)),
        int: (field, absent = 0) => (options === 0 ? absent : file.int32(options, field, absent)),
      };
    }),
    inputs: file.int32s(graph, 1),
    outputs: file.int32s(graph, 2),
  };
}

function readSparsity(file: FlatBuffer, table: number): Sparsity | null {
  if (table === 0) return null;
  return {
    traversalOrder: file.int32s(table, 0),
    blockMap: file.int32s(table, 1),
    dimensions: file.tables(table, 2).map((dimension) => ({
      compressed: file.int8(dimension, 0) === 1,
      size: file.int32(dimension, 1),
      segments: readIndices(file, dimension, 2),
      indices: readIndices(file, dimension, 4),
    })),
  };
}

/** A union of integer vectors: field `index` holds the width (1: 32, 2: 16, 3: 8 bits), the next one the vector. */
function readIndices(file: FlatBuffer, dimension: number, index: number): number[] {
  const vector = file.table(dimension, index + 1);
  switch (file.int8(dimension, index)) {
    case 1:
      return file.int32s(vector, 0);
    case 2:
      return file.uint16s(vector, 0);
    case 3:
      return [...(file.blob(vector, 0) ?? [])];
    default:
      return [];
  }
}
