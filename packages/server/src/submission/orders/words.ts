import { saysSomething } from '@atelier/contract';

/** What a field for words says; undefined where it is absent or holds nothing but spaces, which ask for nothing. */
export function wordsIn(text: string | undefined): string | undefined {
  return saysSomething(text) ? text : undefined;
}
