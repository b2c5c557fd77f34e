/** A merchant's list of its payments, newest first. The same for payins, payouts and refunds. */
import { type PaymentKind, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { METHOD_STATUSES, STATUSES, type Status } from '@sluice/core/payment/transitions.ts'
import {
  LOOK_AT_MOST,
  type PageQuery,
  type PaymentPage,
  readPage,
  WITHOUT_OPERATOR,
} from '../payments/paging.ts'
import { listOf } from './caller.ts'
import type { AnyCall } from './endpoint.ts'
import { currencyFilter, methodFilter, operatorFilter, statusFilter } from './filters.ts'
import { queryIn } from './list-endpoints.ts'
import { BY_KEY, type Page, pageOf, pageThatStopped, type Query } from './pages.ts'

const isStatus = (text: string): text is Status => STATUSES.some((status) => status === text)

export const statusesOf = (value: unknown): readonly Status[] => listOf(value).filter(isStatus)

export const StatusParameter = statusFilter(METHOD_STATUSES)

const NARROWED = `With this filter a page reads at most ${LOOK_AT_MOST} payments, so it can be short or empty although there is a next page.`

/** The groups of a report: with these and its `from` and `to`, the rows behind each of its numbers can be listed. */
export const GROUP_PARAMETERS = {
  currencyCode: currencyFilter(NARROWED),
  paymentMethodCode: methodFilter(NARROWED),
  paymentOperatorCode: operatorFilter(`\`${WITHOUT_OPERATOR}\`: payments without one. ${NARROWED}`),
}

/** The values were checked with the query. */
export function groupIn(query: Query): Pick<PageQuery, 'currency' | 'method' | 'operator'> {
  const text = (name: keyof typeof GROUP_PARAMETERS): string | undefined => {
    const { [name]: value } = query
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    currency: text('currencyCode'),
    method: text('paymentMethodCode'),
    operator: text('paymentOperatorCode'),
  }
}

interface ListedPayments<Body> {
  readonly kind: PaymentKind
  /** A payment as a read shows it. */
  readonly body: (payment: Payment) => Body
  /** The few payments that match a filter of this list alone, newest first; undefined if it filters nothing. */
  readonly among?: readonly Payment[] | undefined
}

/** A page of the caller's payments. @throws ProblemError 400 */
export async function paymentPage<Body>(
  call: AnyCall,
  { kind, body, among }: ListedPayments<Body>,
): Promise<Page<Body>> {
  const { from, to, after, limit } = call.page(BY_KEY)
  const requested = queryIn(call.request)
  const query: PageQuery = {
    merchantId: call.caller.profile.merchantCode,
    kind,
    statuses: statusesOf(requested.status),
    ...groupIn(requested),
    from,
    to,
    after: after?.[0] === undefined ? undefined : paymentKey(after[0]),
    limit: limit + 1,
  }
  const { payments, stoppedAt }: PaymentPage = among
    ? { payments: pageAmong(among, query), stoppedAt: undefined }
    : await readPage(call.gateway.database, query)
  const page = pageOf(payments, limit, ({ key }) => [key], body)
  return pageThatStopped(page, stoppedAt && [stoppedAt])
}

/** As `readPage`, for payments in memory. */
const pageAmong = (
  payments: readonly Payment[],
  { statuses, currency, method, operator, from, to, after, limit }: PageQuery,
): readonly Payment[] =>
  payments
    .filter(
      ({ status, createdAt, key, ...payment }) =>
        (statuses.length === 0 || statuses.includes(status)) &&
        (currency === undefined || payment.money.currency === currency) &&
        (method === undefined || payment.method === method) &&
        (operator === undefined || (payment.operator ?? WITHOUT_OPERATOR) === operator) &&
        (from === undefined || createdAt >= from) &&
        (to === undefined || createdAt < to) &&
        (after === undefined || key < after),
    )
    .slice(0, limit)
