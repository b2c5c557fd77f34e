/**
 * Payins by the Payments API: a transaction of type DB for each, found by our reference.
 *
 * Peach has no idempotency: a repeated request is another transaction with the same reference. So a later try first looks for what
 * exists, once the first has certainly ended. All transactions of the reference belong to the payin, and each that succeeded is money for
 * it. One whose page was never shown cannot be paid.
 *
 * Peach says that a rejected, cancelled or uncertain transaction may still succeed, so the payin stays open until it expires.
 */
import { timeOnly } from '@sluice/core/foundation/instants.ts'
import { isAmountOf } from '@sluice/provider-kit/amounts.ts'
import { declined, IN_PROGRESS, onlyRequested, readAs, unclear } from '@sluice/provider-kit/answers.ts'
import { accepted, factOf, known } from '@sluice/provider-kit/findings.ts'
import type {
  OrderAnswer,
  OrderFindings,
  ProviderFact,
  ProviderOrder,
  Unclear,
} from '@sluice/provider-kit/provider.ts'
import { sinceLastTryMs } from '@sluice/provider-kit/tries.ts'
import { digits, get, LAST_HAS_ENDED_MS, odd, type PeachContext, post, refusalOf } from './calls.ts'
import { brandOf, needsPage, payerOf } from './methods.ts'
import { codeIn, PeachTransaction, TransactionList } from './read.ts'
import { isMissing, type Outcome, outcomeOf, refusalReason } from './results.ts'

/** How many pages are requested at most if all answers are lost. */
const MOST_TRANSACTIONS = 3

type Listed = { readonly type: 'listed'; readonly transactions: readonly PeachTransaction[] } | Unclear

/** All transactions of one reference. None: Peach does not know it. */
export async function transactionsOf(
  context: PeachContext,
  reference: string,
  order: Pick<ProviderOrder, 'payment'>,
): Promise<Listed> {
  const requested = { operation: 'read', payment: order.payment }
  const answer = await get(context, requested, reference)
  if (answer.type === 'none') return unclear(answer.why)
  if (answer.status === 200) {
    const list = readAs(TransactionList, answer.body)
    if (!list) return unclear('a list of transactions in another form')
    // Other references are not ours.
    const ours = list.payments.filter((each) => each.merchantTransactionId === reference)
    return { type: 'listed', transactions: ours }
  }
  const code = codeIn(answer.body)
  if (answer.status === 404 && code !== undefined && isMissing(code))
    return { type: 'listed', transactions: [] }
  return odd(answer)
}

/** The simulator's successes count in the sandbox only. */
export function outcomeIn({ settings }: PeachContext, { result }: PeachTransaction): Outcome | undefined {
  const outcome = outcomeOf(result.code)
  return outcome === 'simulated' && settings.isSandbox ? 'paid' : outcome
}

const isOf = (order: ProviderOrder, transaction: PeachTransaction): boolean =>
  transaction.paymentType === 'DB' &&
  (transaction.merchantTransactionId ?? order.reference) === order.reference &&
  isAmountOf(order.payment.money, transaction.amount, transaction.currency)

export async function acceptPayin(context: PeachContext, order: ProviderOrder): Promise<OrderAnswer> {
  if (order.isFirst) return create(context, order)
  const listed = await transactionsOf(context, order.reference, order)
  if (listed.type === 'unclear') return onlyRequested(listed)
  const { transactions } = listed
  if (transactions.some((each) => !isOf(order, each)))
    return unclear('a transaction under our reference that is not the one requested')
  const known = transactions.map((each) => taken(order, each)).find((each) => each !== undefined)
  if (known) return known
  if (sinceLastTryMs(order, context.clock.now()) < LAST_HAS_ENDED_MS) return IN_PROGRESS
  if (transactions.length >= MOST_TRANSACTIONS) return unclear('several transactions, none with a page')
  return create(context, order)
}

