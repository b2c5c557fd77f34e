/**
 * Sign-ins in the audit log, refused ones too.
 *
 * A stranger may try as often as an address is heard, so refused tries are noted up to a number a minute on each node; that there were more
 * is noted once. A try that went wrong for somebody who is known is noted under the gateway's name: it was not them who was here.
 */
import type { SqlCall } from '../database/port.ts'
import type { Deps, Instant } from '../foundation/deps.ts'
import { auditCall } from '../operators/audit.ts'
import type { PeopleContext } from './context.ts'

export interface SignInNote {
  /** `sign-in`, `sign-in.refused`. */
  readonly action: string
  /** By name; undefined: nobody who is known. */
  readonly operator: string | undefined
  readonly subject: string
  readonly detail: object
}

export function noteCall(
  { clock, randomness }: Pick<Deps, 'clock' | 'randomness'>,
  { action, operator = 'gateway', subject, detail }: SignInNote,
): SqlCall {
  const at = clock.now()
  return auditCall({ id: randomness.uuidV7(at), at, operator, action, subject, detail })
}

const MOST_A_MINUTE = 30
const MINUTE_MS = 60_000

export class RefusedSignIns {
  #minute: Instant = 0
  #noted = 0

  /** @param who by name, where somebody was meant */
  async note(
    { database, deps }: PeopleContext,
    way: string,
    who: string | undefined,
    from: string,
  ): Promise<void> {
    const minute = Math.floor(deps.clock.now() / MINUTE_MS)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#noted = 0
    }
    this.#noted += 1
    if (this.#noted > MOST_A_MINUTE + 1) return
    const isLast = this.#noted > MOST_A_MINUTE
    const subject = isLast || who === undefined ? 'people' : `operator ${who}`
    const action = isLast ? 'sign-in.refused-more' : 'sign-in.refused'
    const detail = isLast ? {} : { way, from }
    await database.batch([noteCall(deps, { action, operator: undefined, subject, detail })])
  }
}
