import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { smallPicture } from '../support/service.ts';

/** What a customer did and saw. */
export interface Customer {
  readonly workspaceId: string;
  /** Credits at the beginning. */
  readonly credits: number;
  /** Jobs the service acknowledged. */
  readonly acknowledged: string[];
  /** Requests that were refused though nothing was wrong with them. */
  readonly refused: string[];
  /** Times a request was sent again because no good answer came. */
  retries: number;
}

const CREDITS = 100_000;

/** Longest wait for an answer, in milliseconds. */
const ANSWER_MS = 15_000;

/** Makes a workspace and resolves when what it submits until `until` is acknowledged, whatever happens meanwhile. */
export async function startCustomer(url: string, adminKey: string, random: () => number) {
  const admin = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
  const fields = { name: 'chaos', plan: 'enterprise', sandbox: true, credits: CREDITS };
  const made = await fetch(`${url}/admin/workspaces`, { method: 'POST', headers: admin, body: JSON.stringify(fields) });
  const { workspace, api_key: key }: { workspace: { id: string }; api_key: string } = JSON.parse(await made.text());
  const form = new FormData();
  form.set('file', new Blob([await smallPicture()]), 'small.png');
  const uploaded = await fetch(`${url}/images`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: form });
  const { id: image }: { id: string } = JSON.parse(await uploaded.text());
  const customer: Customer = { workspaceId: workspace.id, credits: CREDITS, acknowledged: [], refused: [], retries: 0 };
  const submitting = async (until: number) => {
    while (Date.now() < until) {
      const count = 1 + Math.floor(random() * 3);
      const body = { person_image_id: image, outfit_image_ids: [image], num_images: count, prompt: promptOf(random) };
      await submitUntilAnswered(url, key, body, customer);
      await sleep(100 + random() * 300);
    }
  };
  return { customer, submitting };
}

/** Most jobs take their time; some fail, and some find their engine away at first. */
function promptOf(random: () => number): string {
  const draw = random();
  if (draw < 0.1) return 'sandbox:fail=generation_failed';
  if (draw < 0.2) return 'sandbox:flaky=2';
  return `sandbox:delay=${Math.floor(random() * 1500)}`;
}

/** Sends a request under one Idempotency-Key until it is acknowledged, as a careful client does. */
async function submitUntilAnswered(url: string, key: string, body: object, customer: Customer): Promise<void> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  for (;;) {
    const answer = await fetch(`${url}/v1/images/virtual-try-on`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => null);
    if (answer?.status === 202) {
      const { jobs }: { jobs: { id: string }[] } = JSON.parse(answer.text);
      return void customer.acknowledged.push(...jobs.map(({ id }) => id));
    }
    const isPassing = answer === null || answer.status >= 500 || answer.status === 409 || answer.status === 429;
    if (!isPassing) return void customer.refused.push(`${answer.status} ${answer.text}`);
    customer.retries += 1;
    await sleep(300);
  }
}
