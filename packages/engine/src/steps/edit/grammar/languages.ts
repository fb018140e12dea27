import { plainWords, tableRows } from './table.ts';

/** Words that exist in English too, so they do not identify a language. */
const ENGLISH_TOO = plainWords('English too');

/** The words of one language, longest first, each with its English one, and a pattern that finds them. */
interface Language {
  readonly words: readonly (readonly [word: RegExp, english: string])[];
  readonly pattern: RegExp;
}

/**
 * The languages of `languages.csv`. A cell lists the words for an English one, separated by semicolons; `-` is an
 * ending of up to three letters. Prompts are compared without accents.
 */
const LANGUAGES: readonly Language[] = [1, 2, 3, 4, 5, 6].map((column) => {
  const words = tableRows('languages.csv')
    .flatMap((row) => row[column].split('; ').map((word) => [word, row[0]] as const))
    .sort(([a], [b]) => b.length - a.length)
    .map(([word, english]) => [word.replace(/-$/, '\\w{0,3}'), english] as const);
  const either = words.map(([source]) => source).join('|');
  return {
    words: words.map(([source, english]) => [new RegExp(`^${source}$`), english]),
    pattern: new RegExp(`(?<![\\w-])(?:${either})(?![\\w-])`, 'g'),
  };
});

/** A prompt in lower case without accents, with known words of another language translated into English. */
export function inEnglish(prompt: string): string {
  const text = prompt
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('’', "'");
  const plain = text.replaceAll(/\b[ld]'(?=\w)/g, '').replaceAll(/\b(\w{3,})-(?:le|la|les|lo|o|a|os|as)\b/g, '$1 it');
  const scored = LANGUAGES.map((language) => ({ language, score: lettersIn(plain, language) }));
  const [likeliest] = scored.sort((a, b) => b.score - a.score);
  if (!likeliest || likeliest.score === 0) return text;
  const { pattern, words } = likeliest.language;
  return plain.replaceAll(pattern, (found) => words.find(([word]) => word.test(found))?.[1] ?? found);
}

/** Number of letters of a text in words of a language that are not English too. */
function lettersIn(text: string, { pattern }: Language): number {
  const found = [...text.matchAll(pattern)].map(([word]) => word).filter((word) => !ENGLISH_TOO.has(word));
  return found.reduce((sum, word) => sum + word.length, 0);
}
