import { expect, test } from 'vitest';
import type { Pose } from '../../analysis.ts';
import type { Net } from '../../models/sessions.ts';
import { createRaster } from '../../pixels/raster.ts';
import { LANDMARK } from './body-frame.ts';
import { poseAlone } from './pose-alone.ts';

const SIDE = 256;
const LANDMARKS = 39;
const logit = (probability: number) => Math.log(probability / (1 - probability));

/** A landmark net that sees every joint at one place, in pixels of its input, and keeps that input. */
function netThatSees(x: number, y: number, presence: number): Net & { seen: Float32Array } {
  const values = new Float32Array(LANDMARKS * 5);
  for (let k = 0; k < LANDMARKS; k++) values.set([x, y, 0, logit(0.9), logit(0.9)], k * 5);
  return {
    seen: new Float32Array(),
    async run(input) {
      this.seen = input;
      return [values, Float32Array.of(presence), new Float32Array(SIDE * SIDE)];
    },
    async release() {},
  };
}

/** A person whose shoulders are 100 pixels above the hips, with a wrist at a place. */
function poseWith(wrist: { readonly x: number; readonly y: number }): Pose {
  const at = (x: number, y: number) => ({ x, y, visibility: 0.9, presence: 0.9 });
  const landmarks = Array.from({ length: 33 }, () => at(128, 40));
  for (const joint of ['shoulderLeft', 'shoulderRight'] as const) landmarks[LANDMARK[joint]] = at(128, 70);
  for (const joint of ['hipLeft', 'hipRight'] as const) landmarks[LANDMARK[joint]] = at(128, 170);
  landmarks[LANDMARK.wristLeft] = at(wrist.x, wrist.y);
  return { landmarks, detectionScore: 1, presence: 1 };
}

/** The wrist after the second pass. The net's input is the picture itself. */
async function wristBy(net: Net, wrist: { readonly x: number; readonly y: number }) {
  const matte = { width: SIDE, height: SIDE, data: new Float32Array(SIDE * SIDE) };
  matte.data.fill(1, 0, (SIDE * SIDE) / 2);
  const middle = SIDE / 2;
  const next = { centre: { x: middle, y: middle }, rim: { x: middle, y: middle - middle / 1.25 }, score: 1 };
  const pose = await poseAlone(createRaster(SIDE, SIDE), matte, { pose: poseWith(wrist), next }, net);
  const { x, y } = pose.landmarks[LANDMARK.wristLeft];
  return { x, y };
}

test('a joint that both passes see near each other lies between', async () => {
  const { x, y } = await wristBy(netThatSees(100, 100, 1), { x: 104, y: 102 });
  expect([x, y]).toEqual([expect.closeTo(102), expect.closeTo(101)]);
});

test('a joint that the passes see far apart lies where the person alone shows it', async () => {
  const { x, y } = await wristBy(netThatSees(100, 100, 1), { x: 160, y: 102 });
  expect([x, y]).toEqual([expect.closeTo(100), expect.closeTo(100)]);
});

test('the pose stays as it is if no person shows on the grey ground', async () => {
  expect(await wristBy(netThatSees(100, 100, 0.2), { x: 160, y: 102 })).toEqual({ x: 160, y: 102 });
});

test('the net sees the person, and grey in the place of the background', async () => {
  const net = netThatSees(100, 100, 1);
  await wristBy(net, { x: 100, y: 100 });
  const at = (row: number) => net.seen[(row * SIDE + SIDE / 2) * 3];
  expect(at(60)).toBeCloseTo(0);
  expect(at(200)).toBeCloseTo(128 / 255);
});
