/**
 * Sign-ins that were refused, in the log of what people do.
 *
 * A stranger may try as often as an address is heard, so refused tries are noted up to a number a minute on each node; that there were more
 * is noted once. A try that went wrong for somebody who is known is noted under the gateway's name: it was not them who was here.
 */
import type { Instant } from '../../foundation/deps.ts'
import type { PeopleContext } from './context.ts'
import type { Signer } from './realm.ts'

const MOST_A_MINUTE = 30
const MINUTE_MS = 60_000

export class RefusedSignIns<Who extends Signer> {
  #minute: Instant = 0
  #noted = 0

  /** @param who by name, where somebody was meant */
  async note(
    { database, deps, realm }: PeopleContext<Who>,
    signInMethod: string,
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
    const about = isLast ? undefined : who
    const action = isLast ? 'sign-in.refused-more' : 'sign-in.refused'
    const detail = isLast ? {} : { signInMethod, from }
    await database.batch([realm.note(deps, { action, by: undefined, about, detail })])
  }
}
