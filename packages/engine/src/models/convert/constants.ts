import { type Sparsity, TENSOR_TYPE, type TfliteTensor } from './tflite.ts';

/** A half-precision float (IEEE 754 binary16). */
function fromHalf(half: number): number {
  const sign = half >> 15 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Copies the bytes, because a typed array needs them aligned. */
const aligned = (bytes: Uint8Array) => Uint8Array.from(bytes).buffer;

/** The values of a constant tensor as 32-bit floats. Throws for a type that no converted net has. */
export function constantValues(tensor: TfliteTensor): Float32Array {
  if (!tensor.data) throw new Error('a tensor that should be constant has no values');
  switch (tensor.type) {
    case TENSOR_TYPE.float32:
      return new Float32Array(aligned(tensor.data));
    case TENSOR_TYPE.float16:
      return Float32Array.from(new Uint16Array(aligned(tensor.data)), fromHalf);
    case TENSOR_TYPE.int32:
      return Float32Array.from(new Int32Array(aligned(tensor.data)));
    default:
      throw new Error(`constants of tensor type ${tensor.type} are not converted`);
  }
}

/** Expands a sparse constant: walks its dimensions in traversal order and puts each stored value in its place. */
export function densify(
  values: Float32Array,
  { traversalOrder, blockMap, dimensions }: Sparsity,
  shape: readonly number[],
): Float32Array {
  const rank = shape.length;
  const out = new Float32Array(shape.reduce((product, size) => product * size, 1));
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, size) => product * size, 1));
  const blockSizes = shape.map((_, axis) => {
    const block = blockMap.indexOf(axis);
    return block < 0 ? 1 : dimensions[rank + block].size;
  });
  const coordinates = new Array<number>(traversalOrder.length).fill(0);
  let next = 0;

  const place = () => {
    let offset = 0;
    for (const [level, axis] of traversalOrder.entries()) {
      offset +=
        axis < rank
          ? coordinates[level] * blockSizes[axis] * strides[axis]
          : coordinates[level] * strides[blockMap[axis - rank]];
    }
    out[offset] = values[next++];
  };
  const walk = (level: number, parent: number) => {
    if (level === traversalOrder.length) {
      place();
      return;
    }
    const { compressed, size, segments, indices } = dimensions[level];
    const from = compressed ? segments[parent] : 0;
    const to = compressed ? segments[parent + 1] : size;
    for (let k = from; k < to; k++) {
      coordinates[level] = compressed ? indices[k] : k;
      walk(level + 1, compressed ? k : parent * size + k);
    }
  };
  walk(0, 0);
  return out;
}

/** Moves the last axis of `[n, h, w, c]` values to the second place, from TensorFlow's order to ONNX's. */
export function channelsFirst(values: Float32Array, [n, h, w, c]: readonly number[]): Float32Array {
  const out = new Float32Array(values.length);
  for (let i = 0; i < n; i++)
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++)
        for (let k = 0; k < c; k++) out[((i * c + k) * h + y) * w + x] = values[((i * h + y) * w + x) * c + k];
  return out;
}
