/** Where an account's provider is, who we are to it, and what a call to it can come to. */
import type { Instant } from '../../foundation/deps.ts'

export type CallMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Reach {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** The provider's other hosts, by the name that a call gives as its `host`: `payouts`, `tokens`. Each without a slash at its end. */
  readonly otherUrls?: Readonly<Record<string, string>>
  readonly certificate?: { readonly certificate: string; readonly privateKey: string }
  readonly authorities?: string
  /** @returns headers by which a call proves who sends it, made of just what is sent. Not of the call for a token. */
  readonly sign?: (call: SignedCall) => Readonly<Record<string, string>>
}

/** A call as it is about to be sent. */
export interface SignedCall {
  readonly method: CallMethod
  readonly url: string
  /** As the call named it, with its query: beneath the base URL. */
  readonly path: string
  /** Byte for byte; '' where there is none. */
  readonly body: string
  readonly token?: string
  readonly at: Instant
}

/** How a token is asked for. */
export type ProviderTokenRequest = ClientCredentials | OwnTokenRequest

/** OAuth 2.0 by client credentials. */
export interface ClientCredentials {
  readonly path: string
  readonly host?: string
  readonly client: { readonly id: string; readonly secret: string }
  readonly scope?: string
  /** How id and secret are sent. `id`: the certificate proves who asks, and there is no secret. */
  readonly by: 'basic' | 'form' | 'id'
  /** The grant and the scope go in the query, and not in the form. */
  readonly isGrantInQuery?: boolean
}

/** In a manner of the provider's own. */
export interface OwnTokenRequest {
  readonly by: 'own'
  readonly path: string
  readonly host?: string
  readonly headers: (at: Instant) => Readonly<Record<string, string>>
  readonly body: object
  /** @returns undefined where the answer gives none; `lifeSecs` left out: it does not say */
  readonly read: (body: unknown) => GrantedToken | undefined
}

export interface GrantedToken {
  readonly text: string
  readonly lifeSecs?: number
}

export type CallAnswer =
  /** `body`: of JSON, or the text where the call reads text; undefined where there is none. */
  | { readonly type: 'answer'; readonly status: number; readonly body: unknown }
  /** `isUnsent`: nothing of the call has left this machine, for certain. */
  | { readonly type: 'none'; readonly why: string; readonly isUnsent?: true }

export type Answered = Extract<CallAnswer, { type: 'answer' }>
export type Unanswered = Extract<CallAnswer, { type: 'none' }>
