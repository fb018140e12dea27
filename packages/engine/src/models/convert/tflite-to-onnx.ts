import { channelsFirst, constantValues, densify } from './constants.ts';
import { type Attribute, OnnxWriter } from './onnx-writer.ts';
import { readTflite, type TfliteGraph, type TfliteOperator } from './tflite.ts';

/** Codes of the operators that occur in the nets we convert (schema.fbs, BuiltinOperator). */
const OP = {
  add: 0,
  averagePool: 1,
  concatenation: 2,
  conv: 3,
  depthwiseConv: 4,
  depthToSpace: 5,
  dequantize: 6,
  logistic: 14,
  maxPool: 17,
  mul: 18,
  relu: 19,
  reshape: 22,
  resizeBilinear: 23,
  custom: 32,
  pad: 34,
  hardSwish: 117,
  densify: 124,
} as const;

/** Fused activations (schema.fbs, ActivationFunctionType). */
const ACTIVATION = { none: 0, relu: 1, relu6: 3 } as const;

/** `padding` of convolutions and pools (schema.fbs, Padding). */
const PADDING_VALID = 1;

/**
 * Converts a TensorFlow Lite file into an ONNX file with the same weights. Inside, pictures are channels first. The
 * inputs (`in_0` …) and outputs (`out_0` …) keep TensorFlow's order. Throws for an operator that it cannot convert, and
 * names it.
 */
export function tfliteToOnnx(bytes: Uint8Array): Buffer {
  return new Converter(readTflite(bytes)).convert();
}

class Converter {
  readonly #graph: TfliteGraph;
  readonly #writer = new OnnxWriter();
  /** Computed constants by tensor. */
  readonly #computed = new Map<number, Float32Array>();

  constructor(graph: TfliteGraph) {
    this.#graph = graph;
  }

  convert(): Buffer {
    const { inputs, outputs, operators, tensors } = this.#graph;
    for (const [index, tensor] of inputs.entries()) {
      this.#writer.input(`in_${index}`, tensors[tensor].shape);
      this.#writer.node('Transpose', [`in_${index}`], [name(tensor)], { perm: [0, 3, 1, 2] });
    }
    for (const operator of operators) this.#operator(operator);
    for (const [index, tensor] of outputs.entries()) {
      const { shape } = tensors[tensor];
      if (shape.length === 4) this.#writer.node('Transpose', [name(tensor)], [`out_${index}`], { perm: [0, 2, 3, 1] });
      else this.#writer.node('Identity', [name(tensor)], [`out_${index}`]);
      this.#writer.output(`out_${index}`, shape);
    }
    return this.#writer.finish();
  }

