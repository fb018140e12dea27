import { type Invocation, UsageError } from './command.ts';

/** The kinds of IDs, and the command that lists each. */
const LISTS = {
  job: 'atelier jobs list',
  asset: 'atelier assets list --type TYPE',
  workspace: 'atelier workspaces list',
  'key-id': 'atelier keys list',
  webhook: 'atelier webhooks list',
} as const;

/** A positional argument that is an ID. */
export type IdName = keyof typeof LISTS;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The ID in an argument. Throws UsageError, which names the command that lists IDs, for a text that is not an ID. */
export function idOf(invocation: Invocation, name: IdName): string {
  return checkedId(invocation.positional(name), name);
}

/** The IDs that the last argument gives. Throws UsageError like {@link idOf}. */
export function idsOf(invocation: Invocation, name: IdName): readonly string[] {
  return invocation.rest.map((text) => checkedId(text, name));
}

/** True for a text that has the form of an ID. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

function checkedId(text: string, name: IdName): string {
  if (isId(text)) return text;
  const what = name === 'key-id' ? 'key' : name;
  throw new UsageError(
    `${JSON.stringify(text)} is not the ID of ${/^a/.test(what) ? 'an' : 'a'} ${what}. Use an ID such as 0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50; \`${LISTS[name]}\` shows them.`,
  );
}
