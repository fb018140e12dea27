import type {
  Shoot,
  ShootCreation,
  ShootEstimate,
  ShootItem,
  ShootItemPage,
  ShootItemStatus,
  ShootPage,
  ShootStatus,
} from '@atelier/contract';
import { newKey } from './new-key.ts';
import { everyItem, withQuery } from './pages.ts';
import { pause } from './pause.ts';
import { type RequestOptions, send } from './request.ts';

/** Which shoots to list. */
export interface ShootFilter {
  readonly status?: ShootStatus | undefined;
  readonly look_id?: string | undefined;
  /** Only the shoot that was asked for with this Idempotency-Key. */
  readonly idempotency_key?: string | undefined;
  /** Shoots of one page. */
  readonly limit?: number;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Which items of a shoot to list. */
export interface ShootItemFilter {
  readonly status?: ShootItemStatus | undefined;
  /** Items of one page. */
  readonly limit?: number;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Settings of a new shoot. */
export interface ShootOptions {
  /** Makes the request safe to repeat, also by another process and another day; made for you when absent. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How to look at a shoot. */
export interface FollowOptions {
  /** Ends the looking by rejecting with its reason; the shoot goes on. */
  readonly signal?: AbortSignal | undefined;
  /** Pause between two reads, in milliseconds; one second by default. */
  readonly intervalMs?: number;
  /** Called with every reading. */
  readonly onChange?: (shoot: Shoot) => void;
}

const INTERVAL_MS = 1_000;

/** Looks applied to many products. */
export class Shoots {
  readonly #options: RequestOptions;

  constructor(options: RequestOptions) {
    this.#options = options;
  }

  /** Tells what a shoot would make and cost. Nothing is saved or charged. */
  estimate(shoot: ShootCreation, signal?: AbortSignal): Promise<ShootEstimate> {
    return send(this.#options, { method: 'POST', path: '/v1/shoots/estimate', body: shoot, signal, repeatable: true });
  }

  /** Applies a look to products. With a key that was used before it returns the shoot of that time, as it is now. */
  create(shoot: ShootCreation, { idempotencyKey = newKey(), signal }: ShootOptions = {}): Promise<Shoot> {
    const headers = { 'idempotency-key': idempotencyKey };
    return send(this.#options, { method: 'POST', path: '/v1/shoots', body: shoot, headers, signal, repeatable: true });
  }

  /** Reads a page of shoots, newest first. */
  list({ signal, ...filter }: ShootFilter = {}): Promise<ShootPage> {
    return send(this.#options, { method: 'GET', path: withQuery('/v1/shoots', filter), signal, repeatable: true });
  }

  /** Reads a shoot with its counts. */
  get(id: string, signal?: AbortSignal): Promise<Shoot> {
    return send(this.#options, { method: 'GET', path: pathOf(id), signal, repeatable: true });
  }

  /** Reads a page of the items of a shoot, in their order. */
  items(id: string, { signal, ...filter }: ShootItemFilter = {}): Promise<ShootItemPage> {
    const path = withQuery(`${pathOf(id)}/items`, filter);
    return send(this.#options, { method: 'GET', path, signal, repeatable: true });
  }

  /** Goes through all items of a shoot that a filter selects, in their order. */
  allItems(id: string, filter: Omit<ShootItemFilter, 'cursor'> = {}): AsyncGenerator<ShootItem, void> {
    return everyItem(
      (cursor) => this.items(id, { ...filter, cursor }),
      ({ items }) => items,
    );
  }

  /** Cancels a shoot, and refunds its unfinished jobs. */
  cancel(id: string, signal?: AbortSignal): Promise<Shoot> {
    return send(this.#options, { method: 'POST', path: `${pathOf(id)}/cancel`, signal, repeatable: true });
  }

  /** Has a paused shoot go on. */
  resume(id: string, signal?: AbortSignal): Promise<Shoot> {
    return send(this.#options, { method: 'POST', path: `${pathOf(id)}/resume`, signal, repeatable: true });
  }

  /** Has items be made again: those named, or all that failed or were canceled. */
  retry(id: string, itemIds?: readonly string[], signal?: AbortSignal): Promise<Shoot> {
    const body = itemIds ? { item_ids: itemIds } : {};
    return send(this.#options, { method: 'POST', path: `${pathOf(id)}/retry`, body, signal, repeatable: false });
  }

  /** Looks at a shoot until it does not run any more, and returns it: completed, canceled or paused. */
  async follow(id: string, { signal, intervalMs = INTERVAL_MS, onChange }: FollowOptions = {}): Promise<Shoot> {
    for (;;) {
      const shoot = await this.get(id, signal);
      onChange?.(shoot);
      if (shoot.status !== 'running') return shoot;
      await pause(intervalMs, signal);
    }
  }
}

function pathOf(id: string): string {
  return `/v1/shoots/${encodeURIComponent(id)}`;
}
