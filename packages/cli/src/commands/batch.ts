import fs from 'node:fs/promises';
import path from 'node:path';
import { Atelier } from '@atelier/client';
import {
  type Account,
  DEFAULT_MODELS,
  isVideo,
  MODEL_NAMES,
  priceOf,
  RESOLUTIONS,
  UNITS_PER_CREDIT,
} from '@atelier/contract';
import type { KnownRow } from '../batch/known-rows.ts';
import type { BatchRow } from '../batch/rows.ts';
import { type Command, EXIT, type Invocation, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { Interruption, onInterruption } from '../interruption.ts';
import { nearest } from '../nearest.ts';
import { uploader } from '../operations/pictures.ts';
import { exists } from '../operations/results.ts';
import { OPERATION_RULES, type OperationRule } from '../operations/table.ts';
import { complain, countText, creditsText, listed, print } from '../output.ts';
import { countLine } from '../progress.ts';

/** Rows at once by default: enough to keep a service busy, few enough to share it. */
const CONCURRENCY = 4;
const CONCURRENCY_MAX = 64;

/** `atelier batch` */
export const batch: Command = {
  name: 'batch',
  summary: 'Run an operation for every row of a table, or for every pair of two folders.',
  details: [
    'The table is CSV. Its columns are images (person, garment, image, …), the options of the operation, and name, which names the results. Other columns are ignored. Put | between several garments in one cell. Files are relative to the table.',
    'The command records its progress in FOLDER/manifest.jsonl. Run the same command again after Ctrl-C, a crash or an error: it continues, and nothing is charged twice. At the end contact-sheet.webp shows inputs and results. --json prints a line for each row (NDJSON) and a summary.',
  ].join('\n'),
  examples: [
    'batch try-on orders.csv --out results',
    'batch try-on --persons people/ --garments clothes/ --set resolution=high --out results',
    'batch try-on orders.csv --out results --dry-run',
  ],
  positionals: ['operation', 'table?'],
  choices: { operation: OPERATION_RULES.map(({ command }) => command) },
  options: {
    out: {
      type: 'string',
      short: 'o',
      value: 'FOLDER',
      summary: 'Folder for results and manifest, new or empty the first time. Needed.',
    },
    persons: { type: 'string', value: 'FOLDER', summary: 'Instead of a table: a folder with photos of people …' },
    garments: {
      type: 'string',
      value: 'FOLDER',
      summary: '… and a folder with photos of garments. Every person is dressed in every garment.',
    },
    set: {
      type: 'string',
      multiple: true,
      value: 'COLUMN=VALUE',
      summary: 'Default value of a column; may be repeated.',
    },
    concurrency: {
      type: 'string',
      value: 'NUMBER',
      summary: `Rows at once, 1 to ${CONCURRENCY_MAX} (${CONCURRENCY}).`,
    },
    retry: { type: 'boolean', summary: 'Send rows again that failed in an earlier run.' },
    'dry-run': { type: 'boolean', summary: 'Show what would be sent and what it would cost. Send nothing.' },
    quiet: { type: 'boolean', short: 'q', summary: 'Show no progress.' },
    ...CONNECTION_OPTIONS,
  },
  async run(invocation) {
    const rule = ruleOf(invocation.positional('operation'));
    const out = invocation.text('out');
    if (!out) throw new UsageError('--out FOLDER is needed, for results and the manifest');
    const folder = path.resolve(out);
    const { rows, defaults } = await readRows(invocation, rule);
    const concurrency = concurrencyOf(invocation);
    const client = new Atelier(await workspaceConnection(invocation));
    const account = await client.account();
    await refuseForeignFolder(folder);
    const { knownRows } = await import('../batch/known-rows.ts');
    const known = await knownRows(folder, invocation.flag('retry'));
    if (invocation.flag('dry-run')) return dryRun(rule, rows, known, defaults, account);
    announce(rows, known, defaults, rule, account);
    return run({ invocation, rule, folder, rows, defaults, client, account, concurrency });
  },
};

interface Batch {
  readonly invocation: Invocation;
  readonly rule: OperationRule;
  readonly folder: string;
  readonly rows: readonly BatchRow[];
  readonly defaults: BatchRow['cells'];
  readonly client: Atelier;
  readonly account: Account;
  readonly concurrency: number;
}

function ruleOf(given: string): OperationRule {
  const found = OPERATION_RULES.find(({ command }) => command === given);
  if (found) return found;
  const known = OPERATION_RULES.map(({ command }) => command);
  const meant = nearest(given, known);
  throw new UsageError(
    `${JSON.stringify(given)} is not an operation${meant ? `; did you mean ${JSON.stringify(meant)}?` : '.'} Allowed are ${known.join(', ')}.`,
  );
}

async function readRows(
  invocation: Invocation,
  rule: OperationRule,
): Promise<{ rows: readonly BatchRow[]; defaults: BatchRow['cells'] }> {
  const { columnsOf, rowsOfFolders, rowsOfTable } = await import('../batch/rows.ts');
  const [table, persons, garments] = [
    invocation.positional('table'),
    invocation.text('persons'),
    invocation.text('garments'),
  ];
  const byFolders = persons !== undefined && garments !== undefined && rule.operation === 'virtual_try_on';
  if ((table !== '') === byFolders || (!byFolders && (persons ?? garments) !== undefined))
    throw new UsageError('give either a table, or --persons and --garments (try-on only)');
  const { rows, leftOut, ignored } = byFolders
    ? { ...(await rowsOfFolders(persons, garments, rule)), ignored: [] }
    : { ...(await rowsOfTable(table, rule)), leftOut: [] };
  if (leftOut.length > 0) complain(`skipped, because they are not JPEG, PNG or WebP: ${listed(leftOut)}`);
  if (ignored.length > 0)
    complain(`ignored columns: ${listed(ignored)}. Known columns are ${columnsOf(rule).join(', ')}.`);
  if (rows.length === 0) throw new UsageError(`${table} has no rows; give at least one below the heading`);
  const defaults = invocation.texts('set').map((text): [string, readonly string[]] => {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (!columnsOf(rule).includes(name) || name === 'name')
      throw new UsageError(`--set ${text} is not COLUMN=VALUE; columns are ${columnsOf(rule).join(', ')}`);
    return [name, [value]];
  });
  return { rows, defaults: Object.fromEntries(defaults) };
}

function concurrencyOf(invocation: Invocation): number {
  const given = invocation.text('concurrency') ?? String(CONCURRENCY);
  const value = Number(given);
  if (!/^\d+$/.test(given) || value < 1 || value > CONCURRENCY_MAX)
    throw new UsageError(
      `--concurrency is ${JSON.stringify(given)}; allowed: a whole number from 1 to ${CONCURRENCY_MAX}`,
    );
  return value;
}

/** Prints the cost of the batch before it spends it. `unusable` are keys of rows that will not be sent. */
function announce(
  rows: readonly BatchRow[],
  known: ReadonlyMap<string, KnownRow>,
  defaults: BatchRow['cells'],
  { operation }: OperationRule,
  { balance, name }: Account,
  unusable: ReadonlySet<string> = new Set(),
): void {
  const toSend = rows.filter(({ key }) => !known.has(key) && !unusable.has(key));
  const units = toSend.reduce((sum, row) => {
    const cells = { ...defaults, ...row.cells };
    const model = MODEL_NAMES.find((each) => each === cells.model?.[0]) ?? DEFAULT_MODELS[operation];
    const resolution = RESOLUTIONS.find((each) => each === cells.resolution?.[0]) ?? 'standard';
    // A duration that is not a number is refused when its row is sent; here it counts as the default of 5 seconds.
    const seconds = Number(cells['duration-seconds']?.[0]) || 5;
    return (
      sum +
      priceOf(model, resolution, isVideo(operation) ? seconds : undefined) * (Number(cells['num-images']?.[0]) || 1)
    );
  }, 0);
  const price = units / UNITS_PER_CREDIT;
  const passed = rows.flatMap(({ key }) => known.get(key) ?? []);
  const sent = passed.filter(({ isSent }) => isSent).length;
  const before = [
    ...(sent > 0 ? [`${sent} sent in an earlier run`] : []),
    ...(passed.length > sent ? [`${passed.length - sent} failed before they were sent`] : []),
    ...(unusable.size > 0 ? [`${unusable.size} unusable`] : []),
  ];
  const others = before.length > 0 ? ` (${before.join(', ')})` : '';
  complain(
    `${countText(rows.length, 'row')}${others}; ${toSend.length} to send for ${creditsText(price)}; the workspace ${name} has ${creditsText(balance)}`,
  );
  if (price > balance) complain('the workspace has too few credits: the batch will stop when they are used up');
}

/** A batch overwrites only files that a batch wrote. */
async function refuseForeignFolder(folder: string): Promise<void> {
  const names = await fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new UsageError(`${folder} cannot be read as a folder (${error.code}); give --out another`);
  });
  // Hidden files do not count: systems put some into empty folders, and a run killed before its first manifest leaves
  // one.
  const others = names.filter((name) => !name.startsWith('.'));
  if (others.length > 0 && !(await exists(path.join(folder, 'manifest.jsonl'))))
    throw new UsageError(`${folder} holds other files; give --out a new or empty folder`);
}

