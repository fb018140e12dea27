/** Reads tables of a FlatBuffer (flatbuffers.dev, "internals"). Every offset is relative to its own position. */
export class FlatBuffer {
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Position of the root table. */
  root(): number {
    return this.#follow(0);
  }

  /** Position of a field of a table, or 0 if the table lacks it. */
  field(table: number, index: number): number {
    const vtable = table - this.#view.getInt32(table, true);
    const slot = 4 + index * 2;
    if (slot >= this.#view.getUint16(vtable, true)) return 0;
    const offset = this.#view.getUint16(vtable + slot, true);
    return offset === 0 ? 0 : table + offset;
  }

  /** Position of a field's table, or 0. */
  table(table: number, index: number): number {
    const at = this.field(table, index);
    return at === 0 ? 0 : this.#follow(at);
  }

  int32(table: number, index: number): number {
    const at = this.field(table, index);
    return at === 0 ? 0 : this.#view.getInt32(at, true);
  }

  int8(table: number, index: number): number {
    const at = this.field(table, index);
    return at === 0 ? 0 : this.#view.getInt8(at);
  }

  text(table: number, index: number): string {
    const vector = this.#vector(table, index);
    return vector ? Buffer.from(this.bytes.buffer, this.bytes.byteOffset + vector.at, vector.count).toString() : '';
  }

  /** Positions of the tables of a vector. */
  tables(table: number, index: number): number[] {
    const vector = this.#vector(table, index);
    return vector ? Array.from({ length: vector.count }, (_, i) => this.#follow(vector.at + 4 * i)) : [];
  }

  int32s(table: number, index: number): number[] {
    const vector = this.#vector(table, index);
    return vector ? Array.from({ length: vector.count }, (_, i) => this.#view.getInt32(vector.at + 4 * i, true)) : [];
  }

  uint16s(table: number, index: number): number[] {
    const vector = this.#vector(table, index);
    return vector ? Array.from({ length: vector.count }, (_, i) => this.#view.getUint16(vector.at + 2 * i, true)) : [];
  }

  /** The bytes of a vector, or null. */
  blob(table: number, index: number): Uint8Array | null {
    const vector = this.#vector(table, index);
    return vector && vector.count > 0 ? this.bytes.subarray(vector.at, vector.at + vector.count) : null;
  }

  #vector(table: number, index: number): { count: number; at: number } | null {
    const at = this.field(table, index);
    if (at === 0) return null;
    const start = this.#follow(at);
    return { count: this.#view.getUint32(start, true), at: start + 4 };
  }

  #follow(at: number): number {
    return at + this.#view.getUint32(at, true);
  }
}
