import { expect, test } from 'vitest';
import { titleOfFailure } from './failures.ts';

test.each([
  ['input_rejected', 'virtual_try_on.embedded', 'no person was found', 'An image could not be used'],
  ['input_rejected', 'edit.hosted', '/mask_url cannot be read', 'An image could not be used'],
  ['input_rejected', 'edit.hosted', 'bad prompt', 'The engine did not accept the images or the prompt'],
  ['provider_unavailable', 'edit.hosted', 'it is away', 'The engine was not available'],
  ['queue_timeout', 'edit.hosted', 'it waited', 'No engine started the job in time'],
  ['code_of_a_newer_service', 'edit.hosted', 'it failed', 'The job failed'],
])('a failure is titled by what failed: %s of %s, "%s"', (code, task, message, title) => {
  expect(titleOfFailure({ task, error: { code, message } })).toBe(title);
});