  #operator(operator: TfliteOperator): void {
    const [first, second] = operator.inputs;
    const [output] = operator.outputs;
    const { sparsity } = this.#graph.tensors[first];
    switch (operator.code) {
      case OP.dequantize:
        this.#computed.set(output, this.#constant(first));
        return;
      case OP.densify:
        if (!sparsity) throw new Error('DENSIFY of a tensor that is not sparse');
        this.#computed.set(output, densify(this.#constant(first), sparsity, this.#shape(output)));
        return;
      case OP.conv:
      case OP.depthwiseConv:
        this.#convolution(operator);
        return;
      case OP.custom:
        this.#transposedConvolution(operator);
        return;
      case OP.add:
      case OP.mul:
        this.#activated(operator.byte(0), output, (to) =>
          this.#writer.node(
            operator.code === OP.add ? 'Add' : 'Mul',
            [this.#operand(first), this.#operand(second)],
            [to],
          ),
        );
        return;
      case OP.averagePool:
      case OP.maxPool:
        this.#pool(operator);
        return;
      case OP.concatenation:
        this.#concatenation(operator);
        return;
      case OP.logistic:
        this.#writer.node('Sigmoid', [name(first)], [name(output)]);
        return;
      case OP.relu:
        this.#writer.node('Relu', [name(first)], [name(output)]);
        return;
      case OP.hardSwish:
        this.#writer.node('HardSwish', [name(first)], [name(output)]);
        return;
      case OP.depthToSpace:
        this.#writer.node('DepthToSpace', [name(first)], [name(output)], { blocksize: operator.int(0), mode: 'DCR' });
        return;
      case OP.pad:
        this.#pad(first, second, output);
        return;
      case OP.reshape:
        this.#reshape(first, output);
        return;
      case OP.resizeBilinear:
        this.#resize(operator);
        return;
      default:
        throw new Error(`the operator ${operator.code} of a TensorFlow Lite net is not converted`);
    }
  }

  #convolution(operator: TfliteOperator): void {
    const [input, weights, bias] = operator.inputs;
    const [output] = operator.outputs;
    const depthwise = operator.code === OP.depthwiseConv;
    const [outputs, height, width, inputs] = this.#shape(weights);
    const strides = [operator.int(2), operator.int(1)];
    const dilations = depthwise ? [operator.int(6, 1), operator.int(5, 1)] : [operator.int(5, 1), operator.int(4, 1)];
    const turned = channelsFirst(this.#constant(weights), this.#shape(weights));
    // Depthwise weights are [1, h, w, channels]: channels first they are [1, channels, h, w], which ONNX reads as
    // [channels, 1, h, w].
    const kernel = depthwise ? [inputs, 1, height, width] : [outputs, inputs, height, width];
    const attributes: Record<string, Attribute> = {
      kernel_shape: [height, width],
      strides,
      dilations,
      pads: this.#pads(operator.byte(0), input, [height, width], strides, dilations),
      ...(depthwise ? { group: this.#shape(input)[3] } : {}),
    };
    const operands = [name(input), this.#writer.constant(turned, kernel)];
    if (bias >= 0) operands.push(this.#writer.constant(this.#constant(bias), this.#shape(bias)));
    this.#activated(operator.byte(depthwise ? 4 : 3), output, (to) =>
      this.#writer.node('Conv', operands, [to], attributes),
    );
  }

  /**
   * MediaPipe's own operator: a transposed convolution with bias. Its stride follows from the shapes; its padding is
   * SAME.
   */
  #transposedConvolution({ customName, inputs: [input, weights, bias], outputs: [output] }: TfliteOperator): void {
    if (customName !== 'Convolution2DTransposeBias')
      throw new Error(`the custom operator ${customName} is not converted`);
    const [outputs, height, width, inputs] = this.#shape(weights);
    const values = this.#constant(weights);
    const turned = new Float32Array(values.length);
    for (let o = 0; o < outputs; o++)
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
          for (let i = 0; i < inputs; i++)
            turned[((i * outputs + o) * height + y) * width + x] = values[((o * height + y) * width + x) * inputs + i];
    const stride = this.#shape(output)[1] / this.#shape(input)[1];
    const pad = Math.max(0, (this.#shape(input)[1] - 1) * stride + height - this.#shape(output)[1]);
    const [before, after] = [pad >> 1, pad - (pad >> 1)];
    const operands = [
      name(input),
      this.#writer.constant(turned, [inputs, outputs, height, width]),
      this.#writer.constant(this.#constant(bias), [outputs]),
    ];
    this.#writer.node('ConvTranspose', operands, [name(output)], {
      kernel_shape: [height, width],
      strides: [stride, stride],
      pads: [before, before, after, after],
    });
  }

  #pool(operator: TfliteOperator): void {
    const [input] = operator.inputs;
    const [output] = operator.outputs;
    const strides = [operator.int(2), operator.int(1)];
    const kernel = [operator.int(4), operator.int(3)];
    const attributes = {
      kernel_shape: kernel,
      strides,
      pads: this.#pads(operator.byte(0), input, kernel, strides, [1, 1]),
    };
    this.#activated(operator.byte(5), output, (to) =>
      this.#writer.node(operator.code === OP.maxPool ? 'MaxPool' : 'AveragePool', [name(input)], [to], attributes),
    );
  }

  #concatenation({ inputs, outputs: [output], int }: TfliteOperator): void {
    const rank = this.#shape(output).length;
    const axis = (int(0) + rank) % rank;
    this.#writer.node('Concat', inputs.map(name), [name(output)], { axis: rank === 4 ? [0, 2, 3, 1][axis] : axis });
  }

  #pad(input: number, amounts: number, output: number): void {
    const [n0, n1, h0, h1, w0, w1, c0, c1] = this.#constant(amounts);
    const pads = this.#writer.constant(BigInt64Array.from([n0, c0, h0, w0, n1, c1, h1, w1].map(BigInt)), [8]);
    this.#writer.node('Pad', [name(input), pads], [name(output)], { mode: 'constant' });
  }

  /** A reshape counts in TensorFlow's order, so transpose before and after it unless that changes nothing. */
  #reshape(input: number, output: number): void {
    const from = this.#shape(input);
    const to = this.#shape(output);
    let source = name(input);
    if (from.length === 4 && !(from[1] === 1 && from[2] === 1)) {
      source = `${name(output)}_last`;
      this.#writer.node('Transpose', [name(input)], [source], { perm: [0, 2, 3, 1] });
    }
    const shape = this.#writer.constant(BigInt64Array.from(to.map(BigInt)), [to.length]);
    if (to.length !== 4) {
      this.#writer.node('Reshape', [source, shape], [name(output)]);
      return;
    }
    this.#writer.node('Reshape', [source, shape], [`${name(output)}_shaped`]);
    this.#writer.node('Transpose', [`${name(output)}_shaped`], [name(output)], { perm: [0, 3, 1, 2] });
  }

  #resize({ inputs: [input], outputs: [output], byte }: TfliteOperator): void {
    const [, height, width, channels] = this.#shape(output);
    const mode = byte(3) ? 'half_pixel' : byte(2) ? 'align_corners' : 'asymmetric';
    const sizes = this.#writer.constant(BigInt64Array.from([1, channels, height, width].map(BigInt)), [4]);
    this.#writer.node('Resize', [name(input), '', '', sizes], [name(output)], {
      mode: 'linear',
      coordinate_transformation_mode: mode,
    });
  }

  /** Writes an operator and its fused activation. */
  #activated(activation: number, output: number, write: (to: string) => void): void {
    if (activation === ACTIVATION.none) {
      write(name(output));
      return;
    }
    const before = `${name(output)}_linear`;
    write(before);
    if (activation === ACTIVATION.relu) {
      this.#writer.node('Relu', [before], [name(output)]);
      return;
    }
    if (activation !== ACTIVATION.relu6) throw new Error(`the fused activation ${activation} is not converted`);
    const bound = (value: number) => this.#writer.constant(new Float32Array([value]), []);
    this.#writer.node('Clip', [before, bound(0), bound(6)], [name(output)]);
  }

  /** A tensor as an operand of an elementwise operator. Constants are transposed to channels first. */
  #operand(tensor: number): string {
    if (!this.#isConstant(tensor)) return name(tensor);
    const shape = this.#shape(tensor);
    const values = this.#constant(tensor);
    if (shape.length === 4)
      return this.#writer.constant(channelsFirst(values, shape), [shape[0], shape[3], shape[1], shape[2]]);
    if (shape.length === 3)
      return this.#writer.constant(channelsFirst(values, [1, ...shape]), [shape[2], shape[0], shape[1]]);
    return this.#writer.constant(values, shape.length === 1 ? [shape[0], 1, 1] : shape);
  }

  /** SAME padding adds the odd pixel at the end: begin = total >> 1. ONNX orders them top, left, bottom, right. */
  #pads(
    padding: number,
    input: number,
    kernel: readonly number[],
    strides: readonly number[],
    dilations: readonly number[],
  ): number[] {
    if (padding === PADDING_VALID) return [0, 0, 0, 0];
    const [, height, width] = this.#shape(input);
    const totals = [height, width].map((size, axis) => {
      const steps = Math.ceil(size / strides[axis]);
      return Math.max(0, (steps - 1) * strides[axis] + (kernel[axis] - 1) * dilations[axis] + 1 - size);
    });
    return [...totals.map((total) => total >> 1), ...totals.map((total) => total - (total >> 1))];
  }

  #shape(tensor: number): readonly number[] {
    return this.#graph.tensors[tensor].shape;
  }

  #isConstant(tensor: number): boolean {
    return this.#computed.has(tensor) || this.#graph.tensors[tensor].data !== null;
  }

  #constant(tensor: number): Float32Array {
    return this.#computed.get(tensor) ?? constantValues(this.#graph.tensors[tensor]);
  }
}

const name = (tensor: number) => `tensor${tensor}`;
