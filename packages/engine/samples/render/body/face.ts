/**
 * Measures of a head, centimetres in the head's own frame. y is 0 at the underside of the chin and 22 at the crown. z
 * is 0 at the ear canals and grows towards the face. Means of adults after Farkas, "Anthropometry of the head and face"
 * (1994).
 */
export interface FaceShape {
  /** Half the width of the lower jaw at its corners. */
  readonly jaw: number;
  /** Radius of the chin and how far it stands forward. */
  readonly chin: { readonly radius: number; readonly forward: number };
  /** Radius of the ridge over the eyes. */
  readonly browRidge: number;
  /** Factor on the size of the nose. */
  readonly nose: number;
  /** Thickness factor of the lips. */
  readonly lips: number;
  /** Roundness of the cheeks: radius of the soft mass beside the mouth. */
  readonly cheek: number;
  /** Height of the eye opening, centimetres. */
  readonly eyeOpening: number;
}

/** Centre of the eyeball on the viewer's right, centimetres from the middle of the head. */
export const eyeCentre = [3.1, 10.9, 7.1] as const;
/** Radius of the eyeball, centimetres. */
export const eyeRadius = 1.22;

/** Half the length of the eye opening. */
const openingHalf = 1.58;

/** Edges of the lids above and below the eye's centre, for a place `u` between the inner (−) and outer (+) corner. */
function lidEdges(shape: FaceShape, u: number): { upper: number; lower: number } {
  const inner = Math.abs(u) / openingHalf;
  const slant = 0.07 * u;
  // The upper arc peaks towards the nose, the lower one towards the temple.
  const upperSkew = 1 + 0.16 * (-u / openingHalf) * (1 - inner * inner);
  return {
    upper: shape.eyeOpening * 0.54 * (1 - inner ** 2.1) * upperSkew + slant,
    lower: -shape.eyeOpening * 0.46 * (1 - inner ** 2.4) + slant,
  };
}

/** Signed distance to the eye opening seen from the front, negative between the lids; symmetric in x. */
export function openingDistance(shape: FaceShape, x: number, y: number): number {
  const u = Math.abs(x) - eyeCentre[0];
  const v = y - eyeCentre[1];
  const { upper, lower } = lidEdges(shape, u);
  return Math.max(v - upper, lower - v, Math.abs(u) - openingHalf) * 0.85;
}

/** Height of the line between the lips at x: a shallow bow with raised corners. */
export function mouthLine(x: number): number {
  const share = Math.abs(x) / mouthHalf;
  return 4.22 + 0.09 * Math.cos(share * Math.PI * 2) * (1 - share * 0.3) + 0.3 * share ** 3;
}

/** Half the width of the mouth. */
export const mouthHalf = 2.55;

/** Outline of the red of the lips above and below the mouth line at x, centimetres. */
export function lipEdges(shape: FaceShape, x: number): { upper: number; lower: number } {
  const share = Math.min(1, Math.abs(x) / mouthHalf);
  const bow = 0.1 * Math.exp(-((share / 0.13) ** 2));
  const peak = 0.12 * Math.exp(-(((share - 0.22) / 0.16) ** 2));
  return {
    upper: shape.lips * (0.62 * (1 - share ** 1.6) - bow + peak * 0.8),
    lower: shape.lips * 0.84 * (1 - share ** 2.4),
  };
}
