import { saysSomething } from '@atelier/contract';

/** The text of a field for words; undefined if it is absent or only spaces. */
export function wordsIn(text: string | undefined): string | undefined {
  return saysSomething(text) ? text : undefined;
}
