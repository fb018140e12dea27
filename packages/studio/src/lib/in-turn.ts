/**
 * Does work while no other tab of this browser does work of that name. A browser without locks (an address without TLS)
 * does it at once. Throws the work's error.
 */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(name, work) : work();
}
