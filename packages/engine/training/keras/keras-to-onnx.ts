import { type Attached, addConvolution, addDense, type Kernel } from './kernels.ts';
import { OnnxWriter, type Side } from './onnx-writer.ts';
import { floatsOf, type KerasLayer, type KerasModel, readWeights, type Weight } from './weights.ts';

/** Where Keras has no other word: the small number that keeps a normalisation from dividing by nothing. */
const EPSILON = 1e-3;

/**
 * Converts a Keras model as TensorFlow.js stores it into ONNX. Pictures are `[1, 3, height, width]`, free in height and
 * width if the model leaves them free; `output` is the shape of the result. Weights stored as bytes stay bytes; a
 * normalisation becomes part of the convolution before it. Throws for an unknown layer.
 */
export function kerasToOnnx(model: KerasModel, weightBytes: Uint8Array, output: readonly Side[]): Buffer {
  const converter = new Converter(model, weightBytes);
  return converter.convert(output);
}

class Converter {
  readonly #layers: readonly KerasLayer[];
  readonly #weights: ReadonlyMap<string, Weight>;
  readonly #writer = new OnnxWriter();
  /** The normalisation that is the only reader of a convolution, by the convolution's name. */
  readonly #normalisations: ReadonlyMap<string, KerasLayer>;

  constructor(model: KerasModel, weightBytes: Uint8Array) {
    this.#layers = model.modelTopology.model_config.config.layers;
    this.#weights = readWeights(model, weightBytes);
    this.#normalisations = new Map(
      this.#layers
        .filter(({ class_name }) => class_name === 'BatchNormalization')
        .map((layer) => [inputsOf(layer)[0] ?? '', layer]),
    );
  }

  convert(output: readonly Side[]): Buffer {
    for (const layer of this.#layers) this.#add(layer);
    this.#writer.output(this.#layers.at(-1)?.name ?? '', output);
    return this.#writer.finish();
  }

  #add(layer: KerasLayer): void {
    const inputs = inputsOf(layer);
    const outputs = [layer.name];
    switch (layer.class_name) {
      case 'InputLayer':
        this.#writer.input(layer.name, inputShape(layer));
        return;
      case 'Conv2D':
      case 'DepthwiseConv2D':
        this.#convolution(layer);
        return;
      case 'BatchNormalization':
        // Its convolution has it in its weights.
        this.#writer.node('Identity', inputs, outputs);
        return;
      case 'ReLU':
      case 'Activation':
        this.#rectify(layer, inputs[0] ?? '');
        return;
      case 'ZeroPadding2D':
        this.#pad(layer);
        return;
      case 'AveragePooling2D':
        this.#averagePool(layer);
        return;
      case 'Flatten':
        this.#flatten(layer);
        return;
      case 'Dropout':
        // Only training drops anything.
        this.#writer.node('Identity', inputs, outputs);
        return;
      case 'Dense':
        this.#dense(layer);
        return;
      case 'Add':
        this.#writer.node('Add', inputs, outputs);
        return;
      default:
        throw new Error(`the layer ${layer.name} is a ${layer.class_name}, which is not known`);
    }
  }

  #convolution(layer: KerasLayer): void {
    const { strides = [1, 1], padding = 'valid' } = layer.config;
    const depthwise = layer.class_name === 'DepthwiseConv2D';
    const weight = this.#weight(layer, depthwise ? 'depthwise_kernel' : 'kernel');
    const [rows = 1, columns = 1] = weight.shape;
    if (padding === 'same' && strides.some((stride) => stride !== 1))
      throw new Error(`the layer ${layer.name} pads and strides at once, which is not known`);
    const pads = padding === 'same' ? [rows >> 1, columns >> 1, rows >> 1, columns >> 1] : [0, 0, 0, 0];
    const bias = this.#weights.get(`${layer.name}/bias`);
    const kernel: Kernel = { weight, depthwise, strides, pads, ...this.#attached(layer, bias) };
    addConvolution(this.#writer, kernel, inputsOf(layer)[0] ?? '', layer.name);
  }

  /**
   * The factors and offsets of a convolution besides its kernel, channel by channel: the normalisation after it, and
   * its bias.
   */
  #attached({ name }: KerasLayer, bias: Weight | undefined): Attached {
    const normalisation = this.#normalisations.get(name);
    if (!normalisation) return { factor: null, bias: bias ? floatsOf(bias) : null };
    const values = (part: string) => floatsOf(this.#weight(normalisation, part));
    const [gamma, beta, mean, variance] = ['gamma', 'beta', 'moving_mean', 'moving_variance'].map(values);
    const { epsilon = EPSILON } = normalisation.config;
    const own = bias && floatsOf(bias);
    const factor = gamma.map((value, channel) => value / Math.sqrt(variance[channel] + epsilon));
    return {
      factor,
      bias: beta.map((value, channel) => value + ((own?.[channel] ?? 0) - mean[channel]) * factor[channel]),
    };
  }

  #rectify({ name, config }: KerasLayer, input: string): void {
    if (config.max_value == null) {
      this.#writer.node('Relu', [input], [name]);
      return;
    }
    const bounds = [0, config.max_value].map((bound) => this.#writer.constant(Float32Array.of(bound), []));
    this.#writer.node('Clip', [input, ...bounds], [name]);
  }

  #pad(layer: KerasLayer): void {
    const { padding } = layer.config;
    if (!Array.isArray(padding)) throw new Error(`the layer ${layer.name} says nothing of its padding`);
    const [[top = 0, bottom = 0] = [], [left = 0, right = 0] = []] = padding;
    const pads = BigInt64Array.from([0, 0, top, left, 0, 0, bottom, right], BigInt);
    this.#writer.node('Pad', [...inputsOf(layer), this.#writer.constant(pads, [8])], [layer.name], {
      mode: 'constant',
    });
  }

  #averagePool(layer: KerasLayer): void {
    const { pool_size: size = [2, 2], strides = size } = layer.config;
    this.#writer.node('AveragePool', inputsOf(layer), [layer.name], { kernel_shape: size, strides });
  }

  /** Keras counts channels last: the picture is turned before it becomes a row. */
  #flatten(layer: KerasLayer): void {
    this.#writer.node('Transpose', inputsOf(layer), [`${layer.name}/turned`], { perm: [0, 2, 3, 1] });
    this.#writer.node('Flatten', [`${layer.name}/turned`], [layer.name], { axis: 1 });
  }

  #dense(layer: KerasLayer): void {
    const { activation = 'linear' } = layer.config;
    const sum = `${layer.name}/sum`;
    addDense(
      this.#writer,
      { weight: this.#weight(layer, 'kernel'), bias: this.#weight(layer, 'bias') },
      inputsOf(layer)[0] ?? '',
      sum,
    );
    const operator = { linear: 'Identity', relu: 'Relu', softmax: 'Softmax' }[activation];
    if (!operator) throw new Error(`the activation ${activation} of the layer ${layer.name} is not known`);
    this.#writer.node(operator, [sum], [layer.name]);
  }

  #weight({ name }: KerasLayer, part: string): Weight {
    const found = this.#weights.get(`${name}/${part}`);
    if (!found) throw new Error(`the layer ${name} has no ${part}`);
    return found;
  }
}

function inputsOf({ inbound_nodes }: KerasLayer): string[] {
  return (inbound_nodes[0] ?? []).map(([name]) => name);
}

/** Channels first, and a name for a side that is free. */
function inputShape({ config }: KerasLayer): Side[] {
  const [, height, width, channels] = config.batch_input_shape ?? [];
  return [1, channels ?? 3, height ?? 'height', width ?? 'width'];
}
