/** Declares what accounts serve. Pure. */
import type { WireService } from '@sluice/core/processor/connector-protocol.ts'

type Kind = WireService['kind']

export interface ServiceTerms extends Pick<WireService, 'min' | 'max' | 'deadlineSecs'> {
  /** The payment operators that it serves. Left out: all, or none needs to be chosen. */
  readonly operators?: readonly string[] | undefined
}

/** Kinds that send money: refunds are those that are paid out. */
export const PAID_OUT: readonly Kind[] = ['payout', 'refund']
export const PAID_OUT_OR_SETTLED: readonly Kind[] = [...PAID_OUT, 'settlement']

/** What serves these methods and currencies: one service for each kind. */
export const services = (
  kinds: readonly Kind[],
  methods: string | readonly string[],
  currencies: string | readonly string[],
  { operators, ...terms }: ServiceTerms = {},
): readonly WireService[] =>
  kinds.map((kind) => ({
    kind,
    paymentMethodCodes: [methods].flat(),
    currencyCodes: [currencies].flat(),
    ...(operators && { paymentOperatorCodes: [...operators] }),
    ...terms,
  }))
