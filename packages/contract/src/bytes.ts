const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'] as const;

/** A size in bytes as people say it, such as `512 bytes`, `2.4 MiB` or `100 GiB`: with one decimal at most. */
export function bytesText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length);
  const unit = UNITS[power - 1] ?? (bytes === 1 ? 'byte' : 'bytes');
  return `${NUMBER.format(bytes / 1024 ** power)} ${unit}`;
}
