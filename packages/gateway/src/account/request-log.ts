/**
 * The request log: a merchant's recent API requests, to find out why one was refused.
 *
 * Only requests whose token or signature was verified are logged, so that a stranger cannot fill a merchant's log. A
 * row has a few plain fields, without body, query, headers or the path as sent.
 *
 * Promises: no request waits for the log or fails because of it. Rows gather in memory and are written two seconds
 * later, a hundred in a statement. A process that crashes loses its unwritten rows; a database machine that crashes
 * loses those of the last second. Memory is bounded by limits per merchant in each interval, separately for refusals,
 * other requests and payers' requests, so that none crowds out the others, and by a limit for all merchants together.
 * Rows beyond it are dropped, and the server's log says how many. The table is bounded by `KEPT_DAYS` and by
 * `KEPT_OF_EACH` rows of a merchant.
 *
 * Requests that do not help a developer are left out: what people read on screens, and what payers' pages read
 * successfully. The same statements record when each key and secret was last used.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { LastingFailure } from '@sluice/core/foundation/lasting-failure.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import type { Database } from '@sluice/database/port.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { methodRequested } from '../http/authorization.ts'
import { isForPayers, isOfPerson, linkIn, type ProvedAsker } from '../identity/access/grant.ts'
import { noteUsed, type UsedCredential } from '../merchants/last-used.ts'
import { merchantCodesAfter } from '../merchants/store.ts'
import { endRequests, insertRequests, type NotedRequest, trimRequests } from './request-log-store.ts'

export const KEPT_DAYS = 7
export const KEPT_OF_EACH = 5_000
export const WRITTEN_AFTER_MS = 2_000
/** Of one merchant in one interval, by kind. Payers are limited most, because anybody can be one. */
export const NOTED_AT_ONCE = { succeeded: 100, refused: 100, payers: 20 } as const
/** Of all merchants together. */
const MAX_WAITING = 2_000
/**
 * Rows in one statement. Two thousand blocked this process and PostgreSQL for 11 ms each, which delayed other requests.
 */
const WRITTEN_AT_ONCE = 100
/** A merchant may exceed the kept number by this many rows before the oldest are deleted. */
const TRIM_AFTER = 500
const TRIMMED_AT_ONCE = 20
const AGAIN_AFTER_MS = 10_000
const END_EVERY_MS = 3_600_000
const MERCHANTS_AT_ONCE = 200
const DAY_MS = 86_400_000
/** How often the use of a busy key is written. */
const USED_EVERY_MS = 60_000
const REMEMBERED = 10_000

/** A merchant's requests since the last write. */
interface Share {
  succeeded: number
  refused: number
  payers: number
  /** Of the last request; most have the same. */
  madeWith: string
  readonly used: Set<string>
  readonly rows: NotedRequest[]
}

export class RequestLog {
  readonly #database: Database
  readonly #deps: Pick<Deps, 'clock' | 'log'>
  readonly #loop: Loop
  readonly #failure: LastingFailure
  #shares = new Map<MerchantCode, Share>()
  /** The number of rows waiting, for all merchants together. */
  #waiting = 0
  #dropped = 0
  /** Being written, or to be retried. */
  #writing: readonly NotedRequest[] = []
  #wasTried = false
  #used: readonly UsedCredential[] = []
  /** When the use of a credential was last written. */
  #usedAt = new Map<string, Instant>()
  /** For each merchant, rows written since the oldest were deleted. */
  #written = new Map<string, number>()
  #endedAt: Instant

