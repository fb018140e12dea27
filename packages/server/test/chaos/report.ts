import os from 'node:os';
import type { Books } from './books.ts';
import type { Customer } from './customers.ts';
import type { Up } from './slot.ts';
import type { ChaosOptions, Tally } from './tally.ts';
import type { Target } from './target.ts';
import type { Check, Witnesses } from './verdict.ts';

/** The outcome of a run, as printed and as `--json` writes it. Times are seconds. */
export interface Outcome {
  readonly target: string;
  readonly seed: number;
  readonly minutes: number;
  readonly machine: string;
  readonly kills: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
  readonly impossible: readonly string[];
  /** Jobs by their orders and ends. */
  readonly jobs: Readonly<Record<string, number>>;
  readonly facts: Readonly<Record<string, number>>;
  readonly times: Readonly<Record<string, Times>>;
  readonly checks: readonly Check[];
  /** How often something was wrong. */
  readonly wrongs: number;
  readonly logs: string;
}

/** How long something took: how often, in the middle, at most. */
export interface Times {
  readonly count: number;
  readonly median: number;
  readonly longest: number;
}

/** Everything a run leaves. */
interface Remains {
  readonly target: Target;
  readonly options: ChaosOptions;
  readonly tally: Tally;
  readonly books: Books;
  readonly witnesses: Witnesses;
  readonly customers: readonly Customer[];
  readonly checks: readonly Check[];
  readonly chaosMs: number;
}

/** Sums a run up. */
export function outcomeOf({ target, options, tally, books, witnesses, customers, checks, chaosMs }: Remains): Outcome {
  const ended = books.jobs.flatMap(({ seconds }) => seconds ?? []);
  const taken = witnesses.journal.filter(({ what }) => what === 'taken').length;
  const accepted = [...witnesses.messages.values()].reduce((sum, times) => sum + times, 0);
  return {
    target: target.name,
    seed: options.seed,
    minutes: Number((chaosMs / 60_000).toFixed(1)),
    machine: `${os.availableParallelism()} cores, ${os.platform()} ${os.arch()}, Node ${process.version}`,
    kills: tally.kills,
    faults: tally.faults,
    impossible: target.impossible,
    jobs: jobsOf(books, witnesses),
    facts: {
      'jobs acknowledged': witnesses.acknowledged.size,
      'uploads acknowledged': witnesses.uploads.length,
      'requests sent again for want of a good answer': customers.reduce((sum, { retries }) => sum + retries, 0),
      'answers of status 500': customers.reduce((sum, { broken }) => sum + broken.length, 0),
      'starts of jobs': taken,
      'jobs started more than once': books.jobs.filter(({ attempt }) => attempt > 1).length,
      'most fresh jobs handed out before one that was back in the queue': Math.max(
        0,
        ...witnesses.rescues.map(({ passed }) => passed),
      ),
      'messages accepted by webhooks': accepted,
      'messages that came more than once': accepted - witnesses.messages.size,
    },
    times: {
      'from the kill of a process to the next start of a job it held': timesOf(witnesses.rescues.map(({ ms }) => ms)),
      'the same, less its wait for a slot in a full lane': timesOf(witnesses.rescues.map(({ freeMs }) => freeMs)),
      'from the kill of a process to the next one that listens': timesOf(
        target.slots.flatMap(({ ups }) => restartsOf(ups)),
      ),
      'from submission to end of a job': timesOf(ended.map((seconds) => seconds * 1000)),
      ...Object.fromEntries(
        Object.entries(tally.recoveriesMs).map(([what, values]) => [`until ready after: ${what}`, timesOf(values)]),
      ),
    },
    checks,
    wrongs: checks.reduce((sum, { cases }) => sum + cases.length, 0),
    logs: target.logs,
  };
}

function jobsOf({ jobs }: Books, { acknowledged }: Witnesses): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { id, status, failure_code } of jobs) {
    const name = `${acknowledged.get(id)?.name ?? 'unknown'} → ${failure_code ?? status}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** From the end of each process of a slot to the next that listened, in milliseconds. */
function restartsOf(ups: readonly Up[]): number[] {
  return ups.slice(1).map(({ fromMs }, index) => fromMs - (ups[index]?.toMs ?? fromMs));
}

function timesOf(values: readonly number[]): Times {
  const sorted = [...values].sort((a, b) => a - b);
  const seconds = (index: number) => Number(((sorted[index] ?? 0) / 1000).toFixed(2));
  return { count: sorted.length, median: seconds(Math.floor(sorted.length / 2)), longest: seconds(sorted.length - 1) };
}

/** Cases of one wrong that are printed. */
const CASES_SHOWN = 5;

/** An outcome in Markdown. */
export function reportOf(outcome: Outcome): string {
  const { target, seed, minutes, machine, kills, faults, impossible, jobs, facts, times, checks, wrongs, logs } =
    outcome;
  const total = Object.values(kills).reduce((sum, number) => sum + number, 0);
  return [
    `# Chaos: ${target}, seed ${seed}, ${minutes} minutes (${machine})`,
    ...table(
      'What was done',
      ['times', ''],
      [...pairs(faults), ...pairs(kills, 'kill -9: '), [String(total), 'kills in all']],
    ),
    ...impossible.map((fault) => `Not done here: ${fault}.`),
    ...table('What became of the jobs', ['jobs', 'order → end'], pairs(jobs)),
    ...table('What else happened', ['number', ''], pairs(facts)),
    ...table(
      'How long it took, in seconds',
      ['times', 'median', 'longest', ''],
      Object.entries(times).map(([what, { count, median, longest }]) => [
        String(count),
        String(median),
        String(longest),
        what,
      ]),
    ),
    ...table(
      `What must not be: ${wrongs === 0 ? 'nothing found' : `${wrongs} FOUND`}`,
      ['found', 'looked at', ''],
      checks.map(({ wrong, looked, cases }) => [String(cases.length), String(looked), wrong]),
    ),
    ...checks.flatMap(({ wrong, cases }) => cases.slice(0, CASES_SHOWN).map((one) => `- ${wrong}: ${one}`)),
    ...(wrongs > 0 ? [`The logs of its processes: ${logs}`] : []),
    '',
  ].join('\n');
}

function pairs(counts: Readonly<Record<string, number>>, before = ''): string[][] {
  return Object.entries(counts)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([what, number]) => [String(number), before + what]);
}

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, index) => (index === head.length - 1 ? '---' : '---:'));
  return ['', `## ${title}`, '', line(head), line(rule), ...rows.map(line), ''];
}
