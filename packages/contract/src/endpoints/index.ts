import * as admin from './admin.ts';
import * as assets from './assets.ts';
import * as exportEndpoints from './exports.ts';
import * as keys from './keys.ts';
import * as library from './library.ts';
import * as looks from './looks.ts';
import * as products from './products.ts';
import * as reviewLinks from './review-links.ts';
import * as system from './system.ts';
import * as unversioned from './unversioned.ts';
import * as v1 from './v1.ts';
import * as webhooks from './webhooks.ts';

const { Health: _health, ...systemEndpoints } = system;

/** Every endpoint of the service, by its id. */
export const ENDPOINTS = {
  ...v1,
  ...library,
  ...looks,
  ...exportEndpoints,
  ...reviewLinks,
  ...webhooks,
  ...unversioned,
  ...assets,
  ...products,
  ...keys,
  ...admin,
  ...systemEndpoints,
} as const;
