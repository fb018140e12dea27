import { Atelier, DeadlineError } from '@atelier/client';
import type { Job } from '@atelier/contract';
import { type Command, EXIT, type Invocation, type OptionRule, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { fieldsOf, givenBy, optionsOf } from '../contract-options.ts';
import { Interruption, onInterruption } from '../interruption.ts';
import { describeEnd, goesOn, inOptions, submittedLine } from '../job-words.ts';
import { waitMsOf } from '../numbers.ts';
import {
  envelopeOf,
  type OperationRequest,
  type Performed,
  perform,
  submitWork,
  UnknownOutcome,
} from '../operations/perform.ts';
import { PICTURE_FORMS, readPictures } from '../operations/pictures.ts';
import { RESULT_OPTIONS, type ResultPlace, readPlace } from '../operations/results.ts';
import { OPERATION_RULES, type OperationRule, pictureFields } from '../operations/table.ts';
import { complain, print } from '../output.ts';

/** The positional argument of operations that work on a picture. */
const IMAGE = 'image';

const ENDING =
  'Prints the names of the files it wrote, one a line. After Ctrl-C the job continues; the command says how to watch it.';

/** How long a command stays with its jobs. */
const WAIT_OPTIONS = {
  detach: { type: 'boolean', short: 'd', summary: 'Print the IDs of the jobs and do not wait.' },
  timeout: {
    type: 'string',
    value: 'SECONDS',
    summary: 'Longest wait. After it the command ends with 3, and the job continues (3600).',
  },
  'cancel-on-interrupt': { type: 'boolean', summary: 'Ctrl-C cancels the jobs. Their credits are refunded.' },
  quiet: { type: 'boolean', short: 'q', summary: 'Show no progress.' },
} as const satisfies Record<string, OptionRule>;

/** One command for each operation: its options are the fields of the contract. */
export const operations: readonly Command[] = OPERATION_RULES.map((rule) => ({
  name: rule.command,
  summary: rule.summary,
  details: [rule.pictures.length > 0 ? `An image is ${PICTURE_FORMS}; - is standard input.` : '', rule.details, ENDING]
    .filter(Boolean)
    .join('\n'),
  examples: rule.examples,
  positionals: takesImage(rule) ? [IMAGE] : [],
  options: {
    ...pictureOptions(rule),
    ...optionsOf(rule.schema, pictureFields(rule)),
    ...RESULT_OPTIONS,
    ...WAIT_OPTIONS,
    ...CONNECTION_OPTIONS,
  },
  run: (invocation) => run(rule, invocation),
}));

function takesImage({ pictures }: OperationRule): boolean {
  return pictures.some(({ name }) => name === IMAGE);
}

function pictureOptions({ pictures }: OperationRule): Record<string, OptionRule> {
  const named = pictures.filter(({ name }) => name !== IMAGE);
  return Object.fromEntries(
    named.map(({ name, summary, max, isNeeded }) => [
      name,
      {
        type: 'string',
        value: 'FILE',
        ...(max > 1 ? { multiple: true } : {}),
        summary: `${summary}${isNeeded ? ' Needed.' : ''}${max > 1 ? ` May be given up to ${max} times.` : ''}`,
      } as const,
    ]),
  );
}

async function run(rule: OperationRule, invocation: Invocation): Promise<number> {
  const request = await readRequest(rule, invocation);
  const place = await readPlace(
    invocation.text('out'),
    Number(request.fields.num_images ?? 1),
    invocation.flag('force'),
  );
  if (place.toOutput && invocation.flag('json'))
    throw new UsageError('--json and --out - both write to standard output; give only one');
  const waitMs = waitMsOf(invocation);
  const client = new Atelier(await workspaceConnection(invocation));
  if (invocation.flag('detach')) return detach(client, request, invocation);
  const interruption = onInterruption();
  let submitted: readonly Job[] = [];
  const onSubmitted = (jobs: readonly Job[]) => {
    submitted = jobs;
    if (!invocation.flag('quiet')) complain(submittedLine(jobs));
  };
  try {
    const options = { place, waitMs, signal: interruption.signal, onSubmitted, quiet: invocation.flag('quiet') };
    return report(invocation, place, await perform(client, request, options));
  } catch (error) {
    interruption.forget();
    if (error instanceof Interruption)
      return interrupted(client, error, submitted, invocation.flag('cancel-on-interrupt'));
    if (!(error instanceof DeadlineError)) {
      const ids = submitted.map(({ id }) => id).join(' ');
      if (ids)
        complain(
          `the request was submitted and may be charged; \`atelier jobs watch ${ids} --out FILE\` downloads its result`,
        );
      throw toldOf(error, rule);
    }
    complain(goesOn(submitted, 'not finished in time'));
    return EXIT.unfinished;
  } finally {
    interruption.forget();
  }
}

async function readRequest(rule: OperationRule, invocation: Invocation): Promise<OperationRequest> {
  const fields = fieldsOf(rule.schema, givenBy(invocation), pictureFields(rule));
  const isGiven = (name: string) => invocation.texts(name).length > 0;
  if (rule.oneOf && !rule.oneOf.some(isGiven))
    throw new UsageError(`at least one of ${rule.oneOf.map((name) => `--${name}`).join(', ')} is needed`);
  const named = (name: string) => (name === IMAGE ? [invocation.positional(IMAGE)] : invocation.texts(name));
  return { rule, fields, pictures: await readPictures(rule, named) };
}

async function detach(client: Atelier, request: OperationRequest, invocation: Invocation): Promise<number> {
  if (invocation.text('out') !== undefined)
    throw new UsageError('--detach does not wait for results; give --out to `atelier jobs watch` instead');
  const jobs = await submitWork(client, await envelopeOf(client, request)).catch((error: unknown) => {
    throw toldOf(error, request.rule);
  });
  print(invocation.flag('json') ? JSON.stringify({ jobs }, null, 2) : jobs.map(({ id }) => id).join('\n'));
  return EXIT.ok;
}

/** An error in the words of the options. If the work may have been submitted, the message says so first. */
function toldOf(error: unknown, rule: OperationRule): unknown {
  if (!(error instanceof UnknownOutcome)) return inOptions(error, rule);
  complain('the request may have been submitted and charged; look at `atelier jobs list` before you send it again');
  return inOptions(error.cause, rule);
}

function report(invocation: Invocation, { toOutput }: ResultPlace, { jobs }: Performed): number {
  if (invocation.flag('json')) print(JSON.stringify({ jobs }, null, 2));
  else if (!toOutput) for (const { file } of jobs) if (file !== null) print(file);
  for (const job of jobs) for (const line of describeEnd(job)) complain(line);
  return jobs.every(({ status }) => status === 'completed') ? EXIT.ok : EXIT.failed;
}

/** Reports the state of the jobs after Ctrl-C, or cancels them. */
async function interrupted(
  client: Atelier,
  interruption: Interruption,
  submitted: readonly Job[],
  cancels: boolean,
): Promise<number> {
  if (submitted.length === 0)
    complain('interrupted before the service answered; `atelier jobs list` shows whether a job was created');
  else if (!cancels) complain(goesOn(submitted, 'interrupted'));
  else {
    const jobs = await Promise.all(submitted.map(({ id }) => client.cancel(id)));
    for (const job of jobs) complain(`interrupted; ${job.id} is ${job.error?.code ?? job.status}`);
  }
  return interruption.exitCode;
}
