import fs from 'node:fs';

/** Shortest value that is redacted: a shorter one occurs in ordinary words. */
const REDACTED_LENGTH_MIN = 6;

/**
 * Tokens derived from a key that give its access for an hour: JSON web tokens (RFC 7519 §3) and Google's access tokens.
 */
const DERIVED_TOKEN = /\beyJ[\w-]{6,}\.[\w-]*\.?[\w-]*|\bya29\.[\w.-]+/g;

/** Keys of hosted engines, by the name of the variable that holds each. */
export type Secrets = ReturnType<typeof secretsOf>;

/** Reads keys from the environment, then from the file. `own`: further secrets to redact. */
export function secretsOf(
  environment: Readonly<Record<string, string | undefined>>,
  file: Readonly<Record<string, string>>,
  own: readonly string[] = [],
) {
  const known = new Set<string>();
  const hide = (value: string) => {
    if (value.length >= REDACTED_LENGTH_MIN) for (const form of formsOf(value)) known.add(form);
  };
  for (const value of [...Object.values(file), ...own]) hide(value);
  return {
    /** The value; null if there is none. */
    get(name: string): string | null {
      const value = environment[name] || file[name] || null;
      if (value !== null) hide(value);
      return value;
    },
    /** The text with every secret redacted: values handed out before, the file's, and `own`. */
    redact: (text: string) => [...known].reduce(redacted, text).replaceAll(DERIVED_TOKEN, '[redacted]'),
  };
}

/** A value as it appears in texts, addresses and JSON: those escape the line breaks of a key. */
function formsOf(value: string): readonly string[] {
  return [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)];
}

/** The text without a value, and without its beginning at the text's end, where an excerpt was cut. */
function redacted(text: string, value: string): string {
  const rest = text.replaceAll(value, '[redacted]');
  for (let length = value.length - 1; length >= REDACTED_LENGTH_MIN; length--)
    if (rest.endsWith(value.slice(0, length))) return `${rest.slice(0, -length)}[redacted]`;
  return rest;
}

/**
 * Reads a file of keys, `{"NAME": "value"}`. Throws an Error that says what is wrong and quotes nothing of the file.
 */
export function readSecretsFile(name: string): Readonly<Record<string, string>> {
  const allowed = 'allowed: a JSON object of names and texts';
  let content: unknown;
  try {
    content = JSON.parse(fs.readFileSync(name, 'utf8'));
  } catch (error) {
    // A JSON error quotes the file, and a file system error quotes its name, which may be a key given by mistake.
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
