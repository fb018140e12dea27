import { OnnxWriter } from '../../src/models/convert/onnx-writer.ts';

/** A model as TensorFlow.js stores Keras layers: `model.json`, as far as it is read here. */
export interface KerasModel {
  readonly modelTopology: { readonly model_config: { readonly config: { readonly layers: readonly KerasLayer[] } } };
  readonly weightsManifest: readonly {
    readonly weights: readonly { readonly name: string; readonly shape: readonly number[] }[];
  }[];
}

interface KerasLayer {
  readonly class_name: string;
  readonly name: string;
  readonly config: { readonly size?: readonly number[]; readonly interpolation?: string };
  /** The layers it reads, as `[[name, …], …]` in a list of one. */
  readonly inbound_nodes: readonly (readonly (readonly [string, ...unknown[]])[])[];
}

interface Weights {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/**
 * Turns a Keras model of convolutions, sums, joins and one enlargement into ONNX with free height and width: pictures in
 * and out as `[1, 3, height, width]`. Throws for a layer it does not know.
 */
export function kerasToOnnx(model: KerasModel, weightBytes: Uint8Array): Buffer {
  const weights = readWeights(model, weightBytes);
  const writer = new OnnxWriter();
  let last = '';
  for (const layer of model.modelTopology.model_config.config.layers) {
    if (layer.class_name === 'InputLayer') writer.input(layer.name, [1, 3, 'height', 'width']);
    else addLayer(writer, layer, weights);
    last = layer.name;
  }
  writer.output(last, [1, 3, 'enlarged_height', 'enlarged_width']);
  return writer.finish();
}

function readWeights({ weightsManifest }: KerasModel, bytes: Uint8Array): ReadonlyMap<string, Weights> {
  const found = new Map<string, Weights>();
  let offset = 0;
  for (const { name, shape } of weightsManifest.flatMap((group) => group.weights)) {
    const count = shape.reduce((product, side) => product * side, 1);
    found.set(name, { shape, values: new Float32Array(Uint8Array.from(bytes.subarray(offset, offset + count * 4)).buffer) });
    offset += count * 4;
  }
  return found;
}

function addLayer(writer: OnnxWriter, layer: KerasLayer, weights: ReadonlyMap<string, Weights>): void {
  const inputs = (layer.inbound_nodes[0] ?? []).map(([name]) => name);
  const outputs = [layer.name];
  switch (layer.class_name) {
    case 'Conv2D':
      addConvolution(writer, layer.name, inputs, weights);
      return;
    case 'Activation':
      writer.node('Relu', inputs, outputs);
      return;
    case 'Concatenate':
      writer.node('Concat', inputs, outputs, { axis: 1 });
      return;
    case 'Add':
      writer.node('Add', inputs, outputs);
      return;
    case 'UpSampling2D': {
      const [factor = 2] = layer.config.size ?? [];
      const scales = writer.constant(new Float32Array([1, 1, factor, factor]), [4]);
      const smooth = { mode: 'linear', coordinate_transformation_mode: 'half_pixel' };
      const hard = { mode: 'nearest', coordinate_transformation_mode: 'asymmetric', nearest_mode: 'floor' };
      writer.node('Resize', [...inputs, '', scales], outputs, layer.config.interpolation === 'bilinear' ? smooth : hard);
      return;
    }
    default:
      throw new Error(`the layer ${layer.name} is a ${layer.class_name}, which is not known`);
  }
}

/** Keras keeps kernels as height, width, in, out; ONNX as out, in, height, width. */
function addConvolution(
  writer: OnnxWriter,
  name: string,
  inputs: readonly string[],
  weights: ReadonlyMap<string, Weights>,
): void {
  const kernel = weights.get(`${name}/kernel`);
  const bias = weights.get(`${name}/bias`);
  if (!kernel || !bias) throw new Error(`the layer ${name} has no weights`);
  const [rows = 1, columns = 1, from = 1, to = 1] = kernel.shape;
  const turned = new Float32Array(kernel.values.length);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++)
      for (let i = 0; i < from; i++)
        for (let o = 0; o < to; o++)
          turned[((o * from + i) * rows + y) * columns + x] = kernel.values[((y * columns + x) * from + i) * to + o];
  const parts = [writer.constant(turned, [to, from, rows, columns]), writer.constant(bias.values, [to])];
  writer.node('Conv', [...inputs, ...parts], [name], {
    kernel_shape: [rows, columns],
    pads: [rows >> 1, columns >> 1, rows >> 1, columns >> 1],
  });
}
