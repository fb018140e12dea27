/** An sRGB colour, bytes 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Colours by common names, each with a typical value: of cloth and paint, not the pure colours of a screen. */
const COLOURS: Readonly<Record<string, Colour>> = {
  white: [246, 245, 243],
  'off-white': [238, 233, 222],
  'off white': [238, 233, 222],
  ivory: [240, 234, 214],
  cream: [238, 228, 204],
  ecru: [226, 214, 186],
  eggshell: [240, 234, 214],
  pearl: [234, 229, 220],
  champagne: [236, 218, 186],
  beige: [218, 200, 172],
  sand: [200, 176, 136],
  stone: [190, 182, 168],
  tan: [190, 152, 108],
  camel: [188, 146, 92],
  caramel: [176, 120, 66],
  cognac: [150, 84, 40],
  khaki: [150, 138, 100],
  taupe: [140, 126, 114],
  brown: [108, 74, 48],
  brunette: [82, 56, 40],
  chestnut: [112, 64, 44],
  chocolate: [76, 48, 34],
  bronze: [150, 112, 62],
  copper: [184, 106, 66],
  ginger: [176, 92, 44],
  rust: [168, 82, 44],
  terracotta: [188, 96, 68],
  brick: [156, 70, 54],
  black: [26, 26, 28],
  charcoal: [58, 60, 64],
  anthracite: [66, 68, 72],
  slate: [94, 104, 116],
  grey: [138, 139, 141],
  gray: [138, 139, 141],
  silver: [192, 194, 196],
  red: [190, 34, 42],
  cherry: [170, 24, 52],
  scarlet: [206, 40, 36],
  crimson: [164, 22, 48],
  burgundy: [106, 24, 44],
  bordeaux: [106, 24, 44],
  maroon: [96, 28, 36],
  wine: [104, 28, 50],
  coral: [240, 122, 98],
  salmon: [238, 150, 128],
  orange: [232, 126, 40],
  apricot: [246, 186, 138],
  peach: [248, 204, 172],
  mustard: [206, 160, 48],
  ochre: [196, 142, 56],
  gold: [204, 164, 74],
  golden: [204, 164, 74],
  blonde: [216, 184, 128],
  blond: [216, 184, 128],
  yellow: [244, 212, 72],
  lemon: [248, 232, 116],
  lime: [174, 206, 70],
  olive: [108, 108, 58],
  green: [44, 124, 70],
  'forest green': [34, 78, 50],
  'bottle green': [22, 66, 50],
  emerald: [16, 128, 92],
  mint: [176, 222, 198],
  sage: [162, 178, 152],
  teal: [26, 116, 120],
  petrol: [22, 84, 98],
  turquoise: [60, 184, 184],
  aqua: [108, 206, 206],
  cyan: [76, 190, 214],
  'sky blue': [148, 198, 234],
  'light blue': [170, 204, 232],
  'baby blue': [178, 210, 236],
  'powder blue': [182, 206, 222],
  'royal blue': [44, 76, 172],
  'midnight blue': [24, 30, 60],
  'electric blue': [34, 98, 232],
  cobalt: [26, 70, 160],
  blue: [46, 92, 168],
  denim: [72, 98, 138],
  navy: [30, 40, 74],
  indigo: [58, 54, 118],
  purple: [98, 52, 130],
  aubergine: [66, 34, 66],
  violet: [122, 78, 164],
  lilac: [198, 176, 216],
  lavender: [202, 190, 226],
  mauve: [176, 140, 170],
  plum: [104, 44, 84],
  magenta: [196, 40, 130],
  fuchsia: [206, 44, 126],
  pink: [240, 168, 188],
  'hot pink': [236, 72, 142],
  blush: [238, 198, 194],
  rose: [224, 148, 156],
  nude: [224, 190, 168],
};

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
