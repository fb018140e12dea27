/** Text that differs from run to run, and its replacement. */
const PASSING: readonly (readonly [RegExp, string])[] = [
  [/\r/g, ''],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>'],
  [/-[0-9a-f]{8}(?=\.(png|mp4))/g, '-<id>'],
  [/127\.0\.0\.1:\d+/g, '<host>'],
  [/\/media\/[\w-]+\//g, '/media/<token>/'],
];

/** Throws an Error that shows both texts if the output differs from the page's. `…` in the page matches anything. */
export function expectLikeness(promised: string, came: string, language: string): void {
  const isLike =
    language === 'json' ? isLikeJson(JSON.parse(promised), parsed(came)) : isLikeText(promised.trim(), came.trim());
  if (!isLike) throw new Error(`the page promises\n${promised}\nbut this came\n${came}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isLikeJson(promised: unknown, came: unknown): boolean {
  if (promised === '…') return came !== undefined;
  if (typeof promised === 'string') return typeof came === 'string' && isLikeText(promised, came);
  if (typeof promised !== 'object' || promised === null) return promised === came;
  if (typeof came !== 'object' || came === null || Array.isArray(promised) !== Array.isArray(came)) return false;
  const [fields, found] = [new Map(Object.entries(promised)), new Map(Object.entries(came))];
  const isOpen = Array.isArray(promised) ? promised.at(-1) === '…' : fields.delete('…');
  if (Array.isArray(promised) && isOpen) fields.delete(String(promised.length - 1));
  if (!isOpen && found.size !== fields.size) return false;
  return [...fields].every(([name, value]) => isLikeJson(value, found.get(name)));
}

function isLikeText(promised: string, came: string): boolean {
  const parts = lasting(promised).split('…');
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^]*?');
  return new RegExp(`^${pattern}$`).test(lasting(came));
}

function lasting(text: string): string {
  return PASSING.reduce((known, [pattern, name]) => known.replace(pattern, name), text);
}
