import type { Scope } from '@atelier/contract';

/** What a scope allows, in words. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  read: 'Look at jobs, images and assets',
  submit: 'Make and change work, images and assets',
  manage: 'Manage keys, webhooks and usage',
};
