/** The result of a load. Milliseconds, unless stated otherwise. */
export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the process that sent it, in seconds. */
  readonly cpuSeconds: number;
  /** Answers of another status than 200 or 202. */
  readonly odd: number;
}

/** Sums up a load: the milliseconds each request took, and the seconds of the whole. */
export function resultOf(times: number[], seconds: number, cpu: NodeJS.CpuUsage, odd: number): LoadResult {
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return {
    requests: times.length,
    seconds,
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
    odd,
  };
}
