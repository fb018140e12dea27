/** How long a client may keep a connection waiting, in milliseconds. */
export interface ClientLimits {
  /** To send the head of a request. */
  readonly headMs: number;
  /** To send the whole request. */
  readonly requestMs: number;
  /** Without a byte in either direction, while a request is sent or an answer is read. */
  readonly silenceMs: number;
  /** Without a request on a connection that has had one. */
  readonly idleMs: number;
  /** How often the first two are looked at. */
  readonly checkMs: number;
}

/**
 * A slow upload of 15 MiB is let through, a stalled one is not. Silence is allowed for longer than the longest long
 * poll (60 s) and the pause between two comments of an event stream (15 s). Proxies keep idle connections for 60 s; the
 * service keeps them longer, so that it closes none which a proxy is about to use.
 */
export const CLIENT_LIMITS: ClientLimits = {
  headMs: 20_000,
  requestMs: 300_000,
  silenceMs: 90_000,
  idleMs: 72_000,
  checkMs: 5_000,
};
