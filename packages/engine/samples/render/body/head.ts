import { bell, smoothstep } from '../maths/scalar.ts';
import type { Vector } from '../maths/vector.ts';
import {
  ball,
  blend,
  bounded,
  carve,
  chain,
  ellipsoid,
  type Field,
  rod,
  smoothMax,
  smoothMin,
  symmetric,
} from '../shapes/field.ts';
import { eyeCentre, eyeRadius, type FaceShape, lipEdges, mouthHalf, mouthLine, openingDistance } from './face.ts';

/** Skull and the soft masses of the face, without eyes, nose, mouth and ears. */
function mass(shape: FaceShape): Field {
  const cranium = ellipsoid([0, 13.7, -0.7], [7.25, 8.35, 9.2]);
  const forehead = ellipsoid([0, 14.2, 3.4], [6.3, 4.9, 5.7]);
  const middle = ellipsoid([0, 7.6, 2.9], [5.9, 6.6, 5.6]);
  const jaw = symmetric(
    chain(
      [
        [5.7, 10, 1.2],
        [shape.jaw, 4.9, 1.6],
        [2.2, 1.7, 6.3],
        [0, 1.35, 6.9],
      ],
      [1.3, 1.25, 1.4, 1.5],
    ),
  );
  const zygoma = symmetric(
    chain(
      [
        [6.2, 10.2, 1.5],
        [5.3, 9.5, 5.2],
        [3.6, 8.9, 6.9],
      ],
      [0.9, 1.25, 1.1],
    ),
  );
  const cheek = symmetric(ellipsoid([3.2, 6.6, 5.7], [shape.cheek, 3, 2.5]));
  const muzzle = ellipsoid([0, 4.9, 5.9], [3.2, 3.0, 3.25]);
  const chin = ellipsoid(
    [0, 1.75, shape.chin.forward - shape.chin.radius],
    [shape.chin.radius * 1.15, shape.chin.radius, shape.chin.radius],
  );
  const underJaw = ellipsoid([0, 3.2, 3.6], [4.2, 2.3, 4.6]);
  const brow = symmetric(
    chain(
      [
        [0.4, 12.3, 8],
        [2.8, 12.75, 7.7],
        [5.3, 12.3, 5.3],
      ],
      [shape.browRidge, shape.browRidge, 0.8],
    ),
  );
  return blend(1.5, cranium, forehead, middle, blend(2.2, jaw, chin), underJaw, zygoma, cheek, muzzle, brow);
}

/** Bridge, tip, wings and nostrils. */
function nose(shape: FaceShape): Field {
  const s = shape.nose;
  const tip: Vector = [0, 7.35, 9.35 + 1.25 * s];
  const bridge = chain([[0, 11.6, 8.1], [0, 9.7, 8.85 + 0.4 * s], tip], [0.72, 0.62 * s, 0.74 * s]);
  const tipBall = ellipsoid(tip, [0.86 * s, 0.72 * s, 0.74 * s]);
  const side = symmetric(rod([0.9, 8.1, 8.6], [0.45, 10.6, 8], 0.8, 0.6));
  const wing = symmetric(ellipsoid([1.12 * s, 7.0, 9.05 + 0.35 * s], [0.62 * s, 0.58 * s, 0.85 * s], -0.25));
  const column = rod([0, 6.75, 9 + 0.95 * s], [0, 6.5, 8.9], 0.36 * s, 0.5);
  const solid = blend(0.55, bridge, tipBall, side, wing, column);
  const nostril = symmetric(ellipsoid([0.55 * s, 6.45, 9.1 + 0.55 * s], [0.34 * s, 0.34 * s, 0.55 * s], 0.5));
  return carve(solid, nostril, 0.2);
}

/** Upper and lower lip as swellings along the mouth, with the crease between them cut in. */
function withMouth(face: Field, shape: FaceShape): Field {
  return (x, y, z) => {
    const distance = face(x, y, z);
    if (z < 5 || y < 2 || y > 7 || Math.abs(distance) > 2) return distance;
    const share = Math.abs(x) / mouthHalf;
    if (share > 1.6) return distance;
    const line = mouthLine(x);
    const { upper, lower } = lipEdges(shape, x);
    const fade = Math.max(0, 1 - share ** 3);
    const above = y - line;
    const upperBulge = 0.3 * fade * bell(above - upper * 0.45, 0.42 * shape.lips + 0.1);
    const lowerBulge = 0.44 * fade * bell(above + lower * 0.5, 0.46 * shape.lips + 0.12);
    const crease = 0.3 * bell(above, 0.1) * smoothstep(1.04, 0.85, share);
    const philtrum = 0.13 * bell(x, 0.3) * smoothstep(upper + 0.05, upper + 0.5, above) * smoothstep(2.4, 1.4, above);
    const ridges =
      0.07 * bell(Math.abs(x) - 0.55, 0.25) * smoothstep(upper, upper + 0.4, above) * smoothstep(2.2, 1.2, above);
    const underLip = 0.3 * bell(above + lower + 0.65, 0.5) * bell(x, 1.5);
    const corner = 0.18 * bell(share - 1.05, 0.13) * bell(above, 0.35);
    return distance - upperBulge - lowerBulge - ridges + crease + philtrum + underLip + corner;
  };
}

