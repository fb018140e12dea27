import type { FastifyReply } from 'fastify';
import type { Plan } from '../accounts/plans.ts';
import { RATE_WINDOW_SECONDS, type RateLimiter } from '../accounts/rate-limit.ts';
import { Fault } from '../fault.ts';

/** Name of the one policy in the fields. */
const POLICY = '"requests"';

/**
 * Counts a request against the plan of its workspace and tells how much is left, in the fields of the IETF draft
 * `draft-ietf-httpapi-ratelimit-headers-10`. Throws `rate_limited`.
 */
export async function limitRate(
  limiter: RateLimiter,
  workspaceId: string,
  plan: Plan,
  reply: FastifyReply,
): Promise<void> {
  const { allowed, limit, remaining, resetSeconds } = await limiter.take(workspaceId, plan.requestsPerMinute);
  reply.header('ratelimit-policy', `${POLICY};q=${limit};w=${RATE_WINDOW_SECONDS}`);
  reply.header('ratelimit', `${POLICY};r=${remaining};t=${resetSeconds}`);
  if (allowed) return;
  throw new Fault(
    'rate_limited',
    `The plan ${plan.name} takes ${limit} requests a minute; send the next one in ${resetSeconds} seconds.`,
    { retryAfterSeconds: resetSeconds },
  );
}
