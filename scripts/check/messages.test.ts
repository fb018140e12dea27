import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { checkMessages, isMessageSource, textsOf } from './messages.ts';
import { readSources } from './source.ts';

const sourceOf = (text: string) => ({ file: 'a.tsx', text, parsed: parseSync('a.tsx', text) });
const faultsOf = (text: string) => checkMessages([sourceOf(text)]).map(({ message }) => message);

const SOURCES = readSources(path.resolve(import.meta.dirname, '../..'), ['packages']).filter(({ file }) =>
  isMessageSource(file),
);

test.each([...Map.groupBy(SOURCES, ({ file }) => file.split('/')[1])])('every message of %s', (_, sources) => {
  expect(checkMessages(sources)).toEqual([]);
});

test.each([
  ['a refusal of the service', 'Send a valid key.'],
  ['a failure of a job', 'The service does not call it again.'],
  ['a refusal of the engine', 'Use a photo of one person, or crop it to the person to dress.'],
  ['a warning of the engine', 'so the engine assumed a round one. Use a photo that shows it.'],
  ['an error of the command line', 'give --out a new or empty folder'],
])('%s is read', (_, words) => {
  const readings = SOURCES.flatMap(textsOf).flatMap((text) => text.readings);
  expect(readings.some((reading) => reading.endsWith(words))).toBe(true);
});

test('more than two sentences are a breach, but not in documentation', () => {
  const three = "'The file is empty. Send a picture. Then wait.'";
  expect(faultsOf(`fail(${three})`)).toEqual([expect.stringMatching(/^more than 2 sentences in “The file is empty/)]);
  expect(faultsOf(`call({ description: ${three} })`)).toEqual([]);
});

test('a sentence of 26 words is a breach, counted in each reading of a template', () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
  expect(faultsOf(`fail(\`${words(24)} \${name}.\`)`)).toEqual([]);
  expect(faultsOf(`fail(\`${words(25)} \${name}.\`)`)).toEqual([expect.stringMatching(/^26 words/)]);
  expect(faultsOf(`fail(\`\${many ? '${words(20)}' : 'few'} ${words(6)}\`)`)).toEqual([expect.stringMatching(/^26/)]);
  expect(faultsOf(`const MORE = '${words(20)}'; fail(\`${words(6)} \${MORE}\`)`)).toEqual([
    expect.stringMatching(/^26/),
  ]);
});

test('a refusal must say what is allowed or what to do', () => {
  expect(faultsOf("new EngineRejection('The photo shows nobody.')")).toEqual([
    expect.stringMatching(/^neither what is allowed nor what to do/),
  ]);
  expect(faultsOf("new EngineRejection('The photo shows nobody. Use a photo of a person.')")).toEqual([]);
  expect(faultsOf("new Fault('invalid_request', 'The file is empty.')")).toHaveLength(1);
  expect(faultsOf("new Fault('not_found', 'The file is gone.')")).toHaveLength(1);
  expect(faultsOf("new Fault('internal_error', 'The file is gone.')")).toEqual([]);
});

test('so must a warning, and the advice of an error; a failed job may only say why it failed', () => {
  expect(faultsOf("push({ code: 'closed', message: 'The coat is closed.' })")).toHaveLength(1);
  expect(faultsOf("push({ code: 'closed', message: 'The coat is closed. Use another photo.' })")).toEqual([]);
  expect(faultsOf("push({ code: 'canceled', message: 'The job was canceled.' })")).toEqual([]);
  expect(faultsOf("define({ status: 404, advice: 'There is no such thing.' })")).toHaveLength(1);
});

test('a phrase that we do not write is a breach on a page too; SQL is no message', () => {
  expect(faultsOf('<p>Whoever reads this waits.</p>')).toEqual(['“Whoever”: name the actor']);
  expect(faultsOf('sql`select 1 from whoever`')).toEqual([]);
});
