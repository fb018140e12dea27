import { describe, expect, test } from 'vitest';
import { readArguments } from './arguments.ts';
import { type Command, UsageError } from './command.ts';

const COMMAND: Command = {
  name: 'dress up',
  summary: '',
  positionals: ['person', 'garment…'],
  options: {
    out: { type: 'string', summary: '' },
    tag: { type: 'string', multiple: true, summary: '' },
    json: { type: 'boolean', summary: '' },
  },
  run: async () => 0,
};

const messageOf = (...words: string[]) => {
  try {
    readArguments(COMMAND, words);
    return null;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
};

test('options and arguments are read in any order', () => {
  const invocation = readArguments(COMMAND, ['--tag', 'a', 'ann', '--json', 'shirt', '--tag=b', 'hat']);
  expect(invocation.positional('person')).toBe('ann');
  expect(invocation.rest).toEqual(['shirt', 'hat']);
  expect(invocation.texts('tag')).toEqual(['a', 'b']);
  expect(invocation.flag('json')).toBe(true);
  expect(invocation.text('out')).toBeUndefined();
});

test('of an option given twice where one is allowed the last counts', () => {
  expect(readArguments(COMMAND, ['a', 'b', '--out', 'x', '--out', 'y']).text('out')).toBe('y');
});

test('a value may begin with a dash behind an equals sign', () => {
  expect(readArguments(COMMAND, ['a', 'b', '--out=-5']).text('out')).toBe('-5');
});

test('an argument that may be left out is empty then, and a letter says what an option does', () => {
  const command: Command = {
    ...COMMAND,
    positionals: ['operation', 'table?'],
    options: { out: { type: 'string', short: 'o', summary: '' } },
  };
  const invocation = readArguments(command, ['edit', '-o', 'x']);
  expect([invocation.positional('operation'), invocation.positional('table'), invocation.text('out')]).toEqual([
    'edit',
    '',
    'x',
  ]);
  expect(readArguments(command, ['edit', 'rows.csv']).positional('table')).toBe('rows.csv');
});

describe('what is wrong is named', () => {
  test('an unknown option, with the one that was meant', () => {
    expect(messageOf('a', 'b', '--jsno')).toBe('--jsno is not an option of this command; did you mean --json?');
    expect(messageOf('a', 'b', '-x')).toMatch(/^--x is not an option/);
    expect(messageOf('a', 'b', '--nothing-like-it')).toBe('--nothing-like-it is not an option of this command');
  });

  test('a missing value', () => {
    expect(messageOf('a', 'b', '--out')).toMatch(/--out.*missing/);
  });

  test('a missing argument', () => {
    expect(messageOf()).toBe('<person> is needed');
    expect(messageOf('a')).toBe('<garment>… is needed');
  });

  test('a value that the option does not take, with the one that was meant', () => {
    const command: Command = {
      ...COMMAND,
      options: { plan: { type: 'string', values: ['free', 'pro'], summary: '' } },
    };
    expect(() => readArguments(command, ['a', 'b', '--plan', 'fre'])).toThrow(
      '--plan is "fre"; allowed: free, pro. Did you mean free?',
    );
  });

  test('an argument too many', () => {
    expect(() => readArguments({ ...COMMAND, positionals: ['person'] }, ['a', 'b'])).toThrow(
      '"b" is one argument more than the command takes',
    );
  });
});
