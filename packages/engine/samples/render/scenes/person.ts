import type { Anatomy } from '../body/anatomy.ts';
import { eyeCentre, eyeRadius } from '../body/face.ts';
import type { Figure } from '../body/figure.ts';
import { growHair, type HairStyle, hairMesh } from '../body/hair.ts';
import { headField } from '../body/head.ts';
import { shoeField } from '../body/shoe.ts';
import { inStance, type Stance } from '../body/stance.ts';
import { ribCollar } from '../cloth/collar.ts';
import { neckCut, type TopCut, type TrousersCut, trousersHull, tubeEnd } from '../cloth/shell.ts';
import { wornTop, wornTrousers } from '../cloth/worn.ts';
import type { Part } from '../light/scene.ts';
import type { Vector } from '../maths/vector.ts';
import { filtered, type Mesh } from '../meshes/mesh.ts';
import { polygonise } from '../meshes/polygonise.ts';
import { ball, type Field, grown, symmetric } from '../shapes/field.ts';
import { placement } from '../shapes/placement.ts';
import { paperRoll } from './backdrop.ts';

/** Material numbers of a person picture, in the order of its list. */
export const personMaterials = { skin: 0, eye: 1, hair: 2, top: 3, trousers: 4, shoe: 5, paper: 6, collar: 7 } as const;

/** A person and their clothes. */
export interface Dressed {
  readonly figure: Figure;
  readonly body: Anatomy;
  readonly hair: readonly HairStyle[];
  readonly top: TopCut;
  readonly trousers: TrousersCut;
  readonly stance: Stance;
}

/** Half the width of the box that holds a person's arms, centimetres. */
const side = 46;

/** Skin meshes: fine where the camera looks closely. Parts under the clothes are left out. */
function skinParts(person: Dressed, coarseness: number): Mesh[] {
  const { body, figure } = person;
  const [hx, hy, hz] = figure.head.origin;
  const head = polygonise(body.head, [hx - 10, hy - 13, hz - 14], [hx + 10, hy + 25, hz + 14], 0.15 * coarseness);
  const torso = polygonise(
    body.upper,
    [-side, figure.wrist[1] - 6, -20],
    [side, figure.head.origin[1] + 4, 20],
    0.5 * coarseness,
  );
  const handTop = figure.wrist[1] + 2;
  const hand = (x: number) =>
    polygonise(body.upper, [x - 9, handTop - 24, -10], [x + 9, handTop + 5, 16], 0.16 * coarseness);
  const neck = neckCut(person.top.neck);
  const sleeveEnd: Field = person.top.sleeve
    ? tubeEnd(person.top.sleeve, figure.shoulder, figure.elbow)
    : (x) => Math.abs(x) - figure.shoulder[0];
  const visible = filtered(torso, (t) => {
    const v = torso.triangles[t] * 3;
    const [x, y, z] = torso.positions.subarray(v, v + 3);
    return neck(x, y, z) > -2.5 || (Math.abs(x) > figure.shoulder[0] && sleeveEnd(x, y, z) > -6);
  });
  return [head, visible, hand(figure.wrist[0]), hand(-figure.wrist[0])];
}

/** Shoes on the floor under the ankles, toes a little outwards. */
function shoes(figure: Figure, coarseness: number): Mesh {
  const stand = placement([figure.ankle[0] + 0.3, 0, figure.ankle[2]], { yaw: 0.2, pitch: 0, roll: 0 });
  return polygonise(symmetric(stand.solid(shoeField)), [-26, -1, -14], [26, 15, 26], 0.22 * coarseness);
}

/** Hair of all styles, with a scalp under it that the skin mesh already carries. */
function hair(person: Dressed, coarseness: number): Mesh[] {
  const local = headField(person.figure.head.face);
  return person.hair.map((style) =>
    hairMesh(
      growHair(style, local, coarseness),
      style.width * Math.sqrt(coarseness),
      person.body.headPlacement.toScene,
    ),
  );
}

/** Models a dressed person in front of a paper roll. */
export function personParts(person: Dressed, coarseness: number): Part[] {
  const { body, figure } = person;
  const eyes = body.headPlacement.solid(symmetric(ball(eyeCentre, eyeRadius)));
  const eyeAt = body.headPlacement.toScene([0, eyeCentre[1], eyeCentre[2]]);
  const corner = (sign: number): Vector => [eyeAt[0] + sign * 6, eyeAt[1] + sign * 2.2, eyeAt[2] + sign * 2.2];
  const stand = placement([figure.ankle[0] + 0.3, 0, figure.ankle[2]], { yaw: 0.2, pitch: 0, roll: 0 });
  const shoe = symmetric(stand.solid(shoeField));
  const trousersBody = grown(trousersHull(person.trousers, figure, body.lower), 0.3);
  const waistband: Field = (x, y, z) => Math.max(trousersBody(x, y, z), y - person.trousers.waist);
  const top = wornTop(person.top, figure, waistband, coarseness);
  const m = personMaterials;
  const figureParts: Part[] = [
    ...hair(person, coarseness).map((mesh): Part => ({ mesh, material: m.hair, kind: 'strand' })),
    ...skinParts(person, coarseness).map((mesh): Part => ({ mesh, material: m.skin, kind: 'closed' })),
    ...(figure.head.sculpted
      ? []
      : [
          {
            mesh: polygonise(eyes, corner(-1), corner(1), 0.1 * coarseness),
            material: m.eye,
            kind: 'closed' as const,
          },
        ]),
    { mesh: wornTrousers(person.trousers, figure, shoe, coarseness), material: m.trousers, kind: 'sheet' },
    { mesh: top, material: m.top, kind: 'sheet' },
    { mesh: ribCollar(top, person.top.neck, { height: 1.7, thickness: 0.22 }), material: m.collar, kind: 'sheet' },
    { mesh: shoes(figure, coarseness), material: m.shoe, kind: 'closed' },
  ];
  return [
    ...figureParts.map((part) => ({ ...part, mesh: inStance(part.mesh, person.stance) })),
    { mesh: paperRoll(coarseness), material: m.paper, kind: 'closed' },
  ];
}
