import { SERVICE_PATH } from './service-path.ts';

/** The path of every file of the service has this, after the path of its public address. */
const MEDIA = '/media/';

/**
 * A file's address on the page's own origin. The service may give its files another one, whose pictures a page may
 * show, but neither read nor save under their name.
 */
export function ownAddress(url: string): string {
  const { pathname, search } = new URL(url);
  return SERVICE_PATH + pathname.slice(Math.max(0, pathname.lastIndexOf(MEDIA))) + search;
}
