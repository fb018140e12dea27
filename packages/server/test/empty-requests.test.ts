import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startTestService, type TestService, type TestWorkspace } from './support/service.ts';

interface Bench {
  readonly own: TestWorkspace;
  /** Enters credits for {@link own} by the admin interface. */
  readonly grant: (body: object) => Promise<Answer>;
}

let service: TestService;
let bench: Bench;
beforeAll(async () => {
  service = await startTestService();
  const own = await service.workspace({ credits: 10 });
  bench = { own, grant: (body) => service.admin('POST', `/admin/workspaces/${own.id}/credits`, body) };
});
afterAll(() => service.stop());

/** Requests that ask for nothing, and how the message names the field, what is allowed and what was given. */
const CASES: readonly [what: string, (bench: Bench) => Promise<Answer>, says: RegExp][] = [
  [
    'an edit by spaces',
    async ({ own }) => own.post(`/v1/images/${await own.image()}/edit`, { prompt: ' \n ' }),
    /^\/prompt must be text of 1 to 4000 characters that are not only spaces; " \\n " was given/,
  ],
  [
    'an unversioned edit by spaces',
    async ({ own }) => own.post(`/images/${await own.image()}/edit`, { prompt: ' ' }),
    /^\/prompt must be text .* not only spaces/,
  ],
  [
    'a film of spaces, inside the envelope',
    ({ own }) => own.post('/v1/jobs', { operation: 'text_to_video', input: { prompt: '\u3000' } }),
    /^\/input\/prompt must be text .* not only spaces/,
  ],
  [
    'a generation from spaces',
    ({ own }) => own.post('/v1/images/generate', { prompt: '  ' }),
    /needs at least one reference .* or a prompt; the prompt holds only spaces/,
  ],
  [
    'a generation from nothing',
    ({ own }) => own.post('/v1/images/generate', {}),
    /needs at least one reference .* or a prompt; none was given/,
  ],
  [
    'a generation by prompt without one',
    async ({ own }) => own.post('/v1/images/generate', { generate_mode: 'prompt', asset_ids: [await own.image()] }),
    /^\/generate_mode is "prompt", which needs a prompt; none was given/,
  ],
  [
    'a generation of products without one',
    ({ own }) => own.post('/v1/images/generate', { generate_mode: 'products', prompt: 'a coat' }),
    /^\/generate_mode is "products", which needs outfit_asset_ids or outfit_image_ids; none was given/,
  ],
  [
    'an unversioned generation from spaces in all its fields',
    ({ own }) => own.post('/images/generate', { prompt: ' ', outfit_text: ' ', model_text: ' ', set_text: ' ' }),
    /needs at least one reference .* or a prompt; the prompt holds only spaces/,
  ],
  [
    'an asset nobody could choose by name',
    ({ own }) => own.post('/assets', { type: 'outfit', alias: ' ' }),
    /^\/alias must be text of 1 to 200 characters that are not only spaces; " " was given/,
  ],
  [
    'a grant of nothing',
    ({ grant }) => grant({ amount: 0, reason: 'none' }),
    /^\/amount must be an amount from -10000000 to 10000000 other than 0; 0 was given/,
  ],
  [
    'a grant of less than the ledger counts',
    ({ grant }) => grant({ amount: 1e-9, reason: 'none' }),
    /^\/amount is 1e-9; allowed: display credits with at most two decimals/,
  ],
  [
    'a grant for no reason',
    ({ grant }) => grant({ amount: 1, reason: ' ' }),
    /^\/reason must be text of 1 to 500 characters/,
  ],
];

test.each(CASES)('%s is refused at once, naming the field, and leaves no trace in the books', async (_, ask, says) => {
  const { status, body, text } = await ask(bench);
  expect([status, body.code], text).toEqual([400, 'invalid_request']);
  expect(body.message).toMatch(says);
  const { entries } = (await bench.own.get('/v1/credits/entries')).body;
  expect(entries.map(({ amount }: { amount: number }) => amount)).toEqual([10]);
});
