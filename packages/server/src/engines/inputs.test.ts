import { expect, test } from 'vitest';
import type { WorkOrder } from '../work-order.ts';
import { fillInputs, seeded, takesPictures } from './inputs.ts';

const ORDER: WorkOrder = {
  operation: 'virtual_try_on',
  model: 'v1',
  resolution: 'high',
  aspectRatio: null,
  seed: null,
  prompt: '',
  options: { speed: 'fast' },
  pictures: [],
};
const filled = (
  template: Record<string, string | Record<string, string | Record<string, string>>>,
  order: Partial<WorkOrder> = {},
) =>
  fillInputs(
    template,
    {
      jobId: 'job',
      order: { ...ORDER, ...order },
      position: 0,
      attempt: 1,
      size: { width: 8, height: 8 },
      pictures: [],
    },
    () => 'picture',
  );
const orderOf = (...roles: ('person' | 'garment' | 'mask' | 'source')[]) => ({
  ...ORDER,
  pictures: roles.map((role) => ({ role, mediaId: 'id', url: null, pointer: '' })),
});

test('a choice stands for what it has for the value', () => {
  const template = {
    mode: { $speed: { fast: 'performance', quality: 'quality' } },
    size: { $resolution: { high: '2k' } },
  };
  expect(filled(template)).toEqual({ mode: 'performance', size: '2k' });
});

test('a choice that has nothing for the value is left out', () => {
  const template = { mode: { $speed: { fast: 'performance' } } };
  expect(filled(template, { options: { speed: 'quality' } })).toEqual({});
  expect(filled(template, { options: {} })).toEqual({});
});

test('an order without words is worded by what it does, where that needs words', () => {
  expect(filled({ prompt: '$wish' }, { prompt: 'a red coat' })).toEqual({ prompt: 'a red coat' });
  expect(filled({ prompt: '$wish' }, { operation: 'inpaint' })).toEqual({ prompt: expect.stringContaining('Remove') });
  expect(filled({ prompt: '$wish' }, { operation: 'upscale' })).toEqual({});
});

test('a template with one place for a product serves orders with one product', () => {
  const template = { human: '$person', garment: '$garment' };
  expect(takesPictures(template, orderOf('person', 'garment'))).toBe(true);
  expect(takesPictures(template, orderOf('person', 'garment', 'garment'))).toBe(false);
  expect(takesPictures(template, orderOf('person'))).toBe(false);
});

test('a template without a place for a picture of the order does not serve it', () => {
  expect(takesPictures({ image: '$source' }, orderOf('source', 'mask'))).toBe(false);
  expect(takesPictures({ image: '$source', mask: '$mask' }, orderOf('source', 'mask'))).toBe(true);
});

test('a template with numbered places serves as many pictures as it names', () => {
  const template = { input_image: '$image_1', input_image_2: '$image_2' };
  expect(takesPictures(template, orderOf('person', 'garment'))).toBe(true);
  expect(takesPictures(template, orderOf('person', 'garment', 'garment'))).toBe(false);
});

test('a job has a seed of its own where the user gave none, and that of the user where they did', () => {
  const seedOf = (jobId: string, seed: number | null) => {
    const order = { ...ORDER, seed };
    const task = { jobId, order, position: 1, attempt: 1, size: { width: 8, height: 8 }, pictures: [] };
    return fillInputs({ seed: '$seed' }, seeded(task), () => 'picture');
  };
  const [first, second] = ['0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50', '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f51'] as const;
  expect(seedOf(first, null)).toEqual({ seed: expect.any(Number) });
  expect(seedOf(first, null)).not.toEqual(seedOf(second, null));
  expect(seedOf(first, 7)).toEqual({ seed: 8 });
});
