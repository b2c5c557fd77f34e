/**
 * The receiver's bank: the payer's money arrives there, and the bank tells the gateway so, through the feed of that account.
 * It finds the account by what the payer's app has read, never by what the gateway knows of the payin.
 */
import type { Money, Offer } from './offer.ts'

type Transfer = Extract<Offer, { way: 'transfer' }>

/** A receiving account as `GET /admin/accounts` lists it. */
export interface Account {
  readonly id: string
  readonly currencyCode: string
  readonly methods: readonly {
    readonly code: string
    readonly recognisedBy: string
    readonly virtualDigits?: number
    readonly receiving: Readonly<Record<string, string>>
  }[]
}

/** One entry of a statement, as `POST /admin/bank-feeds/{account}/entries` takes it. */
export interface Entry {
  readonly reference: string
  readonly bookedAt: string
  readonly direction: 'CREDIT'
  readonly money: Money
  readonly remittance: string
  /** The clearing's number, where payers get one: India. */
  readonly utr?: string
  readonly sender: { readonly name: string; readonly accountNumber: string }
}

/** Parts of a code that name a service or a kind, and nobody. */
const NO_NAMES = new Set(['service', 'kind', 'flags'])

/** The account that the payer's money reaches, and whether what is sent along with it is passed on. */
export function destination(
  methodCode: string,
  offer: Transfer,
  accounts: readonly Account[],
): { readonly account: Account; readonly passesReference: boolean } | undefined {
  for (const account of accounts) {
    if (account.currencyCode !== offer.money.currencyCode) continue
    for (const method of account.methods) {
      if (method.code !== methodCode || !isMeant(offer, method)) continue
      return { account, passesReference: method.recognisedBy !== 'amount' }
    }
  }
  return undefined
}

function isMeant(
  { payee, words }: Transfer,
  { receiving, virtualDigits }: Account['methods'][number],
): boolean {
  const { tillNumber, accountNumber = '' } = receiving
  const named = Object.entries(payee).filter(([part]) => !NO_NAMES.has(part))
  if (named.length === 0) return tillNumber !== undefined && words.includes(tillNumber)
  const known = new Set(Object.values(receiving))
  return named.every(([part, value]) => {
    if (known.has(part === 'mobile' ? value.replace(/^0066/, '0') : value)) return true
    return part === 'account' && virtualDigits !== undefined && value.startsWith(accountNumber)
  })
}

/** What the bank writes on the statement. The account's number is always there: with virtual ones it tells payers apart. */
export function entryOf(
  offer: Transfer,
  passesReference: boolean,
  {
    reference,
    utr,
    bookedAt,
  }: { readonly reference: string; readonly utr: string; readonly bookedAt: string },
): Entry {
  const { account } = offer.payee
  const words = [
    ...(passesReference ? [offer.reference] : ['TRANSFER']),
    ...(account === undefined ? [] : [`TO ${account}`]),
  ]
  return {
    reference,
    bookedAt,
    direction: 'CREDIT',
    money: offer.money,
    remittance: words.join(' '),
    ...(offer.money.currencyCode === 'INR' && { utr }),
    sender: { name: 'RAIL SIMULATOR', accountNumber: '9999000011' },
  }
}
