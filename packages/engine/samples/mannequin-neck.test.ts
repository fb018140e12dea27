import { expect, it } from 'vitest';
import { anatomy } from './render/body/anatomy.ts';
import { man } from './render/body/man.ts';
import { woman } from './render/body/woman.ts';

/** Half the width of the neck at a height, on one side (-1 or 1), centimetres. */
function halfWidth(head: (x: number, y: number, z: number) => number, y: number, side: number): number {
  let widest = 0;
  for (let z = -8; z <= 2; z += 0.5)
    for (let x = 0; x < 12; x += 0.1) if (head(side * x, y, z) < 0) widest = Math.max(widest, x);
  return widest;
}

it.each([woman, man])('the neck of a mannequin grows narrower up to its jaw, on both sides', (person) => {
  const { head } = anatomy({ ...person, head: { ...person.head, sculpted: true } });
  const jaw = person.head.origin[1] + 3;
  for (const side of [-1, 1])
    for (let y = jaw - 4; y <= jaw; y += 0.5)
      expect(halfWidth(head, y, side), `${side} at ${y}`).toBeLessThanOrEqual(halfWidth(head, y - 1, side) + 0.1);
});
