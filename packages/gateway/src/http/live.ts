/**
 * Live changes: notifies listeners that something has changed, on any node. A notice names what changed without its content; the
 * listener then reads it with its current rights.
 *
 * Changes within a fifth of a second are sent together, each object once, so that a burst of creates needs only a few notices.
 * Above a number of changes only the kind is named, once a second. If too many merchants change at the same time, the remaining
 * ones are not named, and listeners that may see one of them refresh everything (`live-rest.ts`). A stream that reconnects sends
 * its last event, and gets the changes since then, or a notice to refresh everything. Nothing is stored, and nothing waits for
 * delivery.
 *
 * The number of streams is limited per caller, per merchant and for all merchants together, so merchants can never keep an
 * operator from listening.
 */
import type { Cancel, Deps } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import { MAX_NOTICE_BYTES, type Notices } from '@sluice/database/notices.ts'
import { EventStream } from './event-stream.ts'
import { LiveRest } from './live-rest.ts'

/** What has changed, in the terms of the API's paths. */
export interface LiveChange {
  /** `payments`: of the paths below `/admin`. */
  readonly resource: string
  /** The merchant that it belongs to, if any. */
  readonly merchantCode?: string | undefined
  readonly kind?: string | undefined
  /** Missing if there are several. */
  readonly id?: string | undefined
  /** Increases with each change of the same object. */
  readonly version?: number | undefined
}

export interface LiveListener {
  /** Only a few streams per caller may be open. */
  readonly caller: string
  /** The merchant whose share of streams it uses; undefined for an operator. */
  readonly share?: string | undefined
  /** Restricts the changes to these merchants; undefined: all. */
  readonly whose?: () => readonly string[] | undefined
  /** The notice for a change; undefined if the listener may not see it. */
  readonly shown: (change: LiveChange) => object | undefined
  readonly mayGoOn: () => Promise<boolean>
  readonly lastEventId: string | undefined
}

const TOGETHER_MS = 200
/** In a burst: viewers see constant change anyway, and a thousand merchants need no notice five times a second. */
const IN_A_RUSH_MS = 1_000
/** Above this number, changes are reported by kind and merchant only. */
const MOST_NAMED = 100
const MOST_KINDS = 1_000
const REMEMBERED = 1_000
const MOST_OPEN = 1_000
const KEPT_FOR_OPERATORS = 200
const MOST_OF_SHARE = 50
const MOST_OF_ONE = 10
/** A listener that loses access is disconnected within this time. */
const REQUESTED_EVERY_MS = 2_000

interface Remembered {
  readonly number: number
  readonly change: LiveChange | LiveRest
}

interface Open {
  readonly listener: LiveListener
  readonly stream: EventStream
}

export class Live {
  readonly #deps: Pick<Deps, 'clock' | 'timers' | 'log' | 'randomness'>
  readonly #notices: Notices | undefined
  readonly #node: string
  readonly #ownBeginning: string
  readonly #open = new Set<Open>()
  #waiting = new WaitingChanges()
  /** The merchants whose changes did not fit. */
  #rest: LiveRest | undefined
  #reportsWithin: number = TOGETHER_MS
  #cancelSending: Cancel | undefined
  #reported: Remembered[] = []
  #number = 0
  #stopListening: () => Promise<void> = async () => undefined

  constructor(deps: Pick<Deps, 'clock' | 'timers' | 'log' | 'randomness'>, notices: Notices | undefined) {
    this.#deps = deps
    this.#notices = notices
    this.#node = deps.randomness.uuidV7(deps.clock.now())
    this.#ownBeginning = beginningOf(this.#node)
  }

