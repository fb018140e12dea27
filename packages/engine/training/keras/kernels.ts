import type { OnnxWriter } from './onnx-writer.ts';
import { floatsOf, type Weight } from './weights.ts';

/** Factors for a kernel and offsets for its result, one value for each output channel; null for none. */
export interface Attached {
  readonly factor: Float32Array<ArrayBuffer> | null;
  readonly bias: Float32Array<ArrayBuffer> | null;
}

/** A convolution. */
export interface Kernel extends Attached {
  /** `[height, width, in, out]`, or `[height, width, channels, 1]` of a depthwise one. */
  readonly weight: Weight;
  readonly depthwise: boolean;
  readonly strides: readonly number[];
  /** Top, left, bottom, right. */
  readonly pads: readonly number[];
}

/** Adds a convolution. Keras keeps kernels as height, width, in, out; ONNX as out, in, height, width. */
export function addConvolution(writer: OnnxWriter, kernel: Kernel, input: string, output: string): void {
  const [rows = 1, columns = 1, third = 1, fourth = 1] = kernel.weight.shape;
  const channels = kernel.depthwise ? third : fourth;
  // A depthwise kernel has one channel in for each that comes out.
  const shape = kernel.depthwise ? [channels, 1, rows, columns] : [channels, third, rows, columns];
  const place = kernel.depthwise ? depthwisePlaces(kernel.weight.shape) : places(kernel.weight.shape);
  const turned: Weight = { shape, stored: moved(kernel.weight, place) };
  const operands = [input, addWeight(writer, turned, kernel.factor)];
  if (kernel.bias) operands.push(writer.constant(kernel.bias, [channels]));
  writer.node('Conv', operands, [output], {
    kernel_shape: [rows, columns],
    pads: kernel.pads,
    ...(kernel.strides.some((stride) => stride !== 1) ? { strides: kernel.strides } : {}),
    ...(kernel.depthwise ? { group: channels } : {}),
  });
}

/** Adds a dense layer without its activation: rows times a matrix `[in, out]`, and a bias. */
export function addDense(
  writer: OnnxWriter,
  { weight, bias }: { readonly weight: Weight; readonly bias: Weight },
  input: string,
  output: string,
): void {
  const operands = [input, addWeight(writer, weight, null), writer.constant(floatsOf(bias), bias.shape)];
  writer.node('Gemm', operands, [output]);
}

/**
 * Adds a weight, times a factor for each of its first side, and returns the name of its values. Stored bytes stay
 * bytes, a quarter of the size. The runtime computes the floats once, when it loads the net.
 */
function addWeight(writer: OnnxWriter, weight: Weight, factor: Float32Array | null): string {
  const { shape, stored } = weight;
  const perChannel = factor ? [factor.length, ...shape.slice(1).map(() => 1)] : [];
  const factors = factor ?? Float32Array.of(1);
  if ('floats' in stored) {
    const each = stored.floats.length / factors.length;
    return writer.constant(
      stored.floats.map((value, i) => value * factors[Math.floor(i / each)]),
      shape,
    );
  }
  const bytes = writer.constant(stored.bytes, shape);
  const [floats, scaled, values] = [`${bytes}/floats`, `${bytes}/scaled`, `${bytes}/values`];
  writer.node('Cast', [bytes], [floats], { to: 1 });
  const scales = factors.map((value) => value * stored.scale);
  writer.node('Mul', [floats, writer.constant(scales, perChannel)], [scaled]);
  const offsets = factors.map((value) => value * stored.min);
  writer.node('Add', [scaled, writer.constant(offsets, perChannel)], [values]);
  return values;
}

/** For each place of a kernel in ONNX's order, its place in Keras's. */
function places([rows = 1, columns = 1, from = 1, to = 1]: readonly number[]): Uint32Array {
  const order = new Uint32Array(rows * columns * from * to);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++)
      for (let i = 0; i < from; i++)
        for (let o = 0; o < to; o++)
          order[((o * from + i) * rows + y) * columns + x] = ((y * columns + x) * from + i) * to + o;
  return order;
}

/** The same for a depthwise kernel of one multiple. */
function depthwisePlaces([rows = 1, columns = 1, channels = 1]: readonly number[]): Uint32Array {
  const order = new Uint32Array(rows * columns * channels);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++)
      for (let i = 0; i < channels; i++) order[(i * rows + y) * columns + x] = (y * columns + x) * channels + i;
  return order;
}

function moved({ stored }: Weight, place: Uint32Array): Weight['stored'] {
  return 'floats' in stored
    ? { floats: Float32Array.from(place, (from) => stored.floats[from]) }
    : { ...stored, bytes: Uint8Array.from(place, (from) => stored.bytes[from]) };
}
