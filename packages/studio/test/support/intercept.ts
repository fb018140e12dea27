import type { Page, Route } from 'playwright-core';

/**
 * Handles the requests of a page to addresses: the next `times` of them, or all until the returned function is called.
 * Later requests pass. A route that was installed last is asked first.
 *
 * The route itself stays. `page.unroute` and the `times` of `page.route` remove it, and Chromium never answers a
 * request that a page sends while its last route is removed.
 */
export async function intercept(
  page: Page,
  addresses: string,
  handle: (route: Route) => unknown,
  { times = Number.POSITIVE_INFINITY }: { readonly times?: number } = {},
): Promise<() => void> {
  let left = times;
  await page.route(addresses, (route) => {
    if (left <= 0) return route.fallback();
    left -= 1;
    return handle(route);
  });
  return () => {
    left = 0;
  };
}

/** Lets a request be carried out, and loses its answer on the way back. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}
