export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Reads until `done(value)` holds; an overdue wait is an error that shows the last value. */
export async function waitFor(read, done, ms = 60_000, what = 'it') {
  const end = Date.now() + ms;
  for (let pause = 20; ; pause = Math.min(200, pause * 1.5)) {
    const value = await read();
    if (done(value)) return value;
    if (Date.now() > end)
      throw new Error(`${what} is not done after ${ms} ms: ${JSON.stringify(value)?.slice(0, 300)}`);
    await sleep(pause);
  }
}
