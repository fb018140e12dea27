import { tableRows } from './table.ts';

/** An sRGB colour, bytes 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/**
 * Colours by common names (`colours.csv`), each with a typical value: of cloth and paint, not the pure colours of a
 * screen.
 */
const COLOURS: Readonly<Record<string, Colour>> = Object.fromEntries(
  tableRows('colours.csv').map(([name, ...rgb]) => {
    const [red, green, blue] = rgb.map(Number);
    return [name, [red, green, blue]];
  }),
);

/** Words before a colour that change it. The number is the share towards white or, below 0, towards black. */
const SHADES: Readonly<Record<string, number>> = {
  lighter: 0.35,
  light: 0.45,
  pale: 0.55,
  pastel: 0.5,
  soft: 0.3,
  bright: 0.12,
  darker: -0.3,
  dark: -0.45,
  deep: -0.35,
};

const names = Object.keys(COLOURS).sort((a, b) => b.length - a.length);
const PATTERN = new RegExp(
  `(?:\\b(${Object.keys(SHADES).join('|')})\\s+)?\\b(${names.join('|')})\\b|#([0-9a-f]{6}|[0-9a-f]{3})\\b`,
  'g',
);

/** A colour and its place in the text. */
export interface NamedColour {
  readonly colour: Colour;
  readonly start: number;
  readonly end: number;
}

/** The colours of a text in order: words such as `navy` or `light green`, and `#1f3a5f` or `#fff`. */
export function coloursIn(text: string): NamedColour[] {
  const found = [...text.matchAll(PATTERN)].map((match) => {
    const [whole, shade, name, hex] = match;
    const colour = hex === undefined ? shaded(COLOURS[name ?? ''], shade) : fromHex(hex);
    return { colour, start: match.index, end: match.index + whole.length };
  });
  // "Emerald green" is emerald.
  return found.filter(({ start }, index) => found[index - 1]?.end !== start - 1);
}

/** A text without its colours. */
export function withoutColours(text: string): string {
  return text.replaceAll(PATTERN, ' ');
}

function fromHex(hex: string): Colour {
  const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const byte = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16);
  return [byte(0), byte(2), byte(4)];
}

function shaded(colour: Colour, shade: string | undefined): Colour {
  const shift = shade === undefined ? 0 : SHADES[shade];
  const [red, green, blue] = colour.map((value) =>
    Math.round(shift > 0 ? value + (255 - value) * shift : value * (1 + shift)),
  );
  return [red, green, blue];
}
