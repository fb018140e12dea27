import type { Colour } from './picture-measures.ts';

/** Words people use for colours, each with a typical one. */
const NAMES: readonly (readonly [name: string, colour: Colour])[] = [
  ['white', [250, 250, 250]],
  ['off-white', [240, 236, 226]],
  ['light grey', [211, 211, 211]],
  ['grey', [140, 140, 140]],
  ['dark grey', [72, 72, 72]],
  ['black', [20, 20, 20]],
  ['beige', [222, 205, 178]],
  ['sand', [196, 170, 125]],
  ['brown', [115, 78, 48]],
  ['terracotta', [190, 96, 66]],
  ['red', [190, 40, 44]],
  ['pink', [238, 190, 200]],
  ['orange', [232, 138, 52]],
  ['yellow', [240, 214, 96]],
  ['olive', [110, 110, 60]],
  ['green', [70, 130, 70]],
  ['sage', [170, 185, 160]],
  ['teal', [40, 120, 120]],
  ['light blue', [180, 208, 230]],
  ['blue', [64, 105, 170]],
  ['navy', [30, 40, 76]],
  ['lilac', [196, 178, 214]],
  ['purple', [104, 62, 130]],
];

/** The word whose typical colour is nearest, lightness counting half: shade and light change it most. */
export function colourName(colour: Colour): string {
  const ranked = NAMES.map(([name, typical]) => ({ name, distance: difference(colour, typical) }));
  return ranked.reduce((best, one) => (one.distance < best.distance ? one : best)).name;
}

function difference(a: Colour, b: Colour): number {
  const [light, ...tint] = opponents(a);
  const [otherLight, ...otherTint] = opponents(b);
  return Math.hypot((light - otherLight) / 2, tint[0] - otherTint[0], tint[1] - otherTint[1]);
}

/** Lightness, red against green, yellow against blue. */
function opponents([red, green, blue]: Colour): [light: number, redGreen: number, yellowBlue: number] {
  return [(red + green + blue) / 3, red - green, (red + green) / 2 - blue];
}
