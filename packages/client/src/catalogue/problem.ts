/** Something in a catalogue that could not be used. */
export interface CatalogueProblem {
  /** Line of the file, the heading being 1; null where the problem is of the whole product. */
  readonly line: number | null;
  /** SKU of the product; null where the row has none. */
  readonly sku: string | null;
  /** The cell, address or file that could not be used. */
  readonly subject: string;
  /** Why, and what to do. */
  readonly reason: string;
}
