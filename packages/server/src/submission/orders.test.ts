import { expect, test } from 'vitest';
import { orderAnimate, orderGenerate, orderInpaint, orderVirtualTryOn } from './orders.ts';

const ID = '0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50';

test('spaces where words may stand ask for what the absence of the field asks for', () => {
  const mask = { mask_image_id: ID };
  const dressed = { person_image_id: ID, outfit_image_ids: [ID] };
  const product = { outfit_asset_ids: [ID] };
  expect(orderInpaint({ ...mask, prompt: ' ' }, ID)).toEqual(orderInpaint(mask, ID));
  expect(orderAnimate({ prompt: '\n' }, ID)).toEqual(orderAnimate({}, ID));
  expect(orderVirtualTryOn({ ...dressed, prompt: ' ', style: '\t' })).toEqual(orderVirtualTryOn(dressed));
  expect(orderGenerate({ ...product, prompt: '', style: ' ', outfit_text: ' ' })).toEqual(orderGenerate(product));
});

test('words are passed on as they were written', () => {
  expect(orderInpaint({ mask_image_id: ID, prompt: ' a belt ' }, ID).prompt).toBe(' a belt ');
});
