import fs from 'node:fs';
import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';
import { COMMANDS } from './commands.ts';

/** Calls of the command in the blocks of a page. */
function callsIn(page: string): string[] {
  const text = fs.readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block.replaceAll('\\\n', ' '));
  const call = /(?:^|[\s(])(?:npx )?atelier ((?:"[^"]*"|[^"|)#>\n])+)/g;
  return blocks.flatMap((block) => [...block.matchAll(call)].map(([, words = '']) => words.trim()));
}

const wordsOf = (call: string) =>
  [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

const CALLS = [...COMMANDS.flatMap(({ examples = [] }) => examples), ...callsIn('command-line.md')];

test.each(CALLS)('atelier %s, as help texts and pages show it, is a call that is understood', (call) => {
  const words = wordsOf(call);
  const command =
    COMMANDS.find(({ name }) => name === words.slice(0, 2).join(' ')) ?? COMMANDS.find(({ name }) => name === words[0]);
  if (!command) throw new Error(`there is no command for ${call}`);
  expect(() => readArguments(command, words.slice(command.name.split(' ').length))).not.toThrow();
});

test('pages are read at all', () => {
  expect(callsIn('command-line.md').length).toBeGreaterThan(8);
});
