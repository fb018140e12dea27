import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AdapterName } from '../../src/engines/adapter-names.ts';
import { onePixel, scriptedEngine } from '../support/engines.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { type ContractSuite, inpaintCases, inputCases, outputCases, wordCases } from './contract-cases.ts';
import { INPAINT_MODEL } from './contract-pictures.ts';
import type { EngineDouble, EngineFault } from './double.ts';

/** The suite's knowledge of an adapter. */
export interface ContractSubject {
  readonly adapter: AdapterName;
  /** Starts the engine's double. */
  readonly double: () => Promise<EngineDouble>;
  /** Options of the engine, for the operation of {@link request}. */
  readonly options: (url: string) => Record<string, unknown>;
  /** Variables that hold its keys. The suite sees to it that their values never show. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The public model that the request names. */
  readonly model: string;
  /** `direct`: the answer to the call is the output. `queued`: it is a receipt. */
  readonly kind: 'direct' | 'queued';
  /** True where work can be found by an ID of ours after a broken call. */
  readonly findsLostWork?: boolean;
  /** Places in which the protocol can put a refusal by policy. */
  readonly blocks: readonly string[];
  /** Faults the protocol cannot have, each with the reason. */
  readonly without?: Partial<
    Record<'rejected' | 'expired' | 'lost' | 'wrong type' | 'unfunded' | 'canceled' | 'pictures', string>
  >;
  /** True where the options serve inpaints too. */
  readonly inpaints?: true;
  /** Sends one job; the inputs are its uploads. Default: an edit of one picture. */
  readonly request?: (
    workspace: TestWorkspace,
  ) => Promise<{ readonly path: string; readonly body: Record<string, unknown> }>;
}

/** Time a job of the suite may take, in milliseconds: refusals are waited out. */
const JOB_MS = 30_000;

/**
 * The duties of every adapter, seen through HTTP: submission, engine, result, refund. Two engines serve the model: the
 * subject and, after it, one of this process.
 */
