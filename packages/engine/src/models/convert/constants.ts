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
    case TENSOR_TYPE.float16:
      return Float32Array.from(new Uint16Array(aligned(tensor.data)), fromHalf);
    case TENSOR_TYPE.int32:
      return Float32Array.from(new Int32Array(aligned(tensor.data)));
    default:
      throw new Error(`constants of tensor type ${tensor.type} are not converted`);
  }
}

/** Expands a sparse constant whose last axis has `columns` places. */
export function densify(values: Float32Array, { segments, indices }: Sparsity, columns: number): Float32Array {
  const out = new Float32Array((segments.length - 1) * columns);
  for (let row = 0; row < segments.length - 1; row++)
    for (let k = segments[row]; k < segments[row + 1]; k++) out[row * columns + indices[k]] = values[k];
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
