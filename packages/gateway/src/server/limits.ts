/**
 * The rate limits of this node: shared over all nodes by Redis, over the processes on one port by the supervisor, or
 * this node's share. Failed authentications are always counted by share, because that check must not wait.
 */
import type { Clock, Log } from '@sluice/core/foundation/deps.ts'
import { Failures } from '../http/failures.ts'
import { type RateLimiter, SlidingWindow } from '../http/rate-limit.ts'
import { NodeShare, SharedLimiter, type SharedWindow } from '../http/rate-limit-shared.ts'
import { partOf, type Siblings } from '../http/siblings.ts'

interface LimitsOptions {
  readonly clock: Clock
  readonly log: Log
  readonly liveNodes: () => number
  readonly sharedLimits?: SharedWindow | undefined
  readonly siblings?: Siblings | undefined
}

export function limitsOf(options: LimitsOptions): {
  readonly limiter: RateLimiter
  readonly failures: Failures
} {
  const { clock, log, liveNodes, sharedLimits, siblings } = options
  const shareOf = () => new NodeShare(new SlidingWindow(clock), liveNodes)
  const share = shareOf()
  const shared = sharedLimits ?? (siblings && partOf(siblings, liveNodes))
  return {
    limiter: shared ? new SharedLimiter({ shared, share, clock, log }) : share,
    failures: new Failures(shareOf()),
  }
}
