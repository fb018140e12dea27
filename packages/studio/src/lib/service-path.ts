/**
 * Path that the service stands under, such as `/atelier`, without a slash at its end; empty at the root. It is that of
 * the page's `<base>`.
 */
export const SERVICE_PATH = new URL(document.baseURI).pathname.replace(/\/+$/, '');

/**
 * Puts the path of the service before the address of a page that was opened without it, as on a port inside the
 * network. The service answers at both addresses, and the router knows one.
 */
export function enterServicePath(): void {
  const { pathname, search, hash } = window.location;
  if (`${pathname}/`.startsWith(`${SERVICE_PATH}/`)) return;
  window.history.replaceState(null, '', SERVICE_PATH + pathname + search + hash);
}
