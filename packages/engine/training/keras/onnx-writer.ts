/** An attribute of an ONNX node. */
export type Attribute = number | string | readonly number[];

/** ONNX format 8 with operator set 14. Every runtime reads it, and it has HardSwish. */
const IR_VERSION = 8;
const OPERATOR_SET = 14;

/** Element types and attribute types of onnx.proto. */
const ELEMENT = { float32: 1, uint8: 2, int64: 7 } as const;
const ATTRIBUTE = { int: 2, string: 3, ints: 7 } as const;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

/** A length-delimited field of a protocol buffer. */
function nested(field: number, content: Uint8Array | string): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes]);
}

function integer(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

function attribute(name: string, value: Attribute): Buffer {
  const content =
    typeof value === 'number'
      ? [integer(3, value), integer(20, ATTRIBUTE.int)]
      : typeof value === 'string'
        ? [nested(4, value), integer(20, ATTRIBUTE.string)]
        : [...value.map((each) => integer(8, each)), integer(20, ATTRIBUTE.ints)];
  return nested(5, Buffer.concat([nested(1, name), ...content]));
}

function elementOf(values: Float32Array | BigInt64Array | Uint8Array): number {
  if (values instanceof Float32Array) return ELEMENT.float32;
  return values instanceof Uint8Array ? ELEMENT.uint8 : ELEMENT.int64;
}

/** A side of a shape: its length, or a name if it is free. */
export type Side = number | string;

function valueInfo(name: string, shape: readonly Side[]): Buffer {
  const dimensions = Buffer.concat(
    shape.map((side) => nested(1, typeof side === 'number' ? integer(1, side) : nested(2, side))),
  );
  return Buffer.concat([
    nested(1, name),
    nested(2, nested(1, Buffer.concat([integer(1, ELEMENT.float32), nested(2, dimensions)]))),
  ]);
}

/** Builds an ONNX file node by node (onnx.proto, ModelProto). */
export class OnnxWriter {
  readonly #nodes: Buffer[] = [];
  readonly #constants: Buffer[] = [];
  readonly #inputs: Buffer[] = [];
  readonly #outputs: Buffer[] = [];
  #count = 0;

  /** Adds a node; `outputs` are the names of its results. */
  node(
    operator: string,
    inputs: readonly string[],
    outputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
  ): void {
    const parts = [
      ...inputs.map((name) => nested(1, name)),
      ...outputs.map((name) => nested(2, name)),
      nested(3, `${operator}${this.#count++}`),
      nested(4, operator),
      ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
    ];
    this.#nodes.push(nested(1, Buffer.concat(parts)));
  }

  /** Adds a constant and returns its name. */
  constant(values: Float32Array | BigInt64Array | Uint8Array, shape: readonly number[]): string {
    const name = `constant${this.#count++}`;
    const type = elementOf(values);
    const raw = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    const parts = [...shape.map((size) => integer(1, size)), integer(2, type), nested(8, name), nested(9, raw)];
    this.#constants.push(nested(5, Buffer.concat(parts)));
    return name;
  }

  input(name: string, shape: readonly Side[]): void {
    this.#inputs.push(nested(11, valueInfo(name, shape)));
  }

  output(name: string, shape: readonly Side[]): void {
    this.#outputs.push(nested(12, valueInfo(name, shape)));
  }

  /** The file. */
  finish(): Buffer {
    const graph = Buffer.concat([
      ...this.#nodes,
      nested(2, 'graph'),
      ...this.#constants,
      ...this.#inputs,
      ...this.#outputs,
    ]);
    const operatorSet = Buffer.concat([nested(1, ''), integer(2, OPERATOR_SET)]);
    return Buffer.concat([integer(1, IR_VERSION), nested(7, graph), nested(8, operatorSet)]);
  }
}
