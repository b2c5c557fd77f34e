/**
 * The session of one payment: its name from the address, its token from the fragment.
 *
 * The token is taken out of the address at once and kept in `sessionStorage` under the payin, so that a reload and the way back
 * from a bank find it, and a copied address gives nothing away. When the payment is final it is removed; what the page needs to
 * show the end again, and nothing secret, takes its place.
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
  /** Whether the token allows creating the payin; otherwise its state is all there is to see. */
  readonly mayCreate: boolean
}

/** What is left when a payment is over. */
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

/** For a browser that keeps nothing: the page works until it is reloaded. */
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

/** Opens the session; a token in the fragment comes before one that is kept. */
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

/** The payment is over: the token goes. */
export function closeSession(
  { merchantCode, idPayin }: Pick<Session, 'merchantCode' | 'idPayin'>,
  closed: Closed,
  store: Store,
): void {
  store.setItem(keyOf(merchantCode, idPayin), JSON.stringify(closed))
}

const returnLinkOf = (merchantCode: string, idPayin: string): string => `${keyOf(merchantCode, idPayin)}/back`

/** The shop's address, once the server has sent it: for a link that is no longer good when this page is loaded again. */
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
 * Where a bank sends the payer back to whose shop has named no address: here. The API takes addresses over https only from live
 * merchants, so a page without it names none.
 */
export const ownAddress = ({
  protocol,
  origin,
  pathname,
}: Pick<Location, 'protocol' | 'origin' | 'pathname'>) =>
  protocol === 'https:' ? origin + pathname : undefined

/** Is this payment's checkout open in this tab? For the way back from the sandbox's bank. */
export const isOpenHere = (merchantCode: string, idPayin: string, store: Store): boolean =>
  store.getItem(keyOf(merchantCode, idPayin)) !== null

function mayCreate({ action, operations }: Claims, idPayin: string): boolean {
  if (operations) return operations.some((entry) => entry.startsWith(`POST /payins/${idPayin}`))
  return action === 'PAYIN_CHECKOUT' || action === 'PAYIN_CREATE'
}

/** What the token says of itself. Proves nothing: the server does. */
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
