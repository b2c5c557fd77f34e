/**
 * The current user. Only the browser's cookie identifies them, and no script can read it; what is known here only
 * decides what is shown, and the gateway checks every request. Each application has its own instance, for the sign-in
 * address of its people.
 */
import { type Signal, signal } from '@preact/signals'
import { request, stepUpWith, whenSignedOut } from '../http.ts'
import { forgetAll } from '../query.ts'
import type { Answer, Refusal } from '../result.ts'
import { say } from '../texts.ts'
import { makePasskey, showPasskey } from './passkey.ts'
import type { AnySession, AvailableMethods, Joined, Link, Own, StepUpMethods } from './protocol.ts'
import { untilShown } from './shown.ts'

export type Presence<Session> =
  | { readonly state: 'asking' }
  | { readonly state: 'out' }
  | { readonly state: 'in'; readonly session: Session }
  | { readonly state: 'unknown'; readonly refusal: Refusal }

/** What is sent with a link besides its secret: a name, if the link has none. */
export type SaidWithLink = Readonly<Record<'link', string>> & { readonly name?: string }

export class SignIn<Session extends AnySession> {
  /** Prefix of each address: `/sign-in`. */
  readonly base: string
  readonly presence: Signal<Presence<Session>>
  /** Waits for a fresh proof of identity; called with its result. */
  readonly waiting: Signal<((isShown: boolean) => void) | undefined>

  constructor(base: string) {
    this.base = base
    this.presence = signal<Presence<Session>>({ state: 'asking' })
    this.waiting = signal<((isShown: boolean) => void) | undefined>(undefined)
  }

  get session(): Session | undefined {
    const here = this.presence.value
    return here.state === 'in' ? here.session : undefined
  }

  readonly enter = (session: Session): void => {
    forgetAll()
    this.presence.value = { state: 'in', session }
  }

  readonly lookWhoIsHere = async (): Promise<void> => {
    whenSignedOut(this.#leave)
    stepUpWith(this.#askAgain)
    const answer = await this.#get<Session>('session')
    if (answer.ok) this.enter(answer.value)
    else if (answer.refusal.kind !== 'signed-out')
      this.presence.value = { state: 'unknown', refusal: answer.refusal }
  }

  readonly signOut = async (): Promise<void> => {
    const answer = await this.#post<undefined>('out')
    if (answer.ok) this.#leave()
  }

  signInMethods(): Promise<Answer<AvailableMethods>> {
    return this.#get<AvailableMethods>('ways')
  }

  async byPasskey(): Promise<Answer<Session>> {
    const options = await this.#post<PublicKeyCredentialRequestOptionsJSON>('passkey/options')
    if (!options.ok) return options
    const shown = await showPasskey(options.value)
    return shown.ok ? this.#post<Session>('passkey', { credential: shown.value }) : shown
  }

  byTotp(name: string, code: string): Promise<Answer<Session>> {
    return this.#post<Session>('totp', { name, code })
  }

  byRecovery(code: string): Promise<Answer<Session>> {
    return this.#post<Session>('recovery', { code })
  }

  /** The address to go to; the browser returns to this place. */
  async toProvider(to: string): Promise<Answer<string>> {
    const answer = await this.#post<{ readonly url: string }>('oidc', { to })
    return answer.ok ? { ok: true, value: answer.value.url } : answer
  }

  openLink(said: SaidWithLink): Promise<Answer<Link>> {
    return this.#post<Link>('link', said)
  }

  async joinByPasskey(
    said: SaidWithLink,
    options: PublicKeyCredentialCreationOptionsJSON,
  ): Promise<Answer<Joined<Session>>> {
    const made = await makePasskey(options)
    return made.ok ? this.#post<Joined<Session>>('link/passkey', { ...said, credential: made.value }) : made
  }

  joinByApp(said: SaidWithLink, enrolment: string, code: string): Promise<Answer<Joined<Session>>> {
    return this.#post<Joined<Session>>('link/totp', { ...said, enrolment, code })
  }

  /** Gives the signed-in user another role. */
  acceptLink(link: string): Promise<Answer<Session>> {
    return this.#post<Session>('link/accept', { link })
  }

  stepUpMethods(): Promise<Answer<StepUpMethods>> {
    return this.#post<StepUpMethods>('step-up/options')
  }

  async stepUpByPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<Answer<Session>> {
    const shown = await showPasskey(options)
    return shown.ok ? this.#post<Session>('step-up', { credential: shown.value }) : shown
  }

  stepUpByCode(code: string): Promise<Answer<Session>> {
    return this.#post<Session>('step-up', { code })
  }

  /**
   * In a separate window, so that typed input stays. If the user returns without a proof, the operation that needed it
   * reports that.
   */
  async stepUpByProvider(to: string): Promise<Answer<Session>> {
    // Immediately, while the click counts: browsers block windows opened later.
    const other = window.open('about:blank', '_blank')
    const answer = await this.#post<{ readonly url: string }>('oidc', { stepUp: true, to })
    if (!other || !answer.ok) {
      other?.close()
      return answer.ok ? { ok: false, refusal: { kind: 'later', text: say('windowClosed') } } : answer
    }
    // The provider's page cannot access this one.
    other.opener = null
    other.location.replace(answer.value.url)
    const why = await untilShown()
    return why === undefined
      ? this.#get<Session>('session')
      : { ok: false, refusal: { kind: 'later', text: why } }
  }

  /** The user has answered; the waiting operation continues or is refused. */
  answerStepUp(isShown: boolean): void {
    const reported = this.waiting.value
    this.waiting.value = undefined
    reported?.(isShown)
  }

  hasShown(session: Session): void {
    this.presence.value = { state: 'in', session }
    this.answerStepUp(true)
  }

  own(signal: AbortSignal): Promise<Answer<Own>> {
    return this.#get<Own>('own', signal)
  }

  async addPasskey(): Promise<Answer<Own>> {
    const options = await this.#post<PublicKeyCredentialCreationOptionsJSON>('own/passkeys/options')
    if (!options.ok) return options
    const made = await makePasskey(options.value)
    return made.ok ? this.#post<Own>('own/passkeys', { credential: made.value }) : made
  }

  renewCodes(): Promise<Answer<{ readonly recoveryCodes: readonly string[] }>> {
    return this.#post<{ readonly recoveryCodes: readonly string[] }>('own/recovery-codes')
  }

  end(what: 'sessions' | 'passkeys', id: string): Promise<Answer<undefined>> {
    return request<undefined>('DELETE', `${this.base}/own/${what}/${encodeURIComponent(id)}`)
  }

  readonly #leave = (): void => {
    forgetAll()
    this.presence.value = { state: 'out' }
  }

  readonly #askAgain = (): Promise<boolean> =>
    new Promise((reported) => {
      this.waiting.value?.(false)
      this.waiting.value = reported
    })

  #get<Value>(name: string, signal?: AbortSignal): Promise<Answer<Value>> {
    return request<Value>('GET', `${this.base}/${name}`, undefined, signal)
  }

  #post<Value>(name: string, body: object = {}): Promise<Answer<Value>> {
    return request<Value>('POST', `${this.base}/${name}`, body)
  }
}
