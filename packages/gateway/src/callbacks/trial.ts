/**
 * The trial: on a developer's own machine, callbacks of test merchants may go to that machine itself.
 *
 * A gateway behind a reverse proxy listens on the loopback address, too, and there the same permission would let a
 * merchant reach everything else that runs on the server. So a trial needs settings that fit a single machine
 * (`server/config.ts` lists those that do not), and it ends with the first request that came through a proxy. It ends
 * for good: what could not be delivered before a restart is sent again after it, so the sign of the proxy is stored in
 * the database. From then on only the operator's setting (`SLUICE_CALLBACK_ALLOW`) opens the loopback address. A trial
 * that has ended never starts again by itself.
 */
import type { AddressPolicy, Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'
import { addressPolicy, callbackPolicies } from '../outbound/guard.ts'

/** What to do to have callbacks on this machine without a trial. */
export const ALLOW_LOOPBACK = 'start the gateway with SLUICE_CALLBACK_ALLOW=127.0.0.0/8'

const READ = sqlStatement({ name: 'proxy_sign_read', text: 'select sign, seen_at from proxy_sign' })
const KEEP = sqlStatement({
  name: 'proxy_sign_keep',
  text: 'insert into proxy_sign (id, sign, seen_at) values (1, $1, $2) on conflict (id) do nothing',
})

/** Why there is no trial. */
export type TrialEnd =
  | { readonly by: 'settings'; readonly variables: readonly string[] }
  | { readonly by: 'request'; readonly sign: string; readonly at: Instant }

export interface TrialOptions {
  readonly database: Database
  readonly deps: Pick<Deps, 'clock' | 'log'>
  /** Variables whose values show that the server is not for one machine alone; none: it is a trial. */
  readonly noTrialFor: readonly string[]
}

export class Trial {
  readonly #options: TrialOptions
  #end: TrialEnd | undefined
  #isKept = true

  private constructor(options: TrialOptions, end: TrialEnd | undefined) {
    this.#options = options
    this.#end = end
  }

  static async begin(options: TrialOptions): Promise<Trial> {
    const { database, noTrialFor: variables } = options
    if (variables.length > 0) return new Trial(options, { by: 'settings', variables })
    const [row] = await database.run(READ, [])
    if (!row) return new Trial(options, undefined)
    return new Trial(options, { by: 'request', sign: String(row.sign), at: row.seen_at })
  }

  get isOpen(): boolean {
    return this.#end === undefined
  }

  /** Why it is over; undefined while it goes on. */
  get end(): TrialEnd | undefined {
    return this.#end
  }

  /** Whether a request could still change anything. */
  get watches(): boolean {
    return this.isOpen || !this.#isKept
  }

  /** A request came through a proxy. From now on, and before that request is handled, the loopback address is closed. */
  endBy(sign: string): void {
    if (!this.watches) return
    const { clock, log } = this.#options.deps
    if (this.#end?.by !== 'request') {
      this.#end = { by: 'request', sign, at: clock.now() }
      const message = `a request came through a proxy, so callbacks of test merchants to this machine are no longer sent; to allow them again, ${ALLOW_LOOPBACK}`
      log.warn({ sign }, message)
    }
    void this.#keep(this.#end)
  }

  async #keep({ sign, at }: Extract<TrialEnd, { by: 'request' }>): Promise<void> {
    const { database, deps } = this.#options
    this.#isKept = true
    try {
      await database.run(KEEP, [sign, isoTime(at)])
    } catch (error) {
      // The next such request tries again.
      this.#isKept = false
      deps.log.warn({ error: errorText(error) }, 'the sign of a proxy could not be stored')
    }
  }
}

/** Where callbacks may go: those of test merchants in a trial to this machine, too. */
export function callbackPolicyIn(
  trial: Trial,
  allow: readonly string[],
): (merchant: { readonly isTest: boolean }) => AddressPolicy {
  const { usual, withLoopback } = callbackPolicies(allow)
  // Each policy is made once, because connections are pooled per policy.
  let closed: AddressPolicy | undefined
  return ({ isTest }) => {
    if (!isTest) return usual
    if (trial.isOpen) return withLoopback
    if (trial.end?.by !== 'request') return usual
    closed ??= addressPolicy({ allow, loopback: false, whyNoLoopback: whyClosed(trial.end) })
    return closed
  }
}

const whyClosed = ({ sign, at }: Extract<TrialEnd, { by: 'request' }>): string =>
  `which this gateway allowed to test merchants until a request came through a proxy (header ${sign}, ${isoTime(at)}). To allow it again, ${ALLOW_LOOPBACK}`
