import { channelsFirst, constantValues, densify } from './constants.ts';
import { OnnxWriter } from './onnx-writer.ts';
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

/** ONNX's names of the operators of one input. */
const SIMPLE = { [OP.logistic]: 'Sigmoid', [OP.relu]: 'Relu', [OP.hardSwish]: 'HardSwish' } as const;

/** Fused activations (schema.fbs, ActivationFunctionType). */
const ACTIVATION = { none: 0, relu6: 3 } as const;

/** `padding` of convolutions (schema.fbs, Padding). Pools have none. */
const PADDING_VALID = 1;

/**
 * Converts a TensorFlow Lite file into an ONNX file with the same weights. Inside, pictures are channels first. The
 * inputs (`in_0` …) and outputs (`out_0` …) keep TensorFlow's order. It knows the operators and options of the nets
 * that the engine uses, and throws for another operator.
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
        this.#computed.set(output, densify(this.#constant(first), sparsity, this.#shape(output)[3]));
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
          this.#writer.node(operator.code === OP.add ? 'Add' : 'Mul', [name(first), name(second)], [to]),
        );
        return;
      case OP.averagePool:
      case OP.maxPool:
        this.#writer.node(operator.code === OP.maxPool ? 'MaxPool' : 'AveragePool', [name(first)], [name(output)], {
          kernel_shape: [operator.int(4), operator.int(3)],
          strides: [operator.int(2), operator.int(1)],
        });
        return;
      case OP.concatenation:
        this.#writer.node('Concat', operator.inputs.map(name), [name(output)], { axis: operator.int(0) });
        return;
      case OP.logistic:
      case OP.relu:
      case OP.hardSwish:
        this.#writer.node(SIMPLE[operator.code], [name(first)], [name(output)]);
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
        this.#resize(first, output);
        return;
      default:
        throw new Error(`the operator ${operator.code} of a TensorFlow Lite net is not converted`);
    }
  }

  /** A convolution with bias and without dilation. */
  #convolution({ code, inputs: [input, weights, bias], outputs: [output], byte, int }: TfliteOperator): void {
    const depthwise = code === OP.depthwiseConv;
    const [outputs, height, width, inputs] = this.#shape(weights);
    const strides = [int(2), int(1)];
    const turned = channelsFirst(this.#constant(weights), this.#shape(weights));
    // Depthwise weights are [1, h, w, channels]: channels first they are [1, channels, h, w], which ONNX reads as
    // [channels, 1, h, w].
    const kernel = depthwise ? [inputs, 1, height, width] : [outputs, inputs, height, width];
    const operands = [
      name(input),
      this.#writer.constant(turned, kernel),
      this.#writer.constant(this.#constant(bias), this.#shape(bias)),
    ];
    this.#activated(byte(depthwise ? 4 : 3), output, (to) =>
      this.#writer.node('Conv', operands, [to], {
        kernel_shape: [height, width],
        strides,
        pads: this.#pads(byte(0), input, [height, width], strides),
        ...(depthwise ? { group: this.#shape(input)[3] } : {}),
      }),
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
    const turned = channelsFirst(this.#constant(weights), [1, outputs, height * width, inputs]);
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

  #pad(input: number, amounts: number, output: number): void {
    const [n0, n1, h0, h1, w0, w1, c0, c1] = this.#constant(amounts);
    const pads = this.#writer.constant(BigInt64Array.from([n0, c0, h0, w0, n1, c1, h1, w1].map(BigInt)), [8]);
    this.#writer.node('Pad', [name(input), pads], [name(output)], { mode: 'constant' });
  }

  /** A reshape to fewer dimensions counts in TensorFlow's order. */
  #reshape(input: number, output: number): void {
    const to = this.#shape(output);
    const ordered = `${name(output)}_last`;
    this.#writer.node('Transpose', [name(input)], [ordered], { perm: [0, 2, 3, 1] });
    const shape = this.#writer.constant(BigInt64Array.from(to.map(BigInt)), [to.length]);
    this.#writer.node('Reshape', [ordered, shape], [name(output)]);
  }

  #resize(input: number, output: number): void {
    const [, height, width, channels] = this.#shape(output);
    const sizes = this.#writer.constant(BigInt64Array.from([1, channels, height, width].map(BigInt)), [4]);
    this.#writer.node('Resize', [name(input), '', '', sizes], [name(output)], {
      mode: 'linear',
      coordinate_transformation_mode: 'half_pixel',
    });
  }

  /** Writes an operator and its fused activation. */
  #activated(activation: number, output: number, write: (to: string) => void): void {
    if (activation === ACTIVATION.none) {
      write(name(output));
      return;
    }
    if (activation !== ACTIVATION.relu6) throw new Error(`the fused activation ${activation} is not converted`);
    const before = `${name(output)}_linear`;
    write(before);
    const bound = (value: number) => this.#writer.constant(new Float32Array([value]), []);
    this.#writer.node('Clip', [before, bound(0), bound(6)], [name(output)]);
  }

  /** SAME padding adds the odd pixel at the end: begin = total >> 1. ONNX orders them top, left, bottom, right. */
  #pads(padding: number, input: number, kernel: readonly number[], strides: readonly number[]): number[] {
    if (padding === PADDING_VALID) return [0, 0, 0, 0];
    const [, height, width] = this.#shape(input);
    const totals = [height, width].map((size, axis) => {
      const steps = Math.ceil(size / strides[axis]);
      return Math.max(0, (steps - 1) * strides[axis] + kernel[axis] - size);
    });
    return [...totals.map((total) => total >> 1), ...totals.map((total) => total - (total >> 1))];
  }

  #shape(tensor: number): readonly number[] {
    return this.#graph.tensors[tensor].shape;
  }

  #constant(tensor: number): Float32Array {
    return this.#computed.get(tensor) ?? constantValues(this.#graph.tensors[tensor]);
  }
}

const name = (tensor: number) => `tensor${tensor}`;
