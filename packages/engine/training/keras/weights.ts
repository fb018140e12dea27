/** A model as TensorFlow.js stores Keras layers: `model.json`, as far as it is read here. */
export interface KerasModel {
  readonly modelTopology: { readonly model_config: { readonly config: { readonly layers: readonly KerasLayer[] } } };
  readonly weightsManifest: readonly { readonly weights: readonly WeightEntry[] }[];
}

/** One layer. */
export interface KerasLayer {
  readonly class_name: string;
  readonly name: string;
  /** The settings that differ between layers of a class; a layer lacks those of other classes. */
  readonly config: {
    readonly activation?: string;
    readonly batch_input_shape?: readonly (number | null)[];
    readonly epsilon?: number;
    readonly max_value?: number | null;
    readonly padding?: string | readonly (readonly number[])[];
    readonly pool_size?: readonly number[];
    readonly strides?: readonly number[];
  };
  /** The layers it reads, as `[[name, …], …]` in a list of one. */
  readonly inbound_nodes: readonly (readonly (readonly [string, ...unknown[]])[])[];
}

interface WeightEntry {
  readonly name: string;
  readonly shape: readonly number[];
  /** Absent for 32-bit floats: a value is `stored · scale + min`. */
  readonly quantization?: { readonly dtype: 'uint8'; readonly min: number; readonly scale: number };
}

/** Values of one weight as the file holds them: bytes with their scale, or floats. */
export type StoredValues =
  | { readonly bytes: Uint8Array<ArrayBuffer>; readonly min: number; readonly scale: number }
  | { readonly floats: Float32Array<ArrayBuffer> };

/** One weight. */
export interface Weight {
  readonly shape: readonly number[];
  readonly stored: StoredValues;
}

/** Reads the weights of a model by name. Throws a RangeError when the bytes are not as many as the model says. */
export function readWeights({ weightsManifest }: KerasModel, file: Uint8Array): ReadonlyMap<string, Weight> {
  const found = new Map<string, Weight>();
  let offset = 0;
  for (const { name, shape, quantization } of weightsManifest.flatMap((group) => group.weights)) {
    const end = offset + shape.reduce((product, side) => product * side, quantization ? 1 : 4);
    // Copied, so that floats are aligned whatever their place in the file.
    const bytes = Uint8Array.from(file.subarray(offset, end));
    found.set(name, {
      shape,
      stored: quantization ? { bytes, ...quantization } : { floats: new Float32Array(bytes.buffer) },
    });
    offset = end;
  }
  if (offset !== file.length) throw new RangeError(`the weights take ${offset} bytes, and ${file.length} were given`);
  return found;
}

/** The values of a weight as floats. */
export function floatsOf({ stored }: Weight): Float32Array<ArrayBuffer> {
  return 'floats' in stored
    ? stored.floats
    : Float32Array.from(stored.bytes, (value) => value * stored.scale + stored.min);
}
