/** Adjacent pixels of cloth in a row: [from, to), in columns of the photo. */
export type Run = readonly [from: number, to: number];

/** Runs of cloth in a row of a silhouette (0 is outside), from left to right. */
export function runsOf(silhouette: Uint8Array, width: number, row: number): Run[] {
  const runs: [number, number][] = [];
  for (let x = 0; x < width; x++) {
    if (!silhouette[row * width + x]) continue;
    const last = runs[runs.length - 1];
    if (last && last[1] === x) last[1] = x + 1;
    else runs.push([x, x + 1]);
  }
  return runs;
}
