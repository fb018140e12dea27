import { describe, expect, it } from 'vitest';
import type { Plane, Point } from '../../pixels/raster.ts';
import type { Side } from '../edit/grammar/instruction.ts';
import { nobody, type Sitter } from './sitter.ts';
import { type Slant, slantOf } from './slant.ts';

const whole = { width: 600, height: 900 };

/** A person of the given width and height range in the middle of the photo. The head is the upper sixth. */
function standing(width: number, from: number, to: number, cutAt: readonly Side[] = []): Sitter {
  const left = (whole.width - width) / 2;
  const matte: Plane = { ...whole, data: new Float32Array(whole.width * whole.height) };
  for (let y = from; y < to; y++) matte.data.fill(1, y * whole.width + left, y * whole.width + left + width);
  const box = { left, top: from, width, height: to - from };
  return { ...whole, box, matte, cutAt, head: { ...box, height: box.height / 6 }, part: () => box };
}

const turn = ({ x, y }: Point, degrees: number): Point => {
  const angle = (degrees * Math.PI) / 180;
  return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) };
};

/** True if the rotated corners of a box of the photo lie in the window. */
function holds({ centre, width, height }: Slant, box: Sitter['box'], degrees: number): boolean {
  return [0, 1].every((across) =>
    [0, 1].every((down) => {
      const p = turn(
        { x: box.left + across * box.width - whole.width / 2, y: box.top + down * box.height - whole.height / 2 },
        degrees,
      );
      return Math.abs(p.x - centre.x) <= width / 2 + 1 && Math.abs(p.y - centre.y) <= height / 2 + 1;
    }),
  );
}

describe('slantOf', () => {
  it('shows the largest window without empty corners where nothing is to be kept', () => {
    const { centre, width, height, isContinued } = slantOf(nobody(whole), 45);
    expect(centre).toEqual({ x: 0, y: 0 });
    expect(width / height).toBeCloseTo(whole.width / whole.height);
    expect(isContinued).toBe(false);
  });

  it.each([-45, -20, 5, 20, 45])('keeps someone whole who is whole in the photo, at %i degrees', (degrees) => {
    const kept = standing(160, 60, 860);
    const slant = slantOf(kept, degrees);
    expect(holds(slant, kept.box, degrees)).toBe(true);
    expect(slant.width / slant.height).toBeCloseTo(whole.width / whole.height);
  });

  it('makes up nothing where moving the window is enough', () => {
    expect(slantOf(standing(100, 300, 600), 30).isContinued).toBe(false);
  });

  it.each([10, 30])(
    'keeps the head of someone whom the photo cuts off below, and continues nothing there, at %i degrees',
    (degrees) => {
      const kept = standing(300, 80, 900, ['bottom']);
      const slant = slantOf(kept, degrees);
      expect(kept.head && holds(slant, kept.head, degrees)).toBe(true);
      const { centre, width, height } = slant;
      const lowest = [-0.5, 0.5].flatMap((across) =>
        [-0.5, 0.5].map((down) => turn({ x: centre.x + across * width, y: centre.y + down * height }, -degrees).y),
      );
      expect(Math.max(...lowest)).toBeLessThan(whole.height / 2 + 2);
    },
  );

  it('refuses what would lose the head, and says how far it can be turned', () => {
    const kept = standing(560, 10, 900, ['left', 'top', 'right', 'bottom']);
    expect(() => slantOf(kept, 45)).toThrow(
      /would lose the head.*cut off at the left and top.*Use at most \d+ degrees/,
    );
  });
});
