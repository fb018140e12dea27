import { type Expression, type Node, Visitor } from 'oxc-parser';
import { FAILURE_CODES } from '../../packages/contract/src/errors.ts';
import type { Breach } from './layers.ts';
import { plain } from './passages.ts';
import { proseOfSentences, sentencesOf } from './prose.ts';
import { lineAt, type Source } from './source.ts';

/** Most sentences of a message. */
const SENTENCES_MAX = 2;

/** Stands for a value that is known at run time only; it counts as one word. */
const VALUE = 'X';

/** Properties whose texts document something: they may have more sentences. */
const DOCUMENTATION: ReadonlySet<string> = new Set(['description', 'details']);

/** Files whose texts are lists of words, scripts for shells, or prompts for models. */
const NO_SENTENCES = /\/(?:completion\/\w+|grammar\/(?:languages|words)|moderation\/words|prompts)\.ts$/;

/** Errors that a person can act on: the class and, of a Fault, its code. */
const REFUSALS =
  /^(?:EngineRejection|MediaRejection|ProbeSetupError|SettingsError|UsageError|Fault (?!internal_error$)\w+)$/;

/** Codes of failed jobs; an object with another code and a message is a warning. */
const FAILURES: ReadonlySet<unknown> = new Set(FAILURE_CODES);

/** Texts without one are codes, numbers or shapes. */
const WORD = /\p{L}{3}/u;

/** Words that name allowed values or an action. */
const ADVICE =
  /\b(?:accepted|allow(?:ed|s)|at (?:least|most)|limit|must|needed|only|required|takes?|ask|call|choose|compare|copy|correct|crop|delete|end|give|leave|lists?|mark|mask|name|paint|pass|remove|rotate|run|save|send|set|upload|use|wait)\b/i;

/** The value behind a refusal is a text of its own, such as the allowed values. */
const ENDS_IN_VALUE = /\bX\.?$/;

/** True for a file of the product, whose texts people read. */
export function isMessageSource(file: string): boolean {
  return /^packages\/\w+\/src\//.test(file) && !/\.test\.tsx?$/.test(file);
}

/** A text of the program. */
export interface Text {
  readonly line: number;
  /** All readings: each side of a condition, constants of the file filled in, other values as one word. */
  readonly readings: readonly string[];
  readonly isDocumentation: boolean;
  /** True for the message of an error that the caller can mend. */
  readonly isRefusal: boolean;
}

/** All texts of a file but those of tagged templates, such as SQL. */
export function textsOf({ file, text, parsed }: Source): Text[] {
  if (NO_SENTENCES.test(file)) return [];
  const constants = constantsOf(parsed.program.body);
  const properties: string[] = [];
  const refusals = new Set<number>();
  let tagged = 0;
  const texts: Text[] = [];
  const add = ({ start }: Node, readings: readonly string[], isPage = false) => {
    if (tagged > 0 || !readings.some((reading) => WORD.test(reading))) return;
    const isDocumentation = isPage || properties.some((name) => DOCUMENTATION.has(name));
    texts.push({ line: lineAt(text, start), readings, isDocumentation, isRefusal: refusals.has(start) });
  };
  new Visitor({
    Property({ key }) {
      properties.push(key.type === 'Identifier' ? key.name : '');
    },
    'Property:exit'() {
      properties.pop();
    },
    ObjectExpression({ properties: parts }) {
      const values = new Map(
        parts.flatMap((part) =>
          part.type === 'Property' && part.key.type === 'Identifier' ? [[part.key.name, part.value]] : [],
        ),
      );
      const code = values.get('code');
      const isWarning = code?.type === 'Literal' && typeof code.value === 'string' && !FAILURES.has(code.value);
      const advised = isWarning ? values.get('message') : values.get('advice');
      if (advised) for (const { start } of leavesOf(advised)) refusals.add(start);
    },
    TaggedTemplateExpression() {
      tagged += 1;
    },
    'TaggedTemplateExpression:exit'() {
      tagged -= 1;
    },
    NewExpression({ callee, arguments: parts }) {
      const [first] = parts;
      const code =
        first?.type === 'Literal' && callee.type === 'Identifier' && callee.name === 'Fault' ? first.value : '';
      if (callee.type !== 'Identifier' || !REFUSALS.test(`${callee.name} ${code}`.trim())) return;
      const message = parts.at(callee.name === 'MediaRejection' || callee.name === 'Fault' ? 1 : 0);
      if (message && message.type !== 'SpreadElement') for (const { start } of leavesOf(message)) refusals.add(start);
    },
    Literal(node) {
      if (typeof node.value === 'string') add(node, [node.value]);
    },
    TemplateLiteral(node) {
      add(node, readingsOf(node, constants));
    },
    JSXText(node) {
      add(node, [node.value.replace(/\s+/g, ' ')], true);
    },
  }).visit(parsed.program);
  return texts;
}

/**
 * Holds all texts to the rules of prose, and messages to two sentences. The message of an error that the caller can
 * mend must also name the allowed values or an action.
 */
export function checkMessages(sources: readonly Source[]): Breach[] {
  return sources.flatMap((source) => {
    const breaches = textsOf(source).flatMap((text) =>
      text.readings.flatMap((reading) => breachesOf(source.file, text, reading)),
    );
    return [...new Map(breaches.map((breach) => [JSON.stringify(breach), breach])).values()];
  });
}

function breachesOf(file: string, { line, isDocumentation, isRefusal }: Text, reading: string): Breach[] {
  const paragraphs = reading.split('\n').map((text) => sentencesOf(plain(text).replace(/^\d+\. /, '')));
  const isLong = !isDocumentation && paragraphs.some(({ length }) => length > SENTENCES_MAX);
  const isUseless = isRefusal && !ADVICE.test(reading) && !ENDS_IN_VALUE.test(reading);
  const breach = (fault: string) => ({ file, line, message: `${fault} in “${reading.slice(0, 60)}…”` });
  return [
    ...paragraphs.flatMap((sentences) => proseOfSentences({ file, line }, sentences)),
    ...(isLong ? [breach(`more than ${SENTENCES_MAX} sentences`)] : []),
    ...(isUseless ? [breach('neither what is allowed nor what to do')] : []),
  ];
}

/** Constants of a file that are a text. */
function constantsOf(body: Source['parsed']['program']['body']): ReadonlyMap<string, Expression> {
  const declarations = body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return declaration?.type === 'VariableDeclaration' ? declaration.declarations : [];
  });
  return new Map(
    declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && (init?.type === 'Literal' || init?.type === 'TemplateLiteral')
        ? [[id.name, init]]
        : [],
    ),
  );
}

/** The texts that an expression may be: itself, or the sides of its conditions. */
function leavesOf(node: Expression): Expression[] {
  return node.type === 'ConditionalExpression' ? [node.consequent, node.alternate].flatMap(leavesOf) : [node];
}

function readingsOf(node: Expression, constants: ReadonlyMap<string, Expression>): string[] {
  if (node.type === 'Literal') return [String(node.value)];
  if (node.type === 'ConditionalExpression') return leavesOf(node).flatMap((leaf) => readingsOf(leaf, constants));
  if (node.type === 'Identifier') {
    const constant = constants.get(node.name);
    return constant ? readingsOf(constant, constants) : [VALUE];
  }
  if (node.type !== 'TemplateLiteral') return [VALUE];
  return node.quasis.reduce<string[]>(
    (readings, { value }, index) => {
      const expression = node.expressions[index];
      const values = expression ? readingsOf(expression, constants) : [''];
      return readings.flatMap((reading) => values.map((each) => `${reading}${value.cooked}${each}`));
    },
    [''],
  );
}