/** @returns undefined if the payer needs a page and this transaction has none */
function taken({ payment }: ProviderOrder, transaction: PeachTransaction): OrderAnswer | undefined {
  const pageUrl = pageOf(transaction)
  if (pageUrl === undefined && needsPage(payment.method)) return undefined
  const { id, result, transactionExpiryTimestamp: until } = transaction
  const expireAt = timeOnly(until ?? '')
  const answer = accepted(id, result.code, pageUrl === undefined ? {} : { pageUrl })
  return expireAt === undefined ? answer : { ...answer, expireAt }
}

/** A page that a link opens. One that needs a form does not count. */
function pageOf({ redirect }: PeachTransaction): string | undefined {
  if (!redirect || (redirect.method ?? 'GET') !== 'GET' || !URL.canParse(redirect.url)) return undefined
  const url = new URL(redirect.url)
  for (const { name, value } of redirect.parameters ?? []) url.searchParams.append(name, value)
  return url.href
}

async function create(context: PeachContext, order: ProviderOrder): Promise<OrderAnswer> {
  const { payment, reference } = order
  const { settings } = context
  const paymentBrand = brandOf(payment.method, settings.brands)
  const payer = payerOf(payment)
  if (!paymentBrand) return declined('METHOD', 'no payment brand of the account supports it')
  if ('type' in payer) return payer
  const answer = await post(
    context,
    { operation: 'create', payment },
    {
      merchantTransactionId: reference,
      amount: digits(payment),
      currency: 'ZAR',
      paymentBrand,
      paymentType: 'DB',
      shopperResultUrl: returnUrlOf(order, settings.returnUrl),
      ...payer,
      ...(settings.isSandbox && { customParameters: { enableTestMode: 'true' } }),
    },
  )
  const transaction = answer.type === 'answer' ? readAs(PeachTransaction, answer.body) : undefined
  if (!transaction || answer.type === 'none' || answer.status > 299) return refusalOf(answer)
  if (!isOf(order, transaction)) return unclear('a transaction that is not the one requested')
  switch (outcomeIn(context, transaction)) {
    case 'open':
    case 'paid':
      return taken(order, transaction) ?? unclear('a transaction without a page that a link opens')
    case 'rejected': {
      const reason = refusalReason(transaction.result.code)
      // No page was shown and there is none, so the payer cannot pay it.
      if (reason !== undefined && !transaction.redirect) return { type: 'refused', reason }
      return taken(order, transaction) ?? unclear(`a transaction that is ${transaction.result.code}`)
    }
    case 'simulated':
    case 'other':
    case undefined:
      return odd(answer)
  }
}

/** Peach accepts web pages only, no apps. */
function returnUrlOf({ payment: { id, request } }: ProviderOrder, usual: string): string {
  const text = request.returnUrl ?? usual
  const url = new URL(/^https?:\/\//.test(text) && text.length <= 1_900 ? text : usual)
  url.searchParams.set('idPayin', id)
  return url.href
}

export async function findPayin(context: PeachContext, order: ProviderOrder): Promise<OrderFindings> {
  const listed = await transactionsOf(context, order.reference, order)
  if (listed.type === 'unclear') return listed
  const debits = listed.transactions.filter(({ paymentType }) => paymentType === 'DB')
  const [first] = debits
  if (!first) return { type: 'never' }
  if (debits.some((each) => !isOf(order, each)))
    return unclear('a transaction under our reference that is not the one requested')
  const reported = debits.map((each) => reportedBy(context, order, each))
  const facts = reported.filter((each) => typeof each === 'object')
  const unlisted = debits[reported.indexOf('unlisted')]
  if (unlisted && facts.length === 0) return { type: 'unlisted', statusCode: unlisted.result.code }
  const processorStatus = facts[0]?.processorStatus ?? first.result.code
  return known(processorStatus, facts)
}

/** What one transaction means for the payin. */
function reportedBy(
  context: PeachContext,
  { payment }: ProviderOrder,
  transaction: PeachTransaction,
): ProviderFact | 'open' | 'unlisted' {
  const { id, result } = transaction
  switch (outcomeIn(context, transaction)) {
    case undefined:
      return 'unlisted'
    case 'paid':
      // Its amount was compared with the payin's.
      return factOf(id, result.code, { type: 'paid', received: payment.money }, { transaction: id })
    case 'open':
    case 'other':
    case 'rejected':
    case 'simulated':
      return 'open'
  }
}
