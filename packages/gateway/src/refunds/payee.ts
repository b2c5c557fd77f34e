/**
 * The payee of a refund that is paid out, in the form of a payout method.
 *
 * The merchant names one, which is checked like a payout's payee, or the payin itself has shown the payer's account.
 * Shown means reported by the processor or the bank together with the money, never what was entered when the payin was
 * created, because that person need not be the payer. A shown account may be cut off or masked; then it is not used.
 */
import { PAYIN_METHODS, PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import { type Currency, offered } from '@sluice/core/catalogue/currencies.ts'
import type { Operator } from '@sluice/core/catalogue/operators.ts'
import type { PayeePlace, PayoutMethod } from '@sluice/core/catalogue/payment-method.ts'
import { type MethodRequest, validateMethodRequest } from '@sluice/core/catalogue/validate-request.ts'
import type { Fault } from '@sluice/core/foundation/faults.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Payment, RefundPayee } from '@sluice/core/payment/model.ts'
import { isBic } from '../processors/bank-file/payee.ts'

/** The body has it at `/payee`; the catalogue's faults say `/paymentMethod`. */
const pathOf = (path: string): string => path.replace(/^\/paymentMethod/, '/payee')

const payeeOf = (
  from: RefundPayee['from'],
  { method, operator, fields }: MethodRequest<PayoutMethod>,
): RefundPayee => ({ from, method: method.code, ...(operator && { operator: operator.code }), fields })

/**
 * @param given the value at `/payee`
 * @param require names of fields that are mandatory beyond the method's own
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

/** Characters and lengths of account numbers, phone numbers and payment addresses. */
const WHOLE = /^\+?[0-9A-Za-z][0-9A-Za-z@._ -]{4,63}$/
/** Masked digits as banks write them: `XXX-X-X1234`, `****1234`. */
const MASKED = /[*•#]|[xX](?:[xX-]|$)|^[xX]/

const isWhole = (number: string): boolean => WHOLE.test(number) && !MASKED.test(number)

/** What payers pay from: a bank account, or a wallet. */
type PaidFrom = Exclude<PayeePlace, 'key'>

/** What the payer of such a payin has paid from, by the payin's method. */
const paidFromOf = (paidBy: string): PaidFrom =>
  PAYIN_METHODS.find(({ code }) => code === paidBy)?.refund.otherwise === 'wallet payout'
    ? 'wallet'
    : 'bank account'

/** The account that a payin was paid from, if enough of it was shown for a payout. */
export const payerOf = (
  payin: Pick<Payment, 'payerAccount' | 'money' | 'method' | 'operator'>,
): RefundPayee | undefined => payeeOfSender(payin, paidFromOf(payin.method))

type Seen = Pick<Payment, 'payerAccount' | 'money' | 'operator'>

/** The same for money without a known payin. */
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
 * The payee's bank or wallet as a payout names it, from what was seen of the payment. A bank's name in words is not
 * used.
 *
 * The bank with which a payin was ordered is only the payer's choice. Another bank may have paid, and the same account
 * number at another bank belongs to somebody else, perhaps opened for this purpose. So it is not used for bank
 * accounts, and the payer gets a claim link. For wallets it is used: the rail takes the money from the wallet that was
 * requested, and the number is the payer's phone number.
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
