import fs from 'node:fs';
import { ApiError } from '@atelier/client';
import { ENDPOINT_LIST } from '@atelier/contract';
import { expect, test } from 'vitest';
import { describeError } from './describe.ts';

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
  ['/input/resolution: high is not for this model.', 'This choice does not go with the model'],
  ['No engine makes films of words.', 'The engine cannot make this'],
])('a request that no engine can make is titled by what is to blame: %s', (message, title) => {
  expect(describeError(new ApiError(422, 'unsupported_option', message, null)).title).toBe(title);
});