  start(): void {
    this.#stopListening =
      this.#notices?.listen({
        received: (text) => this.#received(text),
        missed: () => this.#reportMissed(),
      }) ?? this.#stopListening
  }

  async stop(): Promise<void> {
    this.#cancelSending?.()
    this.endAll()
    await this.#stopListening()
  }

  /** Ends all streams, so that the server can close. */
  endAll(): void {
    for (const { stream } of this.#open) stream.end()
  }

  /** Cheap: the change is sent a moment later, with all others until then. */
  changed(change: LiveChange): void {
    if (!this.#waiting.takes(change)) {
      this.#rest ??= new LiveRest()
      this.#rest.add(change.merchantCode)
    }
    this.#cancelSending ??= this.#deps.timers.after(this.#reportsWithin, () => this.#reportAll())
  }

  /** @returns undefined if too many streams are open */
  listen(listener: LiveListener): EventStream | undefined {
    if (!this.#hasPlace(listener)) return undefined
    const stream = new EventStream(this.#deps.timers)
    const open = { listener, stream }
    this.#open.add(open)
    stream.whenOver(() => void this.#open.delete(open))
    this.#watch(open)
    stream.send({ event: 'ready', id: this.#idOf(this.#number), data: {} })
    this.#catchUp(open)
    return stream
  }

  #hasPlace({ caller, share }: LiveListener): boolean {
    let [ofOne, ofShare, ofShares] = [0, 0, 0]
    for (const { listener } of this.#open) {
      if (listener.caller === caller) ofOne += 1
      if (listener.share === undefined) continue
      ofShares += 1
      if (listener.share === share) ofShare += 1
    }
    if (this.#open.size >= MOST_OPEN || ofOne >= MOST_OF_ONE) return false
    if (share === undefined) return true
    return ofShare < MOST_OF_SHARE && ofShares < MOST_OPEN - KEPT_FOR_OPERATORS
  }

  #idOf(number: number): string {
    return `${this.#node}.${number}`
  }

  /** Sends the events since the last one that it received. Events of other nodes cannot be repeated. */
  #catchUp({ listener, stream }: Open): void {
    const last = listener.lastEventId
    if (last === undefined) return
    const [node, number] = last.split('.')
    const from = Number(number)
    const oldest = this.#reported[0]?.number ?? this.#number + 1
    const isKnown = node === this.#node && from >= oldest - 1 && from <= this.#number
    if (!isKnown) {
      stream.send(MISSED)
      return
    }
    for (const each of this.#reported) if (each.number > from) this.#send({ listener, stream }, each)
  }

  #watch(open: Open): void {
    const { listener, stream } = open
    const cancel = this.#deps.timers.after(REQUESTED_EVERY_MS, () => {
      listener.mayGoOn().then(
        (may) => {
          if (!this.#open.has(open)) return
          if (may) this.#watch(open)
          else stream.end()
        },
        // The database is unavailable: it is not known what the listener may see.
        () => stream.end(),
      )
    })
    stream.whenOver(cancel)
  }

  #reportAll(): void {
    this.#cancelSending = undefined
    const changes = this.#waiting.all()
    this.#reportsWithin = changes.length > MOST_NAMED ? IN_A_RUSH_MS : TOGETHER_MS
    const rest = this.#rest
    this.#waiting = new WaitingChanges()
    this.#rest = undefined
    this.#pass(changes, rest)
    this.#notices?.send(noticesOf(this.#node, changes, rest)).catch((error: unknown) => {
      this.#deps.log.debug({ error: errorText(error) }, 'other nodes could not be told what changed')
    })
  }

  #received(text: string): void {
    // This node's own notices come back to it and need not be parsed: while it is busy, they are most of what it receives.
    if (text.startsWith(this.#ownBeginning)) return
    const notice = noticeIn(text)
    if (notice && notice.node !== this.#node) this.#pass(notice.changes, notice.rest)
  }

  #pass(changes: readonly LiveChange[], rest: LiveRest | undefined): void {
    for (const change of rest ? [...changes, rest] : changes) {
      this.#number += 1
      const reported = { number: this.#number, change }
      this.#reported.push(reported)
      for (const open of this.#open) this.#send(open, reported)
    }
    if (this.#reported.length > 2 * REMEMBERED) this.#reported = this.#reported.slice(-REMEMBERED)
  }

  #send({ listener, stream }: Open, { number, change }: Remembered): void {
    if (change instanceof LiveRest) {
      if (change.mayHold(listener.whose?.())) stream.send({ ...MISSED, id: this.#idOf(number) })
      return
    }
    const data = listener.shown(change)
    if (data) stream.send({ event: 'change', id: this.#idOf(number), data })
  }

  #reportMissed(): void {
    for (const { stream } of this.#open) stream.send(MISSED)
  }
}

/**
 * Changes to be sent, each object once. In a burst nothing is allocated for changes that are already known: with ten thousand
 * changes a second, objects that live until they are sent are copied by every garbage collection, and bring the next full
 * collection nearer.
 */
class WaitingChanges {
  readonly #named = new Map<string, LiveChange>()
  /** By resource, then by kind: the merchants. */
  readonly #unnamed = new Map<string, Map<string | undefined, Set<string | undefined>>>()
  #places = MOST_KINDS - MOST_NAMED

  /** @returns whether it will be sent; there may be too many */
  takes(change: LiveChange): boolean {
    if (this.#named.size < MOST_NAMED) {
      this.#named.set(nameOf(change), change)
      return true
    }
    const { resource, kind, merchantCode } = change
    const kinds = this.#unnamed.get(resource) ?? new Map<string | undefined, Set<string | undefined>>()
    const owners = kinds.get(kind) ?? new Set()
    if (owners.has(merchantCode)) return true
    if (this.#places === 0) return false
    this.#places -= 1
    this.#unnamed.set(resource, kinds.set(kind, owners.add(merchantCode)))
    return true
  }

  all(): readonly LiveChange[] {
    const changes = [...this.#named.values()]
    for (const [resource, kinds] of this.#unnamed)
      for (const [kind, owners] of kinds)
        for (const merchantCode of owners) changes.push({ resource, merchantCode, kind })
    return changes
  }
}

/** Some changes may not have been reported. */
const MISSED = { event: 'missed', data: {} } as const

/** No part is empty, and none but the ID, which is last, can contain a space. */
const nameOf = ({ resource, merchantCode = '', kind = '', id = '' }: LiveChange): string =>
  `${resource} ${merchantCode} ${kind} ${id}`

/** As few notices as possible. The rest, if any, has one of its own. */
function noticesOf(
  node: string,
  changes: readonly LiveChange[],
  rest: LiveRest | undefined,
): readonly string[] {
  const texts: string[] = []
  let some: string[] = []
  let bytes = 0
  for (const change of changes) {
    const text = JSON.stringify(change)
    const more = Buffer.byteLength(text) + 1
    if (bytes + more > MAX_NOTICE_BYTES - 100) {
      texts.push(noticeText(node, some))
      some = []
      bytes = 0
    }
    some.push(text)
    bytes += more
  }
  if (some.length > 0) texts.push(noticeText(node, some))
  return rest ? [...texts, noticeText(node, [], rest)] : texts
}

const beginningOf = (node: string): string => `{"node":${JSON.stringify(node)},`

/** @param changes as JSON */
const noticeText = (node: string, changes: readonly string[], rest?: LiveRest): string =>
  `${beginningOf(node)}"changes":[${changes.join(',')}]${rest ? `,"rest":"${rest.text()}"` : ''}}`

interface Notice {
  readonly node: string
  readonly changes: readonly LiveChange[]
  readonly rest: LiveRest | undefined
}

/** Others may use the same channel; anything that is not ours is ignored. */
function noticeIn(text: string): Notice | undefined {
  const parsed = parsedOf(text)
  if (typeof parsed !== 'object' || parsed === null) return undefined
  if (!('node' in parsed) || !('changes' in parsed)) return undefined
  const { node, changes } = parsed
  if (typeof node !== 'string' || !Array.isArray(changes)) return undefined
  const rest = 'rest' in parsed ? LiveRest.of(parsed.rest) : undefined
  return { node, changes: changes.flatMap((each: unknown) => changeIn(each) ?? []), rest }
}

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function changeIn(value: unknown): LiveChange | undefined {
  if (typeof value !== 'object' || value === null || !('resource' in value)) return undefined
  const { resource } = value
  if (typeof resource !== 'string') return undefined
  const text = (name: string): string | undefined => {
    const part: unknown = Reflect.get(value, name)
    return typeof part === 'string' ? part : undefined
  }
  const version: unknown = Reflect.get(value, 'version')
  return {
    resource,
    merchantCode: text('merchantCode'),
    kind: text('kind'),
    id: text('id'),
    version: typeof version === 'number' ? version : undefined,
  }
}
