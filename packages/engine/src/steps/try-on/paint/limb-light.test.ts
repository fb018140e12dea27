import { describe, expect, test } from 'vitest';
import { labOfColour, luma } from '../../../pixels/lab.ts';
import { ARM_LIGHT, armTone, LEG_LIGHT, legLightAt, lightAt, limbTone, lit, neckLightAt } from './limb-light.ts';

describe('light on a bare limb', () => {
  test.each([
    ['an arm', ARM_LIGHT],
    ['a leg', LEG_LIGHT],
  ])('%s is darker on the side of the body, from end to end', (_, limb) => {
    for (let along = 0.2; along <= 0.9; along += 0.05)
      expect(lightAt(limb, { along, aside: -1 })).toBeLessThan(lightAt(limb, { along, aside: 0.3 }));
  });

  test('a place beyond the measured ones has the light of the nearest', () => {
    expect(lightAt(LEG_LIGHT, { along: -1, aside: -3 })).toBe(lightAt(LEG_LIGHT, { along: 0.2, aside: -1 }));
    expect(lightAt(LEG_LIGHT, { along: 2, aside: 3 })).toBe(lightAt(LEG_LIGHT, { along: 1, aside: 1 }));
  });

  test('a place between measured ones has the light between theirs', () => {
    const at = (along: number, aside: number) => lightAt(LEG_LIGHT, { along, aside });
    const around = [at(0.2, -1), at(0.2, -2 / 3), at(0.3, -1), at(0.3, -2 / 3)];
    expect(at(0.25, -5 / 6)).toBeCloseTo(around.reduce((sum, light) => sum + light / 4, 0));
  });

  test('a dark line runs where two legs touch', () => {
    const leg = { along: 0.5, aside: 0 };
    expect(legLightAt({ ...leg, clearOfOther: 0 })).toBeLessThan(legLightAt({ ...leg, clearOfOther: 1 }) - 0.1);
  });
});

test('a neck lies in the shade of the chin, and a chest does not', () => {
  expect(neckLightAt(0.08)).toBeLessThan(neckLightAt(0.2));
  expect(neckLightAt(0.2)).toBeLessThan(-0.1);
  expect(neckLightAt(0.4)).toBe(0);
  // Without a visible face the jaw is nowhere.
  expect(neckLightAt(Number.POSITIVE_INFINITY)).toBe(0);
});

test('skin in the shade is darker and more saturated', () => {
  const [red, green, blue] = lit([200, 150, 120], -0.3);
  expect(luma([red, green, blue], 0)).toBeLessThan(luma([200, 150, 120], 0));
  expect(red / green).toBeGreaterThan(200 / 150);
  expect(green / blue).toBeGreaterThan(150 / 120);
});

test('legs are nearer to the usual skin than the face is, whether it is pale or dark', () => {
  for (const face of [
    [230, 190, 170],
    [90, 60, 50],
  ] as const) {
    const [ofFace, ofLeg] = [luma(face, 0), luma(limbTone(LEG_LIGHT, face), 0)];
    expect(Math.abs(Math.log(ofLeg / LEG_LIGHT.even))).toBeLessThan(Math.abs(Math.log(ofFace / LEG_LIGHT.even)));
  }
});

describe('the tone of an arm', () => {
  const face = [215, 170, 145] as const;
  const hand = [150, 105, 90] as const;
  const byFace = labOfColour(armTone(face, hand, 0));

  test('follows the face where no hand shows, and is less red', () => {
    const [l, a, b] = labOfColour(limbTone(ARM_LIGHT, face));
    expect(byFace[0]).toBeCloseTo(l, 0);
    expect(byFace[1]).toBeLessThan(a - 1);
    expect(byFace[2]).toBeCloseTo(b, 0);
  });

  test('follows the lightness of a visible hand', () => {
    const [l] = labOfColour(armTone(face, hand, 1));
    expect(l).toBeLessThan(byFace[0] - 10);
    expect(l).toBeGreaterThan(labOfColour(hand)[0]);
  });

  test('takes half of the colour of a hand in the light of a blue sleeve', () => {
    const [, , blue] = labOfColour(hand);
    const [, , tinted] = labOfColour(armTone(face, [150, 105, 130], 1));
    const [, , plain] = labOfColour(armTone(face, hand, 1));
    const [, , tint] = labOfColour([150, 105, 130]);
    expect((plain - tinted) / (blue - tint)).toBeCloseTo(0.5, 1);
  });
});
