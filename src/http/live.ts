/**
 * Live: says to whoever looks that something has changed, on whatever node it was. It names what it was, and holds nothing of it: who is told
 * asks as always, with the rights that they have then.
 *
 * What happens within a fifth of a second is told together, each thing once, so that a rush of creates costs a few notices; above a number the
 * kind alone is named, and once a second, and where too many merchants change at once, nothing of the rest: whoever may look at one of them must look anew
 * (`live-rest.ts`). A stream that comes back says what it heard last, and is told what came meanwhile, or that it must look anew at
 * everything it shows. Nothing is stored, and nothing waits for it.
 *
 * Places are bounded: for each caller, for each merchant whoever of it asks, and for all merchants together, so that neither one merchant nor
 * all of them keep an operator from listening.
 */
import { MAX_NOTICE_BYTES, type Notices } from '../database/notices.ts'
import type { Cancel, Deps } from '../foundation/deps.ts'
import { errorText } from '../foundation/errors.ts'
import { EventStream } from './event-stream.ts'
import { LiveRest } from './live-rest.ts'

/** What has changed, as the API's paths call it. */
export interface LiveChange {
  /** `payments`: of the paths below `/admin`. */
  readonly resource: string
  /** Whose it is, if it is a merchant's. */
  readonly merchantCode?: string | undefined
  readonly kind?: string | undefined
  /** Left out: several. */
  readonly id?: string | undefined
  /** Grows with each change of the same thing. */
  readonly version?: number | undefined
}

export interface LiveListener {
  /** Of whom only a few streams may be open. */
  readonly caller: string
  /** Of which merchant's share its place is; undefined, or left out: an operator listens. */
  readonly share?: string | undefined
  /** Of which merchants alone it is told; undefined, or left out: of all. */
  readonly whose?: () => readonly string[] | undefined
  /** What it is told of a change; undefined: it is none of theirs. */
  readonly shown: (change: LiveChange) => object | undefined
  readonly mayGoOn: () => Promise<boolean>
  readonly lastEventId: string | undefined
}