/** Eye sockets hollowed out and lids laid over the eyeballs. */
function withLids(face: Field, shape: FaceShape): Field {
  const [ex, ey, ez] = eyeCentre;
  const socket = symmetric(ellipsoid([ex - 0.05, ey + 0.1, ez + 2.3], [2.15, 1.5, 1.75]));
  const innerCorner = symmetric(ellipsoid([1.55, ey, ez + 2.0], [0.75, 0.8, 0.8]));
  const lidBall = symmetric(ball([ex, ey, ez], eyeRadius + 0.2));
  const hollowed = carve(carve(face, socket, 1.1), innerCorner, 0.7);
  return (x, y, z) => {
    const distance = hollowed(x, y, z);
    if (z < 4 || Math.abs(y - ey) > 3) return distance;
    const opening = openingDistance(shape, x, y);
    const lid = smoothMax(lidBall(x, y, z), -opening, 0.1);
    const skin = smoothMin(distance, lid, 0.55);
    const u = Math.abs(x) - ex;
    const fold = y - ey - shape.eyeOpening * 0.56 * (1 - (u / 2.1) ** 2) - 0.36;
    const crease = 0.13 * bell(fold, 0.1) * smoothstep(2, 1.2, Math.abs(u));
    // Keep the slit open where the blend would close it.
    return Math.max(skin + crease, Math.min(-opening, 0.3 - Math.abs(z - ez - 1.1)));
  };
}

/** One outer ear: a tilted shell with a rim and a bowl. */
function ear(): Field {
  const shell = ellipsoid([7.15, 10.3, -0.9], [0.75, 3.1, 1.75]);
  const lobe = ball([6.9, 7.75, -0.35], 0.75);
  const bowl = ellipsoid([7.9, 10.4, -0.7], [0.65, 2.2, 1.1]);
  const concha = ball([7.6, 9.5, -0.2], 0.72);
  const helix = carve(carve(blend(0.5, shell, lobe), bowl, 0.35), concha, 0.3);
  return bounded(symmetric(helix), [0, 10, 0], 12);
}

/** The whole head in its own frame, with eye slits open for separate eyeballs. The neck is not part of it. */
export function headField(shape: FaceShape): Field {
  const noseField = bounded(nose(shape), [0, 9, 9], 4.5);
  const face = mass(shape);
  const faceWithNose: Field = (x, y, z) => smoothMin(face(x, y, z), noseField(x, y, z), 0.7);
  const featured = withMouth(withLids(faceWithNose, shape), shape);
  const ears = ear();
  return (x, y, z) => smoothMin(featured(x, y, z), ears(x, y, z), 0.5);
}

/**
 * A head as shop windows have it: the planes of a face without its details, smooth all over. Brow, nose, lips and chin
 * are there in form only.
 */
export function sculptedHead(shape: FaceShape): Field {
  const [ex, ey, ez] = eyeCentre;
  const bridge = chain(
    [
      [0, 11.9, 7.7],
      [0, 9.7, 8.9],
      [0, 7.5, 10.1],
    ],
    [0.75, 0.62, 0.8],
  );
  const base = symmetric(rod([0.55, 7.3, 9.2], [0.9, 7.1, 8.4], 0.62, 0.5));
  const withNose = blend(1.1, mass(shape), blend(0.8, bridge, base));
  const hollow = symmetric(ellipsoid([ex, ey + 0.1, ez + 3.1], [1.9, 0.95, 1.75], -0.05));
  const lid = symmetric(ellipsoid([ex - 0.05, ey - 0.1, ez + 0.25], [1.55, 0.8, 0.95]));
  const withEyes = blend(0.9, carve(withNose, hollow, 1.6), lid);
  const upperLip = chain(
    [
      [-1.7, 4.3, 7.4],
      [-0.5, 4.75, 8.5],
      [0.5, 4.75, 8.5],
      [1.7, 4.3, 7.4],
    ],
    [0.15, 0.4, 0.4, 0.15],
  );
  const lowerLip = chain(
    [
      [-1.4, 4, 7.5],
      [0, 3.6, 8.45],
      [1.4, 4, 7.5],
    ],
    [0.15, 0.48, 0.15],
  );
  const face = blend(0.5, withEyes, blend(0.35, upperLip, lowerLip));
  const ears = bounded(symmetric(ellipsoid([6.95, 9.9, -0.9], [0.75, 2.7, 1.5])), [0, 10, 0], 12);
  return (x, y, z) => smoothMin(face(x, y, z), ears(x, y, z), 0.9);
}
