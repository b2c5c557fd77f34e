/**
 * Failed sign-ins in the log of activity.
 *
 * Each node logs a limited number a minute; that there were more is logged once. A failed attempt to sign in as a known person is
 * logged under the gateway's name, as it may not have been them.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { PeopleContext } from './context.ts'
import type { Signer } from './realm.ts'

const MOST_A_MINUTE = 30
const MINUTE_MS = 60_000

export class RefusedSignIns<Who extends Signer> {
  #minute: Instant = 0
  #noted = 0

  /** @param who the name of the person, if one was given */
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
