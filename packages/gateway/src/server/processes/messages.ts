/**
 * The messages between the supervisor and its processes, in order, over the channel that Node gives a child.
 *
 * Both ends are this program in one version. Messages are distinguished by their type, and anything else is ignored. An
 * `id` joins an answer to its question.
 */
import type { Registry } from 'prom-client'
import type { RateDecision } from '../../http/rate-limit.ts'

/** The metrics of one process, from prom-client. */
export type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** The gateway's address, as the first process reports it. */
export interface Serving {
  readonly baseUrl: string
  readonly port: number
  readonly testCheckout: string | undefined
  readonly firstLink: string | undefined
}

/** A request for one unit of a key's limit per second. */
export type Ask = readonly [key: string, limitPerSecond: number]

export type FromProcess =
  /** Its database is open. It waits for `go-on`, unless it is the one that the others wait for. */
  | { readonly type: 'opened' }
  | { readonly type: 'ready'; readonly serving: Serving }
  /** It does not start, and ends. */
  | { readonly type: 'failed'; readonly why: string }
  | { readonly type: 'take'; readonly id: number; readonly asks: readonly Ask[] }
  | { readonly type: 'metrics-page'; readonly id: number }
  | { readonly type: 'metrics'; readonly id: number; readonly metrics: Snapshot }
  | { readonly type: 'changed'; readonly id: number }
  | { readonly type: 'refreshed'; readonly id: number }

export type ToProcess =
  | { readonly type: 'go-on' }
  /** Finish what was accepted, and end. */
  | { readonly type: 'stop' }
  /** One for each `Ask`, in the same order. */
  | { readonly type: 'taken'; readonly id: number; readonly decisions: readonly RateDecision[] }
  | { readonly type: 'page'; readonly id: number; readonly text: string }
  | { readonly type: 'metrics-wanted'; readonly id: number }
  | { readonly type: 'refresh'; readonly id: number }
  | { readonly type: 'all-refreshed'; readonly id: number }

/** The compiler ensures that every type is listed. */
const FROM_PROCESS: Readonly<Record<FromProcess['type'], true>> = {
  opened: true,
  ready: true,
  failed: true,
  take: true,
  'metrics-page': true,
  metrics: true,
  changed: true,
  refreshed: true,
}
const TO_PROCESS: Readonly<Record<ToProcess['type'], true>> = {
  'go-on': true,
  stop: true,
  taken: true,
  page: true,
  'metrics-wanted': true,
  refresh: true,
  'all-refreshed': true,
}

const isOneOf = (types: object, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  Object.hasOwn(types, value.type)

export const isFromProcess = (value: unknown): value is FromProcess => isOneOf(FROM_PROCESS, value)
export const isToProcess = (value: unknown): value is ToProcess => isOneOf(TO_PROCESS, value)
