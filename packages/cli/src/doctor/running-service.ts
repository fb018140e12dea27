import { ApiError, Atelier, ConnectionError } from '@atelier/client';
import type { Health } from '@atelier/contract';
import type { Finding } from '@atelier/server/diagnosis';
import { type Invocation, UsageError } from '../command.ts';
import { serviceAddress, workspaceConnection } from '../connection.ts';
import { creditsText } from '../output.ts';

/** Difference of two clocks in seconds, above which signatures and expiring addresses fail. */
const CLOCK_DIFFERENCE_MAX = 30;

/** Longest wait for an answer, in milliseconds. */
const TIMEOUT_MS = 5_000;

/** Looks at the service that commands would speak to. One that is not there is wrong only where it was named. */
export async function checkRunningService(invocation: Invocation): Promise<Finding[]> {
  const url = serviceAddress(invocation);
  const isNamed = Boolean(invocation.text('url') ?? process.env.ATELIER_URL);
  let response: Response;
  try {
    response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    return [
      {
        check: 'service',
        state: isNamed ? 'wrong' : 'note',
        says: `nothing answers at ${url}`,
        mend: 'start one with `atelier serve`, or name another with --url or ATELIER_URL',
      },
    ];
  }
  return [await readinessOf(url, response), clockOf(response), await checkKey(invocation)];
}

async function readinessOf(url: string, response: Response): Promise<Finding> {
  const health = healthIn(await response.text());
  if (health.status === 'ok') return { check: 'service', state: 'ok', says: `${url} can take work`, mend: null };
  const says =
    health.reasons?.join('; ') ?? `another program than Atelier answers at ${url} (status ${response.status})`;
  const mend = health.reasons
    ? 'read its log, or run `atelier doctor` on its machine'
    : 'check --url, ATELIER_URL and any proxy in between';
  return { check: 'service', state: 'wrong', says, mend };
}

function healthIn(text: string): Partial<Health> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function clockOf({ headers }: Response): Finding {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date))
    return { check: 'clock', state: 'note', says: 'the service does not say its time', mend: null };
  const seconds = Math.round(Math.abs(Date.now() - date) / 1000);
  const says = `differs by ${seconds} s from the clock of the service`;
  if (seconds <= CLOCK_DIFFERENCE_MAX) return { check: 'clock', state: 'ok', says, mend: null };
  return {
    check: 'clock',
    state: 'wrong',
    says,
    mend: 'set both clocks by NTP: webhooks and expiring addresses depend on them',
  };
}

async function checkKey(invocation: Invocation): Promise<Finding> {
  const check = 'key';
  try {
    const connection = { ...(await workspaceConnection(invocation)), timeoutMs: TIMEOUT_MS };
    const { name, balance } = await new Atelier(connection).account();
    const says = `belongs to the workspace ${name}, which has ${creditsText(balance)}`;
    if (balance > 0) return { check, state: 'ok', says, mend: null };
    return { check, state: 'wrong', says, mend: 'add credits: `atelier credits grant WORKSPACE --amount 100`' };
  } catch (error) {
    if (error instanceof UsageError) return { check, state: 'wrong', says: error.message, mend: 'set ATELIER_API_KEY' };
    if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error;
    return { check, state: 'wrong', says: error.message, mend: 'create another key: `atelier keys create WORKSPACE`' };
  }
}
