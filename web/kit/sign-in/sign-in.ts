/**
 * Who is here. The browser's cookie says it, which no script can read; what is known of it here only decides what is shown, and every
 * request is judged anew by the gateway. Each application has one of these, at the address where its people sign in.
 */
import { type Signal, signal } from '@preact/signals'
import { hearSignedOut, hearStepUp, request } from '../http.ts'
import { forgetAll } from '../query.ts'
import type { Answer, Refusal } from '../result.ts'
import { say } from '../texts.ts'
import { makePasskey, showPasskey } from './passkey.ts'
import type { AnySession, Joined, Link, Own, StepUpMethods, Ways } from './protocol.ts'
import { untilShown } from './shown.ts'

export type Presence<Session> =
  | { readonly state: 'asking' }
  | { readonly state: 'out' }
  | { readonly state: 'in'; readonly session: Session }
  | { readonly state: 'unknown'; readonly refusal: Refusal }

/** What is said with a link beside its secret: a name, where the link names nobody. */
export type SaidWithLink = Readonly<Record<'link', string>> & { readonly name?: string }

export class SignIn<Session extends AnySession> {
  /** Before each address: `/sign-in`. */
  readonly base: string
  readonly presence: Signal<Presence<Session>>
  /** Who waits for somebody to show again that it is them: was it shown? */
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
    hearSignedOut(this.#leave)
    hearStepUp(this.#askAgain)
    const answer = await this.#get<Session>('session')
    if (answer.ok) this.enter(answer.value)
    else if (answer.refusal.kind !== 'signed-out')
      this.presence.value = { state: 'unknown', refusal: answer.refusal }
  }

  readonly signOut = async (): Promise<void> => {
    const answer = await this.#post<undefined>('out')
    if (answer.ok) this.#leave()
  }

  signInMethods(): Promise<Answer<Ways>> {
    return this.#get<Ways>('ways')
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

  /** Where the browser is to go; it comes back to this place. */
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

  /** Of somebody who is signed in: one role more. */
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
   * In a window of its own, so that what was typed here stays. Who comes back without having shown anything is told so by what they
   * were about to do.
   */
  async stepUpByProvider(to: string): Promise<Answer<Session>> {
    // At once, while the press of the button counts: browsers let no window open that comes later.
    const other = window.open('about:blank', '_blank')
    const answer = await this.#post<{ readonly url: string }>('oidc', { stepUp: true, to })
    if (!other || !answer.ok) {
      other?.close()
      return answer.ok ? { ok: false, refusal: { kind: 'later', text: say('windowClosed') } } : answer
    }
    // The provider's page reaches nothing of this one.
    other.opener = null
    other.location.replace(answer.value.url)
    const why = await untilShown()
    return why === undefined
      ? this.#get<Session>('session')
      : { ok: false, refusal: { kind: 'later', text: why } }
  }

  /** Whoever was asked has answered; the act that waited goes on, or is refused. */
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
