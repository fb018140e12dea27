import { ALLOWED, EXPLICIT, MINORS, UNDRESS } from './words.ts';

/** How an operator changes the rules. */
export interface PromptModeration {
  /** False leaves the words of prompts alone, but for people under age, which no setting allows. */
  readonly enabled: boolean;
  /** Further words or phrases that are refused. */
  readonly block: readonly string[];
  /** Words or phrases that are fine though a rule would refuse them. */
  readonly allow: readonly string[];
}

/** Looks at the words of a request. */
export type PromptRules = ReturnType<typeof promptRules>;

/**
 * Makes the rules for prompts. Words count as whole words in any script, so that Essex and a cocktail dress match
 * nothing.
 */
export function promptRules({ enabled, block, allow }: PromptModeration) {
  const minors = wordsOf(MINORS);
  const undress = wordsOf(UNDRESS);
  const refused = enabled ? wordsOf([...EXPLICIT, ...block.map(literal)]) : null;
  const harmless = wordsOf([...ALLOWED, ...allow.map(literal)], 'giu');
  const withoutHarmless = (text: string) => text.normalize('NFKC').replace(harmless, ' ');
  return {
    /** Null when the words are fine, else one sentence for the person who wrote them. */
    refusal(text: string): string | null {
      const rest = withoutHarmless(text);
      if (minors.test(rest) && undress.test(rest))
        return 'The prompt has words for people under age and for undress. That is always refused.';
      const [found] = refused?.exec(rest) ?? [];
      return found
        ? `The prompt asks for content that is not allowed here ("${found.trim()}"). Use other words.`
        : null;
    },
    /** True when the words name people under age. */
    namesMinors: (text: string) => minors.test(withoutHarmless(text)),
  };
}

function wordsOf(patterns: readonly string[], flags = 'iu'): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, flags);
}

function literal(words: string): string {
  return words
    .trim()
    .replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
    .replace(/\s+/g, '\\s+');
}
