/** An sRGB colour, bytes 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Colours by the words people use, each with a typical one: cloth and paint, not the pure colours of a screen. */
const COLOURS: Readonly<Record<string, Colour>> = {
  white: [246, 245, 243],
  'off-white': [238, 233, 222],
  ivory: [240, 234, 214],
  cream: [238, 228, 204],
  ecru: [226, 214, 186],
  beige: [218, 200, 172],
  sand: [200, 176, 136],
  tan: [190, 152, 108],
  camel: [188, 146, 92],
  khaki: [150, 138, 100],
  taupe: [140, 126, 114],
  brown: [108, 74, 48],
  chocolate: [76, 48, 34],
  rust: [168, 82, 44],
  terracotta: [188, 96, 68],
  black: [26, 26, 28],
  charcoal: [58, 60, 64],
  anthracite: [66, 68, 72],
  grey: [138, 139, 141],
  gray: [138, 139, 141],
  silver: [192, 194, 196],
  red: [190, 34, 42],
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
  gold: [204, 164, 74],
  yellow: [244, 212, 72],
  lemon: [248, 232, 116],
  lime: [174, 206, 70],
  olive: [108, 108, 58],
  green: [44, 124, 70],
  'forest green': [34, 78, 50],
  emerald: [16, 128, 92],
  mint: [176, 222, 198],
  sage: [162, 178, 152],
  teal: [26, 116, 120],
  turquoise: [60, 184, 184],
  cyan: [76, 190, 214],
  'sky blue': [148, 198, 234],
  'light blue': [170, 204, 232],
  'baby blue': [178, 210, 236],
  'royal blue': [44, 76, 172],
  cobalt: [26, 70, 160],
  blue: [46, 92, 168],
  denim: [72, 98, 138],
  navy: [30, 40, 74],
  indigo: [58, 54, 118],
  purple: [98, 52, 130],
  violet: [122, 78, 164],
  lilac: [198, 176, 216],
  lavender: [202, 190, 226],
  plum: [104, 44, 84],
  magenta: [196, 40, 130],
  fuchsia: [206, 44, 126],
  pink: [240, 168, 188],
  'hot pink': [236, 72, 142],
  rose: [224, 148, 156],
  nude: [224, 190, 168],
};

/** Words before a colour that change it, and by how much it goes towards white or, below 0, black. */
const SHADES: Readonly<Record<string, number>> = {
  light: 0.45,
  pale: 0.55,
  pastel: 0.5,
  bright: 0.12,
  dark: -0.45,
  deep: -0.35,
};

const names = Object.keys(COLOURS).sort((a, b) => b.length - a.length);
const PATTERN = new RegExp(`(?:\\b(${Object.keys(SHADES).join('|')})\\s+)?\\b(${names.join('|')})\\b|#([0-9a-f]{6})\\b`);

/** The first colour a text names, by a word such as `navy` or `light green`, or as `#1f3a5f`; null where it names none. */
export function colourIn(text: string): Colour | null {
  const [, shade, name, hex] = PATTERN.exec(text) ?? [];
  if (hex) return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Colour;
  const colour = name === undefined ? undefined : COLOURS[name];
  if (!colour) return null;
  const shift = shade === undefined ? 0 : SHADES[shade];
  const [red, green, blue] = colour.map((value) => Math.round(shift > 0 ? value + (255 - value) * shift : value * (1 + shift)));
  return [red, green, blue];
}
