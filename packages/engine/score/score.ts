/** Figures of one set of photos. */
export interface Score {
  readonly set: string;
  /** A name and a figure each. */
  readonly lines: readonly (readonly string[])[];
}

/** A count as a share of another. */
export const percent = (count: number, all: number) => `${((100 * count) / Math.max(1, all)).toFixed(1)} %`;

/** A score as a Markdown table. */
export const tableOf = ({ set, lines }: Score) =>
  [['set', set], ['---', '---'], ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The mean of some numbers; NaN of none. */
export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