/** Prints the requests a run would send, the rows it cannot use, and the price. */
async function dryRun(
  rule: OperationRule,
  rows: readonly BatchRow[],
  known: ReadonlyMap<string, KnownRow>,
  defaults: BatchRow['cells'],
  account: Account,
): Promise<number> {
  const { readRow } = await import('../batch/run-row.ts');
  const unusable = new Set<string>();
  for (const row of rows) {
    const earlier = known.get(row.key);
    if (earlier) {
      print(`${row.name}  ${earlier.words}`);
      continue;
    }
    const told = Object.entries(row.cells).map(([column, texts]) => `${column}=${texts.join('|')}`);
    const problem = await readRow(rule, row, defaults).then(
      () => null,
      (error: Error) => error.message,
    );
    if (problem !== null) unusable.add(row.key);
    print(problem === null ? `${row.name}  ${told.join(' ')}` : `${row.name}  cannot be used: ${problem}`);
  }
  announce(rows, known, defaults, rule, account, unusable);
  return unusable.size === 0 ? EXIT.ok : EXIT.failed;
}

/** Rows at once: never more than the plan's limit of unfinished jobs allows. */
function rowsAtOnce({ rows, defaults, account, concurrency }: Batch): number {
  const counts = rows.map(({ cells }) => Number((cells['num-images'] ?? defaults['num-images'])?.[0]) || 1);
  return Math.max(1, Math.min(concurrency, Math.floor(account.limits.unfinished_jobs / Math.max(...counts))));
}

