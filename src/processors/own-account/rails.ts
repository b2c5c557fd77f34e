/**
 * Which methods money on an own account can be recognised for, and by what. Pure. Whether a method can be served on one at all, and
 * what its details must look like there, the method's file says.
 */

import { chooseVariant, PAYIN_METHODS, payinMethods } from '../../catalogue/all-methods.ts'
import type { CheckDigit } from '../../catalogue/identifiers/identifier.ts'
import type { PayinMethod, PayinRules, Receiving } from '../../catalogue/payment-method.ts'
import type { Recognition, ServedMethod, StillShown } from './account.ts'

/** The method that an account means: of two with one code the one that its operators name. */
export const methodServed = ({ code, operators }: Pick<ServedMethod, 'code' | 'operators'>) =>
  chooseVariant(payinMethods(code), operators?.[0])

/** By what money may be recognised, the usual first; none: an own account can not serve it. */
export function recognitionsOf(method: PayinMethod, rules: PayinRules): readonly Recognition[] {
  if (method.ownAccount === 'never') return []
  const byAmount: readonly Recognition[] = method.moneyRequired === 'never' ? [] : ['amount']
  switch (rules.matchedBy) {
    case 'amount':
      return ['amount', 'reference']
    // An account of one's own is the same for everyone, unless the bank gives out numbers; then each payin has one.
    case 'account':
      return byAmount.length > 0 ? ['amount', 'account', 'reference'] : ['account']
    case 'external-reference':
      return ['external-reference']
    // Here nobody but the statement tells: it has to show the reference.
    case 'scheme':
    case 'reference':
      return ['reference', ...byAmount]
  }
}

/** The detail that is missing for payments to carry a reference; undefined where they do. */
function missingForReference({ ownAccount }: PayinMethod, receiving: Receiving): string | undefined {
  const needed = typeof ownAccount === 'string' ? undefined : ownAccount.referenceNeeds
  return needed !== undefined && receiving[needed] === undefined ? needed : undefined
}

/** How money is recognised where the operator did not say. */
export function usualRecognition(
  method: PayinMethod,
  rules: PayinRules,
  { receiving, virtualDigits }: { readonly receiving: Receiving; readonly virtualDigits: number | undefined },
): Recognition | undefined {
  const possible = recognitionsOf(method, rules)
  if (virtualDigits !== undefined) return possible.find((each) => each === 'account')
  return possible.find((each) => each !== 'reference' || missingForReference(method, receiving) === undefined)
}

/** Why money can not be recognised this way, or undefined where it can. */
export function recognitionFault(
  method: PayinMethod,
  rules: PayinRules,
  { receiving, recognisedBy }: { readonly receiving: Receiving; readonly recognisedBy: Recognition },
): string | undefined {
  const possible = recognitionsOf(method, rules)
  if (!possible.includes(recognisedBy)) {
    return `must be one of ${possible.join(', ')} for ${method.object} in ${rules.currency.code}`
  }
  const missing = missingForReference(method, receiving)
  if (recognisedBy === 'reference' && missing !== undefined) {
    return `cannot be reference: without receiving.${missing} payments carry none; give it, or recognise them by amount`
  }
  return undefined
}

/**
 * Why these methods can not share an account, or undefined where they can: a payer who should have sent a reference, and did
 * not, may have paid the very amount that is another payin's own, and would make the wrong one a SUCCESS. A virtual number can
 * not be left out of a transfer, so it goes with either.
 */
export function mixtureFault(
  methods: readonly Pick<ServedMethod, 'code' | 'recognisedBy'>[],
): string | undefined {
  const byAmount = methods.find(({ recognisedBy }) => recognisedBy === 'amount')
  const byWords = methods.find(
    ({ recognisedBy }) => recognisedBy === 'reference' || recognisedBy === 'external-reference',
  )
  if (!byAmount || !byWords) return undefined
  return (
    `cannot have ${byAmount.code} recognised by amount beside ${byWords.code} by ${byWords.recognisedBy}: whoever leaves ` +
    `the reference out may pay the amount that is another payin's own. Register a second receiving account, with a ` +
    `statement of its own, for one of them`
  )
}

/**
 * Why an account can not come to serve these methods yet: the same mixture, one after the other. Payers pay what they were shown,
 * whatever the account serves by then.
 */
export function changeoverFault(
  methods: readonly Pick<ServedMethod, 'code' | 'recognisedBy'>[],
  { byAmount, byReference }: StillShown,
): string | undefined {
  const clashing = methods.find(({ recognisedBy }) =>
    recognisedBy === 'amount'
      ? byReference
      : (recognisedBy === 'reference' || recognisedBy === 'external-reference') && byAmount,
  )
  if (!clashing) return undefined
  const [shown, danger] =
    clashing.recognisedBy === 'amount'
      ? ['a reference', "whoever leaves it out may pay the amount that is a new payin's own"]
      : ['an amount of their own', 'whoever leaves the new reference out may pay it']
  return (
    `cannot have ${clashing.code} recognised by ${clashing.recognisedBy} yet: payins that were shown ${shown} are open here, or closed ` +
    `less than 72 hours ago, and ${danger}. Pause the account until then, or register a second receiving account`
  )
}

/** How the method's account numbers end in this currency where they end in a check digit. */
export function checkDigitOf({ receiving }: PayinRules): CheckDigit | undefined {
  const number = receiving.find(({ name }) => name === 'accountNumber')?.is
  return typeof number === 'object' ? number.checkDigit : undefined
}

/** Everything an own account can serve: for documents and messages. */
export const SERVABLE: readonly {
  readonly method: PayinMethod
  readonly currency: string
  readonly recognitions: readonly Recognition[]
}[] = PAYIN_METHODS.flatMap((method) =>
  [...method.currencies].flatMap(([currency, rules]) => {
    const recognitions = recognitionsOf(method, rules)
    return recognitions.length > 0 ? [{ method, currency, recognitions }] : []
  }),
)
