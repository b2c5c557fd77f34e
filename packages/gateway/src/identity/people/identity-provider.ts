/**
 * A company's identity provider (OpenID Connect, by `openid-client`): where to send a browser, and what its answer proves.
 *
 * A person is accepted only if the configured issuer named them, to us (audience), in answer to this same request (state, nonce,
 * PKCE, and `iss` if the provider sends it), in a token with valid signature and times. Only issuer and subject identify a
 * person, because names and mail addresses can be chosen. None of the provider's tokens are stored. The library is loaded at the
 * first sign-in.
 */
import type { AddressPolicy, Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { errorCode } from '@sluice/core/foundation/errors.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Configuration, CustomFetch, IDToken, ServerMetadata } from 'openid-client'
import { NEW_OPERATOR_NAME } from '../operators/new-names.ts'
import type { OperatorRole } from '../operators/rights.ts'
import { type GroupRole, roleOf } from './group-roles.ts'

export interface IdentityProviderSettings {
  readonly issuer: string
  /** Our ID at the provider, and the only audience that we accept. */
  readonly clientId: string
  /** Undefined if PKCE alone proves that the answer is ours. */
  readonly clientSecret: string | undefined
  /** Shown on the button. */
  readonly name: string
  readonly scope: string
  /** The claim of the ID token that holds the groups. */
  readonly claim: string
  readonly roles: readonly GroupRole[]
}

/** What a browser keeps while it is at the provider, to check the answer against. */
export interface ProviderQuestion {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly redirectUri: string
}

/** A person whom the provider has identified. */
export interface Vouched {
  readonly issuer: string
  readonly subject: string
  /** Their name here; undefined if the provider sends none that can be used. */
  readonly name: string | undefined
  /** Undefined if none of their groups grants a role. */
  readonly role: OperatorRole | undefined
  /** When they last proved their identity to the provider; undefined if it does not say. */
  readonly provedAt: Instant | undefined
}

const FOUND_LASTS_MS = 3_600_000
const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 512 * 1024
const MAX_NAME = 256

type Library = typeof import('openid-client')

export class IdentityProvider {
  readonly settings: IdentityProviderSettings
  readonly #deps: Pick<Deps, 'clock' | 'network' | 'log'>
  readonly #guard: AddressPolicy
  #found: { readonly configuration: Configuration; readonly at: Instant } | undefined
  #finding: Promise<Configuration> | undefined

  constructor(
    settings: IdentityProviderSettings,
    deps: Pick<Deps, 'clock' | 'network' | 'log'>,
    guard: AddressPolicy,
  ) {
    this.settings = settings
    this.#deps = deps
    this.#guard = guard
  }

  /**
   * The address to send the browser to.
   * @param isAnew whether the person must prove their identity again, whatever the provider remembers
   */
  async addressFor(
    { state, nonce, verifier, redirectUri }: ProviderQuestion,
    isAnew: boolean,
  ): Promise<Result<string, 'UNREACHABLE'>> {
    const library = await import('openid-client')
    try {
      const configuration = await this.#configuration(library)
      const address = library.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: this.settings.scope,
        response_type: 'code',
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isAnew && { prompt: 'login', max_age: '0' }),
      })
      return succeed(address.href)
    } catch (error) {
      this.#logFailure(error)
      return fail('UNREACHABLE')
    }
  }

  /** @param answer the parameters that the browser brought back, limited to those of an answer */
  async prove(
    { redirectUri, state, nonce, verifier }: ProviderQuestion,
    answer: Readonly<Record<string, string>>,
  ): Promise<Result<Vouched, 'NOT_PROVED'>> {
    const library = await import('openid-client')
    try {
      const configuration = await this.#configuration(library)
      const address = new URL(redirectUri)
      address.search = new URLSearchParams(answer).toString()
      const tokens = await library.authorizationCodeGrant(configuration, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      return claims ? succeed(this.#vouched(claims)) : fail('NOT_PROVED')
    } catch (error) {
      this.#logFailure(error)
      return fail('NOT_PROVED')
    }
  }

  #vouched(claims: IDToken): Vouched {
    const { clock } = this.#deps
    const { iss: issuer, sub: subject, auth_time: provedSecs } = claims
    return {
      issuer,
      subject,
      name: nameIn(claims),
      role: roleOf(reportedIn(claims, this.settings.claim), this.settings.roles),
      provedAt: provedSecs === undefined ? undefined : Math.min(provedSecs * 1_000, clock.now()),
    }
  }

  /** Requested only once, however many sign-ins begin before the provider has answered. */
  async #configuration(library: Library): Promise<Configuration> {
    const { clock } = this.#deps
    if (this.#found && clock.now() - this.#found.at < FOUND_LASTS_MS) return this.#found.configuration
    this.#finding ??= this.#find(library).finally(() => {
      this.#finding = undefined
    })
    return this.#finding
  }

  async #find(library: Library): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.settings
    const execute = [library.enableNonRepudiationChecks]
    // Only on the machine itself: `SLUICE_OIDC_ISSUER` accepts no other address without TLS.
    if (issuer.startsWith('http:')) execute.push(library.allowInsecureRequests)
    const configuration = await library.discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret === undefined ? library.None() : secretBy(library, clientSecret),
      { execute, [library.customFetch]: this.#fetch },
    )
    this.#found = { configuration, at: this.#deps.clock.now() }
    return configuration
  }

  readonly #fetch: CustomFetch = async (url, { method, headers, body }) => {
    const answer = await this.#deps.network.request({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { ...headers },
      ...(body !== undefined && body !== null && { body: String(body) }),
      timeoutMs: TIMEOUT_MS,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      guard: this.#guard,
    })
    if (!answer.ok) throw new Error(answer.detail)
    const { status, headers: reported, body: text } = answer
    return new Response(text === '' ? null : text, { status, headers: reported })
  }

  /** Logs what went wrong, without anything that was sent: a description may hold names and codes. */
  #logFailure(error: unknown): void {
    const name = error instanceof Error ? error.name : 'none'
    const code = errorCode(error)
    this.#deps.log.warn({ error: name, code }, 'the identity provider did not confirm an identity')
  }
}

/** As the provider accepts it: in the header, which every provider must support that declares nothing, or in the body. */
const secretBy =
  (library: Library, secret: string) =>
  (...given: Parameters<ReturnType<Library['ClientSecretPost']>>): void => {
    const [{ token_endpoint_auth_methods_supported: known }]: readonly [ServerMetadata, ...unknown[]] = given
    const takesHeader = known === undefined || known.includes('client_secret_basic')
    const by = takesHeader ? library.ClientSecretBasic(secret) : library.ClientSecretPost(secret)
    by(...given)
  }

/** An unverified mail address proves nothing. */
const isVerified = ({ email_verified }: IDToken): boolean => email_verified === true

const reportedIn = (claims: IDToken, claim: string): unknown =>
  claim === 'email' && !isVerified(claims)
    ? undefined
    : Object.hasOwn(claims, claim)
      ? claims[claim]
      : undefined

function nameIn(claims: IDToken): string | undefined {
  const reported = [claims.preferred_username, isVerified(claims) ? claims.email : undefined, claims.name]
  return reported
    .flatMap((name) => (typeof name === 'string' && name.length <= MAX_NAME ? [name.normalize('NFKC')] : []))
    .find((name) => NEW_OPERATOR_NAME.test(name))
}
