/** Where an account's provider is, how we identify ourselves, and what a call can result in. */
import type { Instant } from '@sluice/core/foundation/deps.ts'

export type CallMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Reach {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** Other hosts of the provider, by the name that a call gives as its `host`: `payouts`, `tokens`. Without trailing slashes. */
  readonly otherUrls?: Readonly<Record<string, string>>
  readonly certificate?: { readonly certificate: string; readonly privateKey: string }
  readonly authorities?: string
  /** @returns headers that authenticate a call, made from exactly what is sent. Not used for the token call */
  readonly sign?: (call: SignedCall) => Readonly<Record<string, string>>
}

/** A call that is about to be sent. */
export interface SignedCall {
  readonly method: CallMethod
  readonly url: string
  /** As the call named it, with its query, below the base URL. */
  readonly path: string
  /** The exact text sent; '' if there is none. */
  readonly body: string
  readonly token?: string
  readonly at: Instant
}

/** How a token is requested. */
export type ProviderTokenRequest = ClientCredentials | OwnTokenRequest

/** OAuth 2.0, client credentials. */
export interface ClientCredentials {
  readonly path: string
  readonly host?: string
  readonly client: { readonly id: string; readonly secret: string }
  readonly scope?: string
  /** How ID and secret are sent. `id`: the client certificate is the proof, and there is no secret. */
  readonly by: 'basic' | 'form' | 'id'
  /** Grant type and scope go into the query instead of the form. */
  readonly isGrantInQuery?: boolean
}

/** The provider's own kind of token request. */
export interface OwnTokenRequest {
  readonly by: 'own'
  readonly path: string
  readonly host?: string
  readonly headers: (at: Instant) => Readonly<Record<string, string>>
  readonly body: object
  /** @returns undefined if the answer has no token; without `lifeSecs` if it does not say how long it lasts */
  readonly read: (body: unknown) => GrantedToken | undefined
}

export interface GrantedToken {
  readonly text: string
  readonly lifeSecs?: number
}

export type CallAnswer =
  /** `body`: the JSON, or the text if the call reads text; undefined if there is none. */
  | { readonly type: 'answer'; readonly status: number; readonly body: unknown }
  /** `isUnsent`: certainly nothing of the call has left this machine. */
  | { readonly type: 'none'; readonly why: string; readonly isUnsent?: true }

export type Answered = Extract<CallAnswer, { type: 'answer' }>
export type Unanswered = Extract<CallAnswer, { type: 'none' }>
