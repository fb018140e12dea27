import { Atelier } from '@atelier/client';
import { MODEL_NAMES, type Model, type OperationEngine, type PromptKind } from '@atelier/contract';
import { type Command, EXIT, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { operationRule } from '../operations/table.ts';
import { present, table } from '../output.ts';

/** An engine's treatment of words, for people. */
const PROMPT_WORDS: Readonly<Record<PromptKind, string>> = {
  free: 'any words',
  instructions: 'only what the engine understands; other words are refused before anything is charged',
  hints: 'what the engine understands; it ignores other words and says so',
  none: 'no prompt',
};

/** `atelier models` */
export const models: Command = {
  name: 'models',
  summary: 'List models with engines and prices, or show what one model can do.',
  details:
    'Prices are credits for one output; of a video, for five seconds. A star marks the default model of an operation. With the name of a model, the command shows what its engine can do.',
  examples: ['models', 'models nano-banana-2'],
  positionals: ['model?'],
  choices: { model: MODEL_NAMES },
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    const name = invocation.positional('model');
    const all = await new Atelier(await workspaceConnection(invocation)).models();
    const shown = name === '' ? all : all.filter((model) => model.name === name);
    if (shown.length === 0)
      throw new UsageError(
        `${JSON.stringify(name)} is not a model; allowed: ${all.map((model) => model.name).join(', ')}`,
      );
    present(invocation, { models: shown }, () => (name === '' ? listing(shown) : shown.map(description).join('\n\n')));
    return EXIT.ok;
  },
};

function listing(all: readonly Model[]): string {
  const rows = table(all, {
    name: ({ name }) => name,
    operations: ({ operations, default_for: defaults }) =>
      operations.map((operation) => `${operation}${defaults.includes(operation) ? '*' : ''}`).join(', '),
    engine: ({ engines }) => [...new Set(engines.map(({ engine }) => engine ?? 'none'))].join(', '),
    garments: ({ garments_max: garments }) => garments || '',
    speeds: ({ speeds }) => speeds.join(', '),
    standard: ({ prices }) => prices.standard,
    high: ({ prices, resolutions }) => (resolutions.includes('high') ? prices.high : 'not in the plan'),
    access: ({ available, gated }) => (available ? 'yes' : gated ? 'on request' : 'not in the plan'),
  });
  return `${rows}\n\n\`atelier models NAME\` says what a model can do now.`;
}

function description({ name, engines }: Model): string {
  return [name, ...engines.flatMap((engine) => ['', ...operationLines(engine)])].join('\n');
}

function operationLines({ operation, engine, text_only, prompt, about, examples }: OperationEngine): string[] {
  if (engine === null) return [`${operation}`, '  engine    none at present'];
  const needsPictures = operation === 'generate' || operation === 'text_to_video';
  return [
    `${operation} (atelier ${operationRule(operation).command})`,
    `  engine    ${engine}`,
    ...(needsPictures
      ? [`  images    ${text_only ? 'not needed: words alone are enough' : 'needed: words alone are not enough'}`]
      : []),
    `  prompt    ${PROMPT_WORDS[prompt]}`,
    ...(about === '' ? [] : [`  about     ${about}`]),
    ...(examples.length === 0 ? [] : [`  examples  ${examples.map((example) => JSON.stringify(example)).join(', ')}`]),
  ];
}
