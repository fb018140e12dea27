import { Atelier } from '@atelier/client';
import { type Account, bytesText } from '@atelier/contract';
import { type Command, EXIT } from '../command.ts';
import { CONNECTION_OPTIONS, workspaceConnection } from '../connection.ts';
import { countText, creditsText, present } from '../output.ts';

/** `atelier account` */
export const account: Command = {
  name: 'account',
  summary: 'Show your workspace: plan, credits and limits.',
  options: CONNECTION_OPTIONS,
  async run(invocation) {
    present(invocation, await new Atelier(await workspaceConnection(invocation)).account(), inWords);
    return EXIT.ok;
  },
};

function inWords({ workspace_id, name, plan, sandbox, balance, limits, storage, model_access, key }: Account): string {
  return [
    `workspace  ${name} (${workspace_id})${sandbox ? ', a sandbox' : ''}`,
    `plan       ${plan}`,
    `credits    ${balance}`,
    `limits     ${countText(limits.num_images, 'image')} a request, ${countText(limits.unfinished_jobs, 'unfinished job')}, ${countText(limits.requests_per_minute, 'request')} a minute, ${limits.resolutions.join(' and ')} resolution`,
    `storage    ${used(storage.held_bytes, limits.storage_bytes)} held, ${used(storage.uploaded_bytes_today, limits.upload_bytes_per_day)} uploaded today (UTC)`,
    `key        ${JSON.stringify(key.name)} may ${key.scopes.join(', ')}${key.expires_at === null ? '' : `, until ${key.expires_at}`}`,
    ...limitsOf(key),
    ...(model_access.length > 0 ? [`access     ${model_access.join(', ')}`] : []),
  ].join('\n');
}

/** The limits of a key, where it has some. */
function limitsOf({ requests_per_minute, credits_per_month, credits_this_month }: Account['key']): string[] {
  const limits = [
    ...(requests_per_minute === null ? [] : [`${countText(requests_per_minute, 'request')} a minute`]),
    ...(credits_per_month === null
      ? []
      : [`${credits_this_month} of ${creditsText(credits_per_month)} this month (UTC)`]),
  ];
  return limits.length > 0 ? [`key limits ${limits.join(', ')}`] : [];
}

function used(bytes: number, limit: number | null): string {
  return limit === null ? bytesText(bytes) : `${bytesText(bytes)} of ${bytesText(limit)}`;
}
