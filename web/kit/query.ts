/**
 * What the screens have asked of the API, by key: the latest answer, and whether it is being asked again.
 *
 * Promises:
 * - An answer that was seen stays while a newer one is on its way, and while the gateway does not answer.
 * - The answer to an older request never replaces that to a newer one.
 * - Nothing is asked that nobody looks at, nor while the page is hidden or nobody is there (`awake.ts`).
 * - What the gateway says has changed is asked at once (`live.ts`). While no such events can be heard, it is asked by the clock.
 * - While the gateway does not answer, one request asks for all screens (`reach.ts`).
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
  /** What is asked, with all that it depends on: another key is another question. */
  readonly key: string
  /** Its latest answers: a Back shows at once what was there. */
  readonly memory: Memory<Value>
  readonly load: (signal: AbortSignal) => Promise<Answer<Value>>
  /** How often it is asked anew while somebody can see it. */
  readonly everyMs?: number | undefined
}

/** True: the gateway says what changes, so the clock need not ask for that. */
export const isLive = signal(false)
/** Even so, it is asked this often. */
const WHILE_LIVE_MS = 15_000
/** What changes all the time is asked no more often. */
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

/** Those that somebody looks at. */
const asking = new Set<Pick<Requested<unknown>, 'key' | 'ask' | 'look' | 'lookSoon'>>()

/** Something has changed. @param id left out: several */
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

/** After an act: asks all anew that can be seen, and forgets the rest. */
export function refresh(): void {
  forgetAll()
  for (const { ask } of asking) void ask()
}

/** Somebody else may sit here next. */
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
    this.#heard(answer)
  }

  /** A timer that finds a request under way lets it be. */
  readonly look = (): void => {
    if (!this.#under && !document.hidden && !isAsleep.value) void this.ask()
  }

  /** By the clock: what is told of anyhow is asked seldom. */
  readonly lookAgain = (): void => {
    const isFresh = Date.now() - this.#requestedAt < WHILE_LIVE_MS
    if (!isConnected.value) reach.tick()
    else if (!(isLive.value && isFresh && isReported(this.key))) this.look()
  }

  /** It has changed: once the answer that is on its way is there, for that may be of before. */
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

  #heard(answer: Answer<Value>): void {
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
