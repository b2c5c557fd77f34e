/**
 * Receives from the gateway what has changed, and reloads what is on the screen. Events contain only names, no data:
 * each screen sends its usual request. Without events, screens refresh by timer (`query.ts`).
 *
 * Reconnects automatically, sends the last event received, and reloads everything if something may have been missed.
 * Each attempt waits longer than the one before, with random variation between pages. Receives nothing while the page
 * is hidden or the user is absent. Nothing of an ended attempt is kept.
 */
import { effect } from '@preact/signals'
import { isAsleep } from './awake.ts'
import { openEvents } from './http.ts'
import { isConnected, isLive, lookAt, lookAtAll } from './query.ts'
import { spread } from './reach.ts'

/** The gateway sends a keep-alive every 15 s; after this silence the connection counts as lost. */
const SILENT_MS = 40_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

interface Change {
  readonly resource: string
  readonly id?: string
}

/** @returns a function that ends it */
export function listenLive(address: string): () => void {
  const over = new AbortController()
  void listenUntil(over.signal, address)
  return () => over.abort()
}

async function listenUntil(over: AbortSignal, address: string): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  let last: string | undefined
  while (!over.aborted) {
    await untilLookedAt(over)
    const since = Date.now()
    const until = new AbortController()
    const watch = silenceWatch(() => until.abort())
    const unwatch = whenLeft(() => until.abort())
    await openEvents(address, last, AbortSignal.any([over, until.signal]), {
      onBytes: watch.restart,
      onEvent: ({ event, id, data }) => {
        last = id ?? last
        if (event === 'ready') {
          isLive.value = true
          // The timer does not repeat all requests that failed while the gateway was away.
          if (!isConnected.value) lookAtAll()
        }
        if (event === 'missed') lookAtAll()
        if (event === 'change') reported(data)
      },
    })
    watch.end()
    unwatch()
    if (isLive.value) lookAtAll()
    isLive.value = false
    if (!isLookedAt()) continue
    waitMs = Date.now() - since > SILENT_MS ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, waitMs * 2)
    await pause(spread(waitMs), over)
  }
}

/** Somebody can see the page. */
const isLookedAt = (): boolean => !isAsleep.value && !document.hidden

/** @returns a function that stops watching */
function whenChanged(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  const dispose = effect(changed)
  return () => {
    document.removeEventListener('visibilitychange', changed)
    dispose()
  }
}

const whenLeft = (left: () => void): (() => void) =>
  whenChanged(() => {
    if (!isLookedAt()) left()
  })

const untilLookedAt = (over: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    let end = (): void => undefined
    const look = (): void => {
      if (!isLookedAt() && !over.aborted) return
      queueMicrotask(() => end())
      resolve()
    }
    over.addEventListener('abort', look)
    const unwatch = whenChanged(look)
    end = () => {
      over.removeEventListener('abort', look)
      unwatch()
    }
  })

function reported(data: string): void {
  const change: Change = JSON.parse(data)
  lookAt(change.resource, change.id)
}

function silenceWatch(onSilent: () => void) {
  let timer = setTimeout(onSilent, SILENT_MS)
  return {
    restart: () => {
      clearTimeout(timer)
      timer = setTimeout(onSilent, SILENT_MS)
    },
    end: () => clearTimeout(timer),
  }
}

const pause = (ms: number, over: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      over.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    over.addEventListener('abort', end)
  })
