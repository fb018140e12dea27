/**
 * The path of the public address, such as `/atelier`, without a slash at its end. Empty where the service stands at the
 * root of its host.
 */
export function publicPath(publicUrl: string | null): string {
  return publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/**
 * Takes the path of the public address off a request's target where the target has it. So the service answers alike
 * behind a proxy that passes the path on, behind one that strips it, and without one.
 */
export function withoutPublicPath(path: string): (target: string) => string {
  return (target) => {
    if (!target.startsWith(path)) return target;
    const rest = target.slice(path.length);
    if (rest.startsWith('/')) return rest;
    return rest === '' || rest.startsWith('?') ? `/${rest}` : target;
  };
}
