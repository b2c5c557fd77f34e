/** Where an account's provider is, who we are to it, and what a call to it can come to. */

export interface Reach {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly certificate?: { readonly certificate: string; readonly privateKey: string }
  readonly authorities?: string
}

/** OAuth 2.0 by client credentials. */
export interface ProviderTokenRequest {
  readonly path: string
  readonly client: { readonly id: string; readonly secret: string }
  readonly scope?: string
  /** How id and secret are sent. */
  readonly by: 'basic' | 'form'
}

export type CallAnswer =
  | { readonly type: 'answer'; readonly status: number; readonly body: unknown }
  /** `isUnsent`: nothing of the call has left this machine, for certain. */
  | { readonly type: 'none'; readonly why: string; readonly isUnsent?: true }
