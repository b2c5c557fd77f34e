/**
 * The screens' requests to the API by key: the latest answer, and whether it is being reloaded.
 *
 * Promises:
 * - An answer stays visible while a newer one loads, and while the gateway does not answer.
 * - The answer to an older request never replaces that to a newer one.
 * - No request is sent for a screen that is not shown, while the page is hidden, or while the user is absent
 *   (`awake.ts`).
 * - When the gateway announces a change, it is loaded immediately (`live.ts`). Without such events, requests are
 *   repeated by timer.
 * - While the gateway does not answer, one request tries for all screens (`reach.ts`).
 */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { isAsleep } from './awake.ts'
import { concerns, isReported } from './concerns.ts'
import { Reach } from './reach.ts'
import type { Answer, Refusal } from './result.ts'

export type Loaded<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: Value; readonly isOld: boolean }
  | { readonly state: 'failed'; readonly refusal: Refusal }

export interface Question<Value> {
  /** Identifies the request with all its parameters. */
  readonly key: string
  /** Its latest answers, so that going back shows them immediately. */
  readonly memory: Memory<Value>
  readonly load: (signal: AbortSignal) => Promise<Answer<Value>>
  /** How often it is repeated while it is visible. */
  readonly everyMs?: number | undefined
}

/** True: the gateway announces changes, so the timer need not look for them. */
export const isLive = signal(false)
/** The interval of repetitions even then. */
const WHILE_LIVE_MS = 15_000
/** The shortest interval for data that changes constantly. */
const APART_MS = 1_000

const MOST_REMEMBERED = 30
const memories = new Set<{ forget(): void }>()

/** The latest answers of one kind, by key. */
export class Memory<Value> {
  readonly #answers = new Map<string, Value>()

  constructor() {
    memories.add(this)
  }

  get(key: string): Value | undefined {
    return this.#answers.get(key)
  }

  keep(key: string, value: Value): void {
    this.#answers.delete(key)
    this.#answers.set(key, value)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > MOST_REMEMBERED && oldest !== undefined) this.#answers.delete(oldest)
  }

  forget(): void {
    this.#answers.clear()
  }
}

/** The requests of visible screens. */
const asking = new Set<Pick<Requested<unknown>, 'key' | 'ask' | 'look' | 'lookSoon'>>()

/** Something has changed. @param id undefined: several */
export function lookAt(resource: string, id: string | undefined): void {
  for (const each of asking) if (concerns(each.key, resource, id)) each.lookSoon()
}

export function lookAtAll(): void {
  for (const each of asking) each.lookSoon()
}

const reach = new Reach({
  one: () => {
    const [first] = asking
    first?.look()
  },
  all: lookAtAll,
})
export const { isConnected, nextTryAt, tryNow } = reach

/** After an operation: reloads everything visible and forgets the rest. */
export function refresh(): void {
  forgetAll()
  for (const { ask } of asking) void ask()
}

/** Another user may be next. */
export function forgetAll(): void {
  for (const memory of memories) memory.forget()
}

class Requested<Value> {
  readonly key: string
  readonly answer: Signal<Loaded<Value>>
  readonly #question: Question<Value>
  #under: AbortController | undefined
  #requestedAt = 0
  #soon: ReturnType<typeof setTimeout> | undefined

  constructor(question: Question<Value>) {
    this.key = question.key
    this.#question = question
    const known = question.memory.get(question.key)
    this.answer = signal(
      known === undefined ? { state: 'loading' } : { state: 'ready', value: known, isOld: true },
    )
  }

  readonly ask = async (): Promise<void> => {
    this.#under?.abort()
    const mine = new AbortController()
    this.#under = mine
    this.#requestedAt = Date.now()
    const answer = await this.#question.load(mine.signal)
    if (this.#under !== mine) return
    this.#under = undefined
    this.#received(answer)
  }

  /** Does nothing while a request is on its way. */
  readonly look = (): void => {
    if (!this.#under && !document.hidden && !isAsleep.value) void this.ask()
  }

  /** By timer: announced data is reloaded rarely. */
  readonly lookAgain = (): void => {
    const isFresh = Date.now() - this.#requestedAt < WHILE_LIVE_MS
    if (!isConnected.value) reach.tick()
    else if (!(isLive.value && isFresh && isReported(this.key))) this.look()
  }

  /** It has changed: reloads after the current request, whose answer may be older than the change. */
  readonly lookSoon = (): void => {
    if (this.#soon !== undefined) return
    const waitMs = Math.max(0, this.#requestedAt + APART_MS - Date.now())
    this.#soon = setTimeout(
      () => {
        this.#soon = undefined
        if (this.#under) this.lookSoon()
        else this.look()
      },
      this.#under ? Math.max(waitMs, 50) : waitMs,
    )
  }

  stop(): void {
    clearTimeout(this.#soon)
    this.#under?.abort()
    this.#under = undefined
  }

  #received(answer: Answer<Value>): void {
    const isOffline = !answer.ok && answer.refusal.kind === 'offline'
    const now = this.answer.value
    if (isOffline) reach.lost()
    else reach.found()
    if (answer.ok) {
      this.#question.memory.keep(this.key, answer.value)
      this.answer.value = { state: 'ready', value: answer.value, isOld: false }
    } else if (now.state === 'ready' && (isOffline || answer.refusal.kind === 'later')) {
      this.answer.value = { ...now, isOld: true }
    } else {
      this.answer.value = { state: 'failed', refusal: answer.refusal }
    }
  }
}

export function useQuery<Value>(question: Question<Value>): ReadonlySignal<Loaded<Value>> {
  const { key, everyMs } = question
  const requested = useMemo(() => new Requested(question), [key])
  useEffect(() => {
    const back = (): void => (isConnected.value ? requested.look() : tryNow())
    asking.add(requested)
    void requested.ask()
    const timer = everyMs === undefined ? undefined : setInterval(requested.lookAgain, everyMs)
    document.addEventListener('visibilitychange', back)
    addEventListener('online', back)
    return () => {
      asking.delete(requested)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', back)
      removeEventListener('online', back)
      requested.stop()
    }
  }, [requested, everyMs])
  return requested.answer
}
