/** The payments behind a number of a report: the filters of the list that shows exactly those. Pure. */

/** The columns that count payments. */
export const COUNTED = ['created', 'succeeded', 'failed', 'refused', 'expired', 'open'] as const
export type Counted = (typeof COUNTED)[number]

const STATUSES: Readonly<Record<Counted, string | undefined>> = {
  created: undefined,
  succeeded: 'SUCCESS',
  failed: 'FAILED',
  refused: 'REFUSED',
  expired: 'EXPIRED',
  open: 'NEW,PENDING,AWAITING_PAYEE',
}

/** The grouping of a row, in the reports' names. */
export interface Group {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly merchantCode?: string | undefined
  readonly kind?: string | undefined
  readonly currencyCode?: string | undefined
  readonly paymentMethodCode?: string | undefined
  readonly paymentOperatorCode?: string | undefined
}

/** @param isByOperator the row is about one payment operator, or about payments without one */
export function rowsBehind(
  { from, to, merchantCode, kind, currencyCode, paymentMethodCode, paymentOperatorCode }: Group,
  count: Counted,
  isByOperator = false,
): Readonly<Record<string, string | undefined>> {
  return {
    ...{ from, to, merchantCode, kind, currencyCode, paymentMethodCode },
    paymentOperatorCode: paymentOperatorCode ?? (isByOperator ? '~none' : undefined),
    status: STATUSES[count],
  }
}
