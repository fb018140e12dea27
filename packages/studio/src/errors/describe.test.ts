import fs from 'node:fs';
import { ApiError } from '@atelier/client';
import { ENDPOINT_LIST, type Operation } from '@atelier/contract';
import { expect, test } from 'vitest';
import { describeError, describeFailure } from './describe.ts';

/** The fields of requests for work that the pages name. */
const FIELDS = (() => {
  const folder = new URL('../', import.meta.url);
  const files = fs.globSync('{pages,components/work}/**/*.{ts,tsx}', { cwd: folder });
  const pages = files.map((file) => fs.readFileSync(new URL(file, folder), 'utf8')).join();
  const bodies = ENDPOINT_LIST.filter(({ idempotent, interface: face }) => idempotent && face === 'v1');
  const names = bodies.flatMap(({ body }) => Object.keys(Object(Reflect.get(body ?? {}, 'properties'))));
  return [...new Set(names)].filter((name) => name.includes('_') && new RegExp(`\\b${name}\\b`).test(pages));
})();

test.each(FIELDS)('a refusal of %s is told by the label of the page', (field) => {
  const { title, text } = describeError(new ApiError(400, 'invalid_request', `/input/${field} is wrong.`, null));
  expect(title).toBe('Something in the form is not allowed');
  expect(text).toMatch(/^[A-Z][a-z ]+ is wrong\.$/);
});

test.each([
  ['/input/prompt: no colour is named.', 'The prompt was not understood'],
  ['/input/resolution: high is not for this model.', 'The model does not have this option'],
  ['No engine makes films of words.', 'The engine cannot make this'],
])('a request that no engine can make is titled by what is to blame: %s', (message, title) => {
  expect(describeError(new ApiError(422, 'unsupported_option', message, null)).title).toBe(title);
});

test.each<[Operation, string]>([
  ['virtual_try_on', 'Styling instructions'],
  ['generate', 'What it should show'],
  ['edit', 'What to change'],
  ['inpaint', 'What to do there'],
  ['animate', 'How it moves'],
  ['text_to_video', 'What it should show'],
])('the form of %s calls its words "%s", and so do refusals and failures', (operation, label) => {
  const refused = new ApiError(400, 'invalid_request', '/prompt is too long.', null);
  expect(describeError(refused, operation).text).toBe(`${label} is too long.`);
  const error = { code: 'input_rejected', message: '/input/prompt is too long.' };
  expect(describeFailure({ task: `${operation}.fal`, error }).text).toBe(`${label} is too long. Nothing was charged.`);
});
