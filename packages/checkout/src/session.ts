/**
 * The session of one payment: its ID from the address, its token from the fragment.
 *
 * The token is removed from the address immediately and kept in `sessionStorage` under the payin, so that it survives a reload and the
 * return from a bank, and a copied address reveals nothing. When the payment is final, the token is replaced by what the page needs to show
 * the end again, which is nothing secret.
 */
export interface Claims {
  readonly merchantCode: string
  readonly idPayment?: string
  readonly action?: string
  readonly operations?: readonly string[]
  readonly money?: { readonly amount: number; readonly currencyCode: string }
  readonly returnUrl?: string
}

export interface Session {
  readonly merchantCode: string
  readonly idPayin: string
  readonly token: string
  readonly claims: Claims
  /** Whether the token allows creating the payin; otherwise it can only read its state. */
  readonly mayCreate: boolean
}

/** What is kept after the payment is over. */
export interface Closed {
  readonly merchantName?: string
  readonly status: 'SUCCESS' | 'REFUSED' | 'FAILED'
  readonly amount: number
  readonly currencyCode: string
  readonly failureReasonCode?: string
  readonly returnUrl?: string
}

export type Opening =
  | { readonly type: 'open'; readonly session: Session }
  | { readonly type: 'closed'; readonly closed: Closed }
  | { readonly type: 'no-token' | 'other-payment' }

export interface Place {
  readonly pathname: string
  readonly hash: string
}

export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** For a browser without storage: the page works until it is reloaded. */
export function memory(): Store {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

const keyOf = (merchantCode: string, idPayin: string): string => `sluice:${merchantCode}/${idPayin}`

/** `/pay/{merchantCode}/{idPayin}` */
export function paymentOf(pathname: string): { merchantCode: string; idPayin: string } | undefined {
  const [, pay, merchantCode, idPayin, ...rest] = pathname.split('/')
  if (pay !== 'pay' || !merchantCode || !idPayin || rest.length > 0) return undefined
  return { merchantCode: decodeURIComponent(merchantCode), idPayin: decodeURIComponent(idPayin) }
}

/** Opens the session; a token in the fragment takes precedence over a stored one. */
export function openSession(place: Place, store: Store): Opening {
  const payment = paymentOf(place.pathname)
  if (!payment) return { type: 'no-token' }
  const { merchantCode, idPayin } = payment
  const key = keyOf(merchantCode, idPayin)
  const given = place.hash.replace(/^#/, '')
  const kept = store.getItem(key)
  if (given === '' && kept?.startsWith('{')) return { type: 'closed', closed: JSON.parse(kept) as Closed }
  const token = given || kept || ''
  const claims = claimsOf(token)
  if (!claims) return { type: 'no-token' }
  const isOther = claims.idPayment !== undefined && claims.idPayment !== idPayin
  if (claims.merchantCode !== merchantCode || isOther) return { type: 'other-payment' }
  store.setItem(key, token)
  return {
    type: 'open',
    session: { merchantCode, idPayin, token, claims, mayCreate: mayCreate(claims, idPayin) },
  }
}

/** Removes the token once the payment is over. */
export function closeSession(
  { merchantCode, idPayin }: Pick<Session, 'merchantCode' | 'idPayin'>,
  closed: Closed,
  store: Store,
): void {
  store.setItem(keyOf(merchantCode, idPayin), JSON.stringify(closed))
}

const returnLinkOf = (merchantCode: string, idPayin: string): string => `${keyOf(merchantCode, idPayin)}/back`

/** Keeps the shop's address once the server has sent it, for a reload after the link has expired. */
export const keepReturnLink = (
  { merchantCode, idPayin }: Pick<Session, 'merchantCode' | 'idPayin'>,
  returnUrl: string,
  store: Store,
): void => store.setItem(returnLinkOf(merchantCode, idPayin), returnUrl)

export function keptReturnLink(opening: Opening, store: Store): string | undefined {
  if (opening.type !== 'open') return undefined
  const { merchantCode, idPayin } = opening.session
  return store.getItem(returnLinkOf(merchantCode, idPayin)) ?? undefined
}

/**
 * The address of this page, for banks to return the payer to if the shop has named none. For live merchants the API accepts only https
 * addresses, so a page without https sends none.
 */
export const ownAddress = ({
  protocol,
  origin,
  pathname,
}: Pick<Location, 'protocol' | 'origin' | 'pathname'>) =>
  protocol === 'https:' ? origin + pathname : undefined

/** Whether this payment's checkout is open in this tab, for the return from the sandbox's bank. */
export const isOpenHere = (merchantCode: string, idPayin: string, store: Store): boolean =>
  store.getItem(keyOf(merchantCode, idPayin)) !== null

function mayCreate({ action, operations }: Claims, idPayin: string): boolean {
  if (operations) return operations.some((entry) => entry.startsWith(`POST /payins/${idPayin}`))
  return action === 'PAYIN_CHECKOUT' || action === 'PAYIN_CREATE'
}

/** The token's claims, unverified: only the server verifies them. */
export function claimsOf(token: string): Claims | undefined {
  try {
    const payload = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (each) =>
      each.charCodeAt(0),
    )
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isObject(claims) ? read(claims) : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function read({ sub, idPayment, action, operations, money, returnUrl }: Record<string, unknown>) {
  if (typeof sub !== 'string') return undefined
  const isMoney = isObject(money) && typeof money.currencyCode === 'string'
  return {
    merchantCode: sub,
    ...(typeof idPayment === 'string' && { idPayment }),
    ...(typeof action === 'string' && { action }),
    ...(Array.isArray(operations) && { operations: operations.map(String) }),
    ...(isMoney && { money: { amount: Number(money.amount), currencyCode: String(money.currencyCode) } }),
    ...(typeof returnUrl === 'string' && { returnUrl }),
  }
}
