import { DEFAULT_MODELS, MODELS, modelsFor, type Operation, UNITS_PER_CREDIT } from '@atelier/contract';
import { UsageError } from '../command.ts';
import { optionName } from '../contract-options.ts';
import { envelopeOf, submitWork } from '../operations/perform.ts';
import { PICTURE_FORMS, readPictures } from '../operations/pictures.ts';
import { OPERATION_RULES, type OperationRule, type PictureRule, pictureFields } from '../operations/table.ts';
import { awaitJobs, JOBS_SCHEMA, jobsResult, WAIT_ARGUMENT } from './jobs.ts';
import { type Tool, type ToolCall, type ToolRoom, type ToolSchema, textsIn } from './tool.ts';

/** One tool for each operation. Its input is the contract's own schema, with one field for each picture. */
export const OPERATION_TOOLS: readonly Tool[] = OPERATION_RULES.map((rule) => ({
  name: rule.command.replaceAll('-', '_'),
  title: titleOf(rule),
  description: `${rule.summary} ${pricesOf(rule.operation)} Waits for the result, saves it as a file and shows it.`,
  inputSchema: inputSchemaOf(rule),
  outputSchema: JOBS_SCHEMA,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  run: (room, call) => run(rule, room, call),
}));

function titleOf({ command }: OperationRule): string {
  const words = command.replaceAll('-', ' ');
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}

/** The cost of the operation by each model, in a sentence. */
function pricesOf(operation: Operation): string {
  const prices = modelsFor(operation).map((model) => {
    const { standard, high } = MODELS[model].price;
    return `${model} ${standard / UNITS_PER_CREDIT}/${high / UNITS_PER_CREDIT}`;
  });
  const unit = DEFAULT_MODELS[operation].startsWith('video') ? 'five seconds of video' : 'output';
  return `Costs credits for each ${unit}, standard/high resolution: ${prices.join(', ')}.`;
}

/** Name of a picture among a tool's arguments: a list is named in the plural. */
function argumentOf({ name, max }: PictureRule): string {
  return `${name.replaceAll('-', '_')}${max > 1 ? 's' : ''}`;
}

function inputSchemaOf(rule: OperationRule): ToolSchema {
  const taken = pictureFields(rule);
  const own = Object.entries(rule.schema.properties).filter(([field]) => !taken.includes(field));
  const pictures = rule.pictures.map((picture) => [argumentOf(picture), pictureSchema(picture)]);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(pictures), ...Object.fromEntries(own), ...WAIT_ARGUMENT },
    required: [...rule.pictures.filter(({ isNeeded }) => isNeeded).map(argumentOf), ...(rule.schema.required ?? [])],
    additionalProperties: false,
  };
}

function pictureSchema({ summary, max }: PictureRule): object {
  const description = `${summary} ${PICTURE_FORMS[0]?.toUpperCase()}${PICTURE_FORMS.slice(1)}.`;
  const text = { type: 'string', minLength: 1 };
  return max > 1 ? { type: 'array', items: text, minItems: 1, maxItems: max, description } : { ...text, description };
}

/** Name of an option among a tool's arguments. */
function nameOf(rule: OperationRule, option: string): string {
  const picture = rule.pictures.find(({ name }) => name === option);
  if (picture) return argumentOf(picture);
  return (
    Object.entries(rule.schema.properties).find(([field, schema]) => optionName(field, schema) === option)?.[0] ??
    option
  );
}

async function run(rule: OperationRule, room: ToolRoom, call: ToolCall) {
  const taken = [...rule.pictures.map(argumentOf), ...Object.keys(WAIT_ARGUMENT)];
  const fields = Object.fromEntries(Object.entries(call.input).filter(([name]) => !taken.includes(name)));
  const named = new Map(rule.pictures.map((picture) => [picture.name, textsIn(call.input, argumentOf(picture))]));
  const choices = rule.oneOf?.map((option) => nameOf(rule, option));
  if (choices && !choices.some((name) => call.input[name] !== undefined))
    throw new UsageError(`at least one of ${choices.join(', ')} is needed`);
  const given = (name: string) => (named.get(name) ?? []).filter((text) => text !== '-');
  const pictures = await readPictures(rule, given, { label: argumentOf });
  const envelope = await envelopeOf(room.client, { rule, pictures, fields }, call.signal);
  const submitted = await submitWork(room.client, envelope, call.signal);
  return jobsResult(room, await awaitJobs(room, submitted, call), call.signal);
}