const TOGETHER_MS = 200
/** Once so much happens: who looks at it sees it change all the time, and each of a thousand merchants need not be told of five times a second. */
const IN_A_RUSH_MS = 1_000
/** More at once is told by kind and merchant alone. */
const MOST_NAMED = 100
const MOST_KINDS = 1_000
const REMEMBERED = 1_000
const MOST_OPEN = 1_000
const KEPT_FOR_OPERATORS = 200
const MOST_OF_SHARE = 50
const MOST_OF_ONE = 10
/** Who may not go on is out within it. */
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
  /** Whose changes had no place among those. */
  #rest: LiveRest | undefined
  #reportsWithin: number = TOGETHER_MS
  #cancelTelling: Cancel | undefined
  #reported: Remembered[] = []
  #number = 0
  #stopHearing: () => Promise<void> = async () => undefined

  constructor(deps: Pick<Deps, 'clock' | 'timers' | 'log' | 'randomness'>, notices: Notices | undefined) {
    this.#deps = deps
    this.#notices = notices
    this.#node = deps.randomness.uuidV7(deps.clock.now())
    this.#ownBeginning = beginningOf(this.#node)
  }

  start(): void {
    this.#stopHearing =
      this.#notices?.hear({
        heard: (text) => this.#heard(text),
        missed: () => this.#reportMissed(),
      }) ?? this.#stopHearing
  }

  async stop(): Promise<void> {
    this.#cancelTelling?.()
    this.endAll()
    await this.#stopHearing()
  }

  /** Ends all streams, so that the server can close. */
  endAll(): void {
    for (const { stream } of this.#open) stream.end()
  }

  /** Costs next to nothing: it is told a moment later, with all else that happens until then. */
  changed(change: LiveChange): void {
    if (!this.#waiting.takes(change)) {
      this.#rest ??= new LiveRest()
      this.#rest.add(change.merchantCode)
    }
    this.#cancelTelling ??= this.#deps.timers.after(this.#reportsWithin, () => this.#reportAll())
  }

  /** @returns undefined where too many are open */
  listen(listener: LiveListener): EventStream | undefined {
    if (!this.#hasPlace(listener)) return undefined
    const stream = new EventStream(this.#deps.timers)
    const open = { listener, stream }
    this.#open.add(open)
    stream.whenOver(() => void this.#open.delete(open))
    this.#watch(open)
    stream.tell({ event: 'ready', id: this.#idOf(this.#number), data: {} })
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

  /** What has come since the last event that it heard; of another node nobody knows. */
  #catchUp({ listener, stream }: Open): void {
    const last = listener.lastEventId
    if (last === undefined) return
    const [node, number] = last.split('.')
    const from = Number(number)
    const oldest = this.#reported[0]?.number ?? this.#number + 1
    const isKnown = node === this.#node && from >= oldest - 1 && from <= this.#number
    if (!isKnown) {
      stream.tell(MISSED)
      return
    }
    for (const each of this.#reported) if (each.number > from) this.#tell({ listener, stream }, each)
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
        // The database is away: whoever it is, they are told nothing that needs it.
        () => stream.end(),
      )
    })
    stream.whenOver(cancel)
  }

  #reportAll(): void {
    this.#cancelTelling = undefined
    const changes = this.#waiting.all()
    this.#reportsWithin = changes.length > MOST_NAMED ? IN_A_RUSH_MS : TOGETHER_MS
    const rest = this.#rest
    this.#waiting = new WaitingChanges()
    this.#rest = undefined
    this.#pass(changes, rest)
    this.#notices?.tell(noticesOf(this.#node, changes, rest)).catch((error: unknown) => {
      this.#deps.log.debug({ error: errorText(error) }, 'other nodes could not be told what changed')
    })
  }

  #heard(text: string): void {
    // What this node has told comes back to it, and need not be read: while it is busy, that is most of what it hears.
    if (text.startsWith(this.#ownBeginning)) return
    const notice = noticeIn(text)
    if (notice && notice.node !== this.#node) this.#pass(notice.changes, notice.rest)
  }

  #pass(changes: readonly LiveChange[], rest: LiveRest | undefined): void {
    for (const change of rest ? [...changes, rest] : changes) {
      this.#number += 1
      const reported = { number: this.#number, change }
      this.#reported.push(reported)
      for (const open of this.#open) this.#tell(open, reported)
    }
    if (this.#reported.length > 2 * REMEMBERED) this.#reported = this.#reported.slice(-REMEMBERED)
  }

  #tell({ listener, stream }: Open, { number, change }: Remembered): void {
    if (change instanceof LiveRest) {
      if (change.mayHold(listener.whose?.())) stream.tell({ ...MISSED, id: this.#idOf(number) })
      return
    }
    const data = listener.shown(change)
    if (data) stream.tell({ event: 'change', id: this.#idOf(number), data })
  }

  #reportMissed(): void {
    for (const { stream } of this.#open) stream.tell(MISSED)
  }
}

/**
 * What is to be told, each thing once. In a rush nothing is made for what is known already: what is made for each of ten thousand changes a
 * second and lives on until it is told is copied by every collection of garbage until then, and brings the next one of all memory nearer.
 */
class WaitingChanges {
  readonly #named = new Map<string, LiveChange>()
  /** By resource, then by kind: whose. */
  readonly #unnamed = new Map<string, Map<string | undefined, Set<string | undefined>>>()
  #places = MOST_KINDS - MOST_NAMED

  /** @returns whether it will be told: there may be too many. */
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

/** Something may have changed that was not told. */
const MISSED = { event: 'missed', data: {} } as const

/** No part is empty, and none but the ID, which stands last, may have a space in it. */
const nameOf = ({ resource, merchantCode = '', kind = '', id = '' }: LiveChange): string =>
  `${resource} ${merchantCode} ${kind} ${id}`

/** As few as hold them all; the rest, if there is one, in one of its own. */
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

/** Others may tell something on the same channel: what is not ours is nothing. */
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