async function run(batch: Batch): Promise<number> {
  const { invocation, rule, folder, rows, client, account } = batch;
  const [{ openManifest }, { pace }, { runBatch }, { asLine, asObject, report }] = await Promise.all([
    import('../batch/manifest.ts'),
    import('../batch/pace.ts'),
    import('../batch/run.ts'),
    import('../batch/report.ts'),
  ]);
  const manifest = await openManifest(folder, rule.operation, account.workspace_id);
  const interruption = onInterruption();
  const concurrency = rowsAtOnce(batch);
  const isQuiet = invocation.flag('quiet');
  const progress = isQuiet ? null : countLine(rows.length);
  const room = {
    ...batch,
    concurrency,
    manifest,
    limits: account.limits,
    pace: pace(interruption.signal, (reason) => complain(`waiting: ${reason}`)),
    upload: uploader(client, interruption.signal),
    retries: invocation.flag('retry'),
    signal: interruption.signal,
  };
  try {
    const end = await runBatch(room, rows, concurrency, (each) => {
      progress?.show(each.state === 'done', asLine(each, 'code'));
      if (invocation.flag('json')) print(JSON.stringify(asObject(each)));
    });
    progress?.end();
    // Everything is recorded: from here on Ctrl-C ends the command at once.
    interruption.forget();
    return await report(batch, end, invocation.flag('json'));
  } catch (error) {
    progress?.end();
    if (!(error instanceof Interruption)) throw error;
    complain('interrupted; submitted jobs continue. Run the same command again to continue the batch.');
    return error.exitCode;
  } finally {
    interruption.forget();
    await manifest.close();
  }
}
