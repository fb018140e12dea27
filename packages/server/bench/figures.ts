/** The target of a figure: a smallest or a largest value. */
export type Target = { readonly atLeast: number } | { readonly atMost: number };

/** One figure of a run. */
export interface Figure {
  readonly subject: string;
  readonly what: string;
  readonly value: number;
  /** The unit behind the value; empty for ratios. */
  readonly unit: string;
  /** Absent: there is nothing to meet. */
  readonly target?: Target;
  /** How it came about, in a few words. */
  readonly note?: string;
}

/** The middle one of some values, the lower of two; NaN for none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that a share of all, 0 to 1, does not exceed; NaN for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** True where the figure is as it should be, or nothing is asked of it. */
export function isMet({ value, target }: Pick<Figure, 'value' | 'target'>): boolean {
  if (!target) return true;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

/** The figures as a Markdown table. */
export function tableOf(figures: readonly Figure[]): string {
  const lines = figures.map((figure) => {
    const { subject, what, unit, target, note } = figure;
    const wanted = !target ? '' : 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
    const verdict = !target ? '' : isMet(figure) ? 'met' : '**not met**';
    const value = `${shown(figure.value)}${unit === '' ? '' : ` ${unit}`}`;
    return `| ${[subject, what, value, wanted === '' ? '' : `${wanted} ${unit}`.trim(), verdict, note ?? ''].join(' | ')} |`;
  });
  return ['| Subject | What | Figure | Target | | How |', '| --- | --- | --- | --- | --- | --- |', ...lines].join('\n');
}

/** Three digits that count, and no more. */
function shown(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}
