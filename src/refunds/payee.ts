/**
 * Who gets a refund that is paid out: a payee as a payout's method has it.
 *
 * The merchant names one, and then it is checked as a payout's would be; or the payin itself has shown whose account it was. Shown
 * means told by the processor or the bank with the money, never what somebody typed when the payin was made: whoever typed that need
 * not be who paid. What is shown may be cut or masked; then it names nobody.
 */
import { PAYIN_METHODS, PAYOUT_METHODS } from '../catalogue/all-methods.ts'
import { type Currency, offered } from '../catalogue/currencies.ts'
import type { Operator } from '../catalogue/operators.ts'
import type { PayeePlace, PayoutMethod } from '../catalogue/payment-method.ts'
import { type MethodRequest, validateMethodRequest } from '../catalogue/validate-request.ts'
import type { Fault } from '../foundation/faults.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import type { Payment, RefundPayee } from '../payments/model.ts'
import { isBic } from '../processors/bank-file/payee.ts'

/** Where the body has it; the catalogue speaks of `/paymentMethod`. */
const pathOf = (path: string): string => path.replace(/^\/paymentMethod/, '/payee')

const payeeOf = (
  from: RefundPayee['from'],
  { method, operator, fields }: MethodRequest<PayoutMethod>,
): RefundPayee => ({ from, method: method.code, ...(operator && { operator: operator.code }), fields })

/**
 * @param given what stands at `/payee`
 * @param require names of fields that must be there beyond what the method wants
 */
export function readPayee(
  given: unknown,
  currency: Currency,
  from: 'MERCHANT' | 'PAYER',
  require: readonly string[] = [],
): Result<RefundPayee, readonly Fault[]> {
  const read = validateMethodRequest('payout', given, currency.code, { require })
  if (read.ok) return succeed(payeeOf(from, read.value))
  return fail(read.failure.map((fault) => ({ ...fault, path: pathOf(fault.path) })))
}

/** Letters and digits as accounts, phones and addresses of payment have them, and enough of them. */
const WHOLE = /^\+?[0-9A-Za-z][0-9A-Za-z@._ -]{4,63}$/
/** What a bank puts in the place of digits: `XXX-X-X1234`, `****1234`. */
const MASKED = /[*•#]|[xX](?:[xX-]|$)|^[xX]/

const isWhole = (number: string): boolean => WHOLE.test(number) && !MASKED.test(number)

/** What payers pay from: an account with a bank, or a wallet. */
type PaidFrom = Exclude<PayeePlace, 'key'>

/** What such a payin's payer has paid from, as the payin's method says. */
const paidFromOf = (paidBy: string): PaidFrom =>
  PAYIN_METHODS.find(({ code }) => code === paidBy)?.refund.otherwise === 'wallet payout'
    ? 'wallet'
    : 'bank account'

/** The account that money, as that of a payin, was paid from, where enough of it was shown for a payout. */
export const payerOf = (
  payin: Pick<Payment, 'payerAccount' | 'money' | 'method' | 'operator'>,
): RefundPayee | undefined => payeeOfSender(payin, paidFromOf(payin.method))

type Seen = Pick<Payment, 'payerAccount' | 'money' | 'operator'>

/** The same of money of which no payin is known, but what it came from. */
export function payeeOfSender(seen: Seen, paidFrom: PaidFrom): RefundPayee | undefined {
  const { payerAccount, money } = seen
  const { accountName, accountNumber } = payerAccount ?? {}
  if (accountNumber === undefined || !isWhole(accountNumber)) return undefined
  const method = PAYOUT_METHODS.find(
    ({ paysTo, currencies }) => paysTo === paidFrom && currencies.has(money.currency),
  )
  const rules = method?.currencies.get(money.currency)
  if (!method || !rules) return undefined
  const { operator, bankCode } = bankOf(seen, paidFrom, rules.operatorByCode)
  const read = validateMethodRequest(
    'payout',
    {
      paymentMethodCode: method.code,
      ...(operator !== undefined && { paymentOperatorCode: operator }),
      account: {
        accountNumber,
        ...(accountName !== undefined && { accountName }),
        ...(bankCode !== undefined && { bankCode }),
      },
      ...(paidFrom === 'wallet' && { phoneNumber: accountNumber }),
    },
    money.currency,
  )
  return read.ok ? payeeOf('PAYIN', read.value) : undefined
}

/**
 * The bank or wallet that the account is with, as a payout names it: as it was seen of the payment. Of a bank's name in words nothing is
 * made.
 *
 * What a payin was ordered with is whatever its payer chose. A bank that was chosen there need not be the one that paid, and the same
 * number with another bank is somebody else's account, perhaps one that was opened for it: so it names nobody's bank, and the payer is
 * asked by a claim. Of a wallet it does: its rail takes the money from the very wallet that was asked, and the number is the payer's own
 * phone.
 */
function bankOf(
  { payerAccount, money, operator }: Seen,
  paidFrom: PaidFrom,
  operators: ReadonlyMap<string, Operator>,
): { readonly operator?: string; readonly bankCode?: string } {
  const { bankCode, bankName } = payerAccount ?? {}
  for (const seen of [bankCode, bankName]) {
    if (seen === undefined) continue
    if (operators.has(seen)) return { operator: seen }
    if (!isBic(seen, offered(money.currency).country)) continue
    const [bank] = [...operators.values()].filter(({ facts }) => facts?.bic === seen)
    return bank ? { operator: bank.code } : { bankCode: seen }
  }
  if (bankCode !== undefined) return { bankCode }
  return paidFrom === 'wallet' && operator !== undefined && operators.has(operator) ? { operator } : {}
}
