import type { EngineList } from '@atelier/contract';
import { administer } from '../administer.ts';
import { type Command, EXIT } from '../command.ts';
import { CONNECTION_OPTIONS } from '../connection.ts';
import { countText, present, table } from '../output.ts';
import { enginesTest } from './engines-test.ts';

type Engine = EngineList['engines'][number];

const list: Command = {
  name: 'engines',
  summary: 'List the hosted engines of a running service, and whether each is ready.',
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const answer = await administer<EngineList>(invocation, 'GET', '/admin/engines');
    present(invocation, answer, ({ engines: all }) => (all.length === 0 ? NONE : inWords(all)));
    return EXIT.ok;
  },
};

/** `atelier engines …` */
export const engines: readonly Command[] = [list, enginesTest];

const NONE = 'none: the embedded engine serves every model (docs/engines.md says how to add others)';

function inWords(all: readonly Engine[]): string {
  const rows = table(all, {
    name: ({ name }) => name,
    adapter: ({ adapter }) => adapter,
    models: ({ models }) => models.join(', ') || 'none',
    price: ({ price }) => price,
    pace: ({ concurrency, requests_per_minute: perMinute }) =>
      `${concurrency} at once${perMinute === null ? '' : `, ${perMinute} a minute`}`,
    state: stateOf,
  });
  const errors = all.filter(({ last_error }) => last_error !== null);
  return [
    rows,
    ...errors.map(({ name, last_error, last_failed_at }) => `${name}, ${last_failed_at}: ${last_error}`),
  ].join('\n');
}

function stateOf({ missing_keys: missing, circuit, open_until: until, failures }: Engine): string {
  if (missing.length > 0) return `no key: ${missing.join(', ')}`;
  if (circuit === 'open') return `paused after failures until ${until}`;
  return failures === 0 ? 'ready' : `ready, ${countText(failures, 'failure')} since its last success`;
}