export function engineContract(subject: ContractSubject): void {
  const { adapter, model, kind } = subject;
  describe(`the adapter ${adapter}`, () => {
    let double: EngineDouble;
    let service: TestService;
    let workspace: TestWorkspace;
    let folder: string;
    const logged: string[] = [];
    const second = scriptedEngine(async () => onePixel());
    const task = (engine: string) => expect.stringMatching(new RegExp(`\\.${engine}$`));

    beforeAll(async () => {
      double = await subject.double();
      folder = await fs.mkdtemp(path.join(os.tmpdir(), 'atelier-engines-'));
      const file = path.join(folder, 'atelier.config.json');
      const first = {
        adapter,
        base_url: double.url,
        options: subject.options(double.url),
        timeout_seconds: 20,
        start_within_seconds: 10,
        price: 0.04,
      };
      const models = { [INPAINT_MODEL]: ['first', 'embedded'], [model]: ['first', 'embedded'] };
      await fs.writeFile(file, JSON.stringify({ engines: { first }, models }));
      const secrets = path.join(folder, 'secrets.json');
      await fs.writeFile(secrets, JSON.stringify(subject.secrets));
      service = await startTestService({
        parts: { engine: second, logTo: { write: (line: string) => void logged.push(line) } },
        environment: {
          ATELIER_CONFIG: file,
          ATELIER_SECRETS: secrets,
          ATELIER_ALLOW_PRIVATE_URLS: '127.0.0.0/8',
          ATELIER_LOG_LEVEL: 'debug',
        },
      });
      workspace = await service.workspace({ sandbox: false, credits: 10_000 });
    }, 60_000);
    afterAll(async () => {
      await service.stop();
      await double.close();
      await fs.rm(folder, { recursive: true, force: true });
    });
    // A circuit that one test opened must not keep the next one out.
    afterEach(async () => {
      double.tamper(null);
      double.deliver(null);
      const client = await service.database.connect();
      await client.query('delete from engine_states').finally(() => client.end());
    });

    async function submit(as = workspace): Promise<string> {
      const { path: target, body } = await (subject.request ?? editOf)(as);
      const answer = await workspace.post(target, { model, ...body });
      if (answer.status !== 202) throw new Error(`no job: ${answer.status} ${answer.text}`);
      return answer.body.jobs[0].id;
    }
    async function jobAfter(...faults: EngineFault[]) {
      double.fail(...faults);
      const before = double.creations();
      const job = await workspace.final(await submit());
      return { job, creations: double.creations() - before };
    }
    const suite: ContractSuite = {
      double: () => double,
      workspace: () => workspace,
      async jobAfter(faults, as) {
        double.fail(...faults);
        return workspace.final(await submit(as));
      },
      lastError: async () => (await service.admin('GET', '/admin/engines')).body.engines[0].last_error ?? '',
      jobMs: JOB_MS,
    };
    wordCases(suite, Object.keys(subject.without ?? {}));
    if (!subject.without?.pictures) inputCases(suite);
    if (!model.startsWith('video-')) outputCases(suite);
    if (subject.inpaints) inpaintCases(suite);
    const balance = async () => (await workspace.get('/v1/account')).body.balance;

    test(
      'makes the output, once, and names the engine',
      async () => {
        const { job, creations } = await jobAfter();
        expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed', task: task('first') });
        expect(creations).toBe(1);
        expect((await fetch(job.result.url)).status).toBe(200);
      },
      JOB_MS,
    );

    for (const fault of ['busy', 'broken'] as const) {
      test(
        `asks again after a refusal (${fault}), and pays once`,
        async () => {
          const { job, creations } = await jobAfter(fault, fault);
          expect(job).toMatchObject({ status: 'completed', task: task('first') });
          expect(creations).toBe(1);
        },
        JOB_MS,
      );
    }

    for (const fault of ['storm', 'locked', 'unfunded', 'misnamed'] as const) {
      if (fault === 'unfunded' && subject.without?.[fault]) continue;
      test(
        `leaves an engine that cannot serve (${fault}) to the next one`,
        async () => {
          const { job, creations } = await jobAfter(fault);
          expect(job).toMatchObject({ status: 'completed', task: task('scripted') });
          expect(creations).toBe(0);
        },
        JOB_MS,
      );
    }

    for (const fault of ['cut', 'truncated'] as const) {
      test(
        `never asks twice when the call breaks (${fault})`,
        async () => {
          const funds = await balance();
          const { job, creations } = await jobAfter(fault);
          expect(creations).toBe(1);
          if (subject.findsLostWork) return expect(job).toMatchObject({ status: 'completed', task: task('first') });
          expect(job).toMatchObject({ status: 'failed', error: { code: 'provider_unavailable' }, credits_used: 0 });
          expect(await balance()).toBe(funds);
        },
        JOB_MS,
      );
    }

    for (const place of subject.blocks) {
      test(
        `a refusal by policy (${place}) ends the job, is refunded, and goes to no other engine`,
        async () => {
          const runs = second.runs();
          const funds = await balance();
          const { job } = await jobAfter(`blocked ${place}`);
          expect(job).toMatchObject({ status: 'policy_blocked', error: { code: 'policy_blocked' }, credits_used: 0 });
          expect(second.runs()).toBe(runs);
          expect(await balance()).toBe(funds);
        },
        JOB_MS,
      );
    }

    if (!subject.without?.rejected)
      test(
        'a refused input ends the job and goes to no other engine',
        async () => {
          const runs = second.runs();
          const { job } = await jobAfter('rejected');
          expect(job).toMatchObject({ status: 'failed', error: { code: 'input_rejected' }, credits_used: 0 });
          expect(second.runs()).toBe(runs);
        },
        JOB_MS,
      );

    if (!subject.without?.lost)
      test(
        'work the engine itself loses goes to the next one',
        async () => {
          const { job } = await jobAfter('lost');
          expect(job).toMatchObject({ status: 'completed', task: task('scripted') });
          const { body } = await service.admin('GET', '/admin/engines');
          expect(body.engines).toMatchObject([{ name: 'first', last_error: expect.any(String) }]);
        },
        JOB_MS,
      );

    for (const fault of ['garbage', 'wrong type'] as const) {
      if (fault === 'wrong type' && subject.without?.[fault]) continue;
      test(
        `an output that is none (${fault}) is not shown, and refunded`,
        async () => {
          const { job } = await jobAfter(fault);
          expect(job).toMatchObject({ status: 'failed', error: { code: 'generation_failed' }, credits_used: 0 });
        },
        JOB_MS,
      );
    }

    if (!subject.without?.expired)
      test(
        'an output whose address has expired ends the job with the reason',
        async () => {
          const { job } = await jobAfter('expired');
          expect(job).toMatchObject({ status: 'failed', error: { code: 'provider_unavailable' }, credits_used: 0 });
        },
        JOB_MS,
      );

    if (kind === 'queued') {
      for (const fault of ['slow', 'unreadable'] as const) {
        test(
          `waits for work that takes its time (${fault})`,
          async () => {
            const { job, creations } = await jobAfter(fault);
            expect(job).toMatchObject({ status: 'completed', task: task('first') });
            expect(creations).toBe(1);
          },
          JOB_MS,
        );
      }

      test(
        `a canceled job ${subject.without?.canceled ? 'ends at once' : 'reaches the engine'}`,
        async () => {
          double.fail('hang');
          const before = double.creations();
          const jobId = await submit();
          while (double.creations() === before) await pause();
          await workspace.post(`/v1/jobs/${jobId}/cancel`);
          expect(await workspace.final(jobId)).toMatchObject({ status: 'failed', error: { code: 'canceled' } });
          while (double.canceled.length === 0 && !subject.without?.canceled) await pause();
        },
        JOB_MS,
      );

      test(
        'a restart goes on with the work that began, and pays once',
        async () => {
          double.fail('slow');
          const before = double.creations();
          const jobId = await submit();
          while (double.creations() === before) await pause();
          await service.restart();
          expect(await workspace.final(jobId)).toMatchObject({ status: 'completed', task: task('first') });
          expect(double.creations() - before).toBe(1);
        },
        JOB_MS,
      );
    }

    test('its keys are in no line of the log, in no row of the database and in no answer', async () => {
      // The engine refuses the key and repeats it in its answer. Some protocols send only a value derived from a key.
      double.fail('locked');
      const job = await workspace.final(await submit());
      const sent = double.seen
        .flatMap(({ headers, query }) => [...Object.values(headers), ...query.values()])
        .join('\n');
      const isSent = Object.values(subject.secrets).some((secret) => sent.includes(secret));
      const { body } = await service.admin('GET', '/admin/engines');
      if (isSent) expect(body.engines[0].last_error).toContain('[redacted]');
      const shown = [...logged, JSON.stringify(job), JSON.stringify(body), await everyRow(service)].join('\n');
      expect(logged.length).toBeGreaterThan(0);
      for (const secret of Object.values(subject.secrets)) expect(shown).not.toContain(secret);
    });
  });
}

/** The content of the tables that engines write to. */
async function everyRow({ database }: TestService): Promise<string> {
  const client = await database.connect();
  try {
    const tables = ['jobs', 'remote_runs', 'remote_events', 'engine_states'];
    const { rows } = await client.query(
      tables.map((table) => `select to_jsonb(t)::text as row from ${table} t`).join(' union all '),
    );
    return rows.map(({ row }) => row).join('\n');
  } finally {
    await client.end();
  }
}

/** An edit of one picture. */
async function editOf(workspace: TestWorkspace) {
  return { path: `/v1/images/${await workspace.image()}/edit`, body: { prompt: 'make the coat red' } };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