  constructor(database: Database, deps: Pick<Deps, 'clock' | 'log' | 'timers'>) {
    this.#database = database
    this.#deps = deps
    this.#endedAt = deps.clock.now()
    this.#failure = new LastingFailure(deps, 'the request log could not be written; it will be retried')
    this.#loop = new Loop(deps, {
      everyMs: END_EVERY_MS,
      round: () => this.#round(),
      failed: 'the request log could not be kept',
    })
  }

  start(): void {
    this.#loop.start()
    if (this.#shares.size > 0) this.#loop.wakeWithin(WRITTEN_AFTER_MS)
  }

  /** Writes the rows that still wait. */
  async stop(): Promise<void> {
    await this.#loop.stop()
    try {
      await this.flush()
    } catch (error) {
      this.#deps.log.warn(this.#lost(error), 'the last rows of the request log are lost')
    }
  }

  /** Logs a request that has its response. Never throws and waits for nothing. */
  note(request: FastifyRequest, reply: FastifyReply, durationMs: number): void {
    const grant = request.asker
    if (grant === null || grant === undefined) return
    const { merchantCode, madeWith } = grant
    let share = this.#shares.get(merchantCode)
    if (share === undefined) {
      if (this.#shares.size >= MAX_WAITING) return void this.#dropped++
      if (this.#shares.size === 0) this.#loop.wakeWithin(WRITTEN_AFTER_MS)
      share = { succeeded: 0, refused: 0, payers: 0, madeWith: '', used: new Set(), rows: [] }
      this.#shares.set(merchantCode, share)
    }
    if (share.madeWith !== madeWith) {
      share.madeWith = madeWith
      if (!isOfPerson(madeWith)) share.used.add(madeWith)
    }
    const status = reply.statusCode
    if (!takesPart(share, grant, request, status)) return
    if (this.#waiting >= MAX_WAITING) return void this.#dropped++
    this.#waiting += 1
    share.rows.push({
      merchantCode,
      id: request.id,
      at: request.receivedAt,
      method: request.method,
      route: request.foundRoute.url ?? '',
      status,
      code: request.refusedAs ?? undefined,
      subject: firstOf(request.params),
      durationMs,
      madeBy: grant.scope?.kind === 'person' ? `person:${grant.scope.person.name}` : madeWith,
    })
  }

  /** Writes the waiting rows. Rows that could not be written are retried with the next ones. */
  async flush(): Promise<void> {
    const { clock, log } = this.#deps
    if (this.#dropped > 0)
      log.warn({ dropped: this.#dropped }, 'the request log was full: some requests are not in it')
    this.#dropped = 0
    if (this.#writing.length === 0) {
      this.#writing = this.#taken()
      this.#used = [...this.#used, ...this.#newlyUsed(clock.now())]
      this.#shares = new Map()
    }
    while (this.#writing.length > 0) await this.#write(this.#writing.slice(0, WRITTEN_AT_ONCE))
    const used = this.#used
    this.#used = []
    if (used.length > 0) await noteUsed(this.#database, used, clock.now())
    await this.#trim()
  }

  /** Grouped by merchant, the order of the table's index. */
  #taken(): readonly NotedRequest[] {
    const codes = [...this.#shares.keys()].toSorted()
    this.#waiting = 0
    return codes.flatMap((code) => this.#shares.get(code)?.rows ?? [])
  }

  /** @param some the first of the rows to write */
  async #write(some: readonly NotedRequest[]): Promise<void> {
    const isAgain = this.#wasTried
    this.#wasTried = true
    await insertRequests(this.#database, some, isAgain)
    this.#wasTried = false
    this.#writing = this.#writing.slice(some.length)
    for (const { merchantCode } of some)
      this.#written.set(merchantCode, (this.#written.get(merchantCode) ?? TRIM_AFTER) + 1)
  }

  /** @returns how long until the next round if no request comes before */
  async #round(): Promise<number> {
    try {
      await this.flush()
      await this.#end()
      this.#failure.worked()
    } catch (error) {
      this.#failure.failed(error)
      return AGAIN_AFTER_MS
    }
    return this.#shares.size > 0 ? WRITTEN_AFTER_MS : END_EVERY_MS
  }

  #newlyUsed(now: Instant): readonly UsedCredential[] {
    const used: UsedCredential[] = []
    if (this.#usedAt.size > REMEMBERED) this.#usedAt.clear()
    for (const [merchantCode, share] of this.#shares)
      for (const madeWith of share.used) {
        const name = `${merchantCode} ${madeWith}`
        const before = this.#usedAt.get(name)
        if (!/^(key|secret):/.test(madeWith) || (before !== undefined && now - before < USED_EVERY_MS))
          continue
        this.#usedAt.set(name, now)
        used.push({ merchantCode, id: madeWith.slice(madeWith.indexOf(':') + 1) })
      }
    return used
  }

  /** Merchants new to this process are checked, too: how many rows they have is not known. */
  async #trim(): Promise<void> {
    const many = [...this.#written].filter(([, count]) => count >= TRIM_AFTER).slice(0, TRIMMED_AT_ONCE)
    for (const [merchantCode] of many) {
      await trimRequests(this.#database, merchantCode, KEPT_OF_EACH)
      this.#written.set(merchantCode, 0)
    }
  }

  async #end(): Promise<void> {
    const now = this.#deps.clock.now()
    if (now - this.#endedAt < END_EVERY_MS) return
    for (let after = ''; ; ) {
      const codes = await merchantCodesAfter(this.#database, after, MERCHANTS_AT_ONCE)
      const last = codes.at(-1)
      if (last === undefined) break
      await endRequests(this.#database, codes, now - KEPT_DAYS * DAY_MS)
      after = last
    }
    this.#endedAt = now
  }

  #lost(error: unknown): object {
    return { error: errorText(error), lost: this.#writing.length + this.#waiting }
  }
}

/** Counts the request if it is to be logged. */
function takesPart(share: Share, grant: ProvedAsker, request: FastifyRequest, status: number): boolean {
  const { config } = request.foundRoute
  const isRead = config.asks ?? methodRequested(request) === 'GET'
  if (isOfPerson(grant.madeWith) && isRead) return false
  if ((grant.scope && isForPayers(grant.scope)) || linkIn(grant) !== undefined) {
    if (isRead && status < 400) return false
    return share.payers++ < NOTED_AT_ONCE.payers
  }
  return status < 400 ? share.succeeded++ < NOTED_AT_ONCE.succeeded : share.refused++ < NOTED_AT_ONCE.refused
}

function firstOf(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null) return undefined
  for (const value of Object.values(params)) return typeof value === 'string' ? value : undefined
  return undefined
}
