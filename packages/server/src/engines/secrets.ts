import fs from 'node:fs';

/** Shortest value that is taken out of texts: shorter ones occur in ordinary words. */
const REDACTED_LENGTH_MIN = 6;

/**
 * Tokens that are made of a key and open as much for an hour: JSON web tokens (RFC 7519 §3) and Google's access tokens.
 */
const DERIVED_TOKEN = /\beyJ[\w-]{6,}\.[\w-]*\.?[\w-]*|\bya29\.[\w.-]+/g;

/** Keys of hosted engines, by the name of the variable that holds each. */
export interface Secrets {
  /** The value, or null where there is none. */
  get(name: string): string | null;
  /** The text without any value that was ever handed out, of the file, or of `own`. */
  redact(text: string): string;
}

/**
 * Reads keys from the environment and, where it lacks one, from the file's. `own`: other secrets that no text may show.
 */
export function secretsOf(
  environment: Readonly<Record<string, string | undefined>>,
  file: Readonly<Record<string, string>>,
  own: readonly string[] = [],
): Secrets {
  const known = new Set<string>();
  const hide = (value: string) => {
    if (value.length >= REDACTED_LENGTH_MIN) for (const form of formsOf(value)) known.add(form);
  };
  for (const value of [...Object.values(file), ...own]) hide(value);
  return {
    get(name) {
      const value = environment[name] || file[name] || null;
      if (value !== null) hide(value);
      return value;
    },
    redact: (text) => [...known].reduce(redacted, text).replaceAll(DERIVED_TOKEN, '[redacted]'),
  };
}

/** A value as it stands in texts, addresses and JSON: keys of several lines are written otherwise there. */
function formsOf(value: string): readonly string[] {
  return [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)];
}

/** The text without a value, nor the beginning of it at the text's end, where an excerpt was cut. */
function redacted(text: string, value: string): string {
  const rest = text.replaceAll(value, '[redacted]');
  for (let length = value.length - 1; length >= REDACTED_LENGTH_MIN; length--)
    if (rest.endsWith(value.slice(0, length))) return `${rest.slice(0, -length)}[redacted]`;
  return rest;
}

/**
 * Reads a file of keys, `{"NAME": "value"}`. Throws an Error that says what is wrong with it and repeats nothing of it.
 */
export function readSecretsFile(name: string): Readonly<Record<string, string>> {
  const allowed = 'allowed is a JSON object of names and texts';
  let content: unknown;
  try {
    content = JSON.parse(fs.readFileSync(name, 'utf8'));
  } catch (error) {
    // The words of a JSON error quote the file, those of the file system its name, which may be a key that was put in
    // its place.
    if (error instanceof SyntaxError) throw new Error(`the file is not valid JSON; ${allowed}`);
    throw new Error(`the file cannot be read (${codeOf(error)})`);
  }
  const entries = Object.entries(Object(content));
  if (content === null || typeof content !== 'object' || Array.isArray(content)) throw new Error(allowed);
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (typeof value !== 'string') throw new Error(`${key} is not a string; ${allowed}`);
      return [key, value];
    }),
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
