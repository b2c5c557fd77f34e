/**
 * Which methods an own account can serve, and how their money is recognised. Pure. The method's file says whether an
 * own account can serve it at all, and what its details must look like there.
 */
import { chooseVariant, PAYIN_METHODS, payinMethods } from '@sluice/core/catalogue/all-methods.ts'
import type { CheckDigit } from '@sluice/core/catalogue/identifiers/identifier.ts'
import type { PayinMethod, PayinRules, Receiving } from '@sluice/core/catalogue/payment-method.ts'
import type { Recognition, ServedMethod, StillShown } from './account.ts'

/** The method that an account means: if two share a code, the one that its operators name. */
export const methodServed = ({ code, operators }: Pick<ServedMethod, 'code' | 'operators'>) =>
  chooseVariant(payinMethods(code), operators?.[0])

/** The ways to recognise money, the usual one first; none: an own account cannot serve it. */
export function recognitionsOf(method: PayinMethod, rules: PayinRules): readonly Recognition[] {
  if (method.ownAccount === 'never') return []
  const byAmount: readonly Recognition[] = method.moneyRequired === 'never' ? [] : ['amount']
  switch (rules.matchedBy) {
    case 'amount':
      return ['amount', 'reference']
    // An own account is the same for everyone, unless the bank issues numbers; then each payin has one.
    case 'account':
      return byAmount.length > 0 ? ['amount', 'account', 'reference'] : ['account']
    case 'external-reference':
      return ['external-reference']
    // Only the statement identifies the payer here: it must show the reference.
    case 'scheme':
    case 'reference':
      return ['reference', ...byAmount]
  }
}

/** The detail that is missing for payments to carry a reference; undefined if they do. */
function missingForReference({ ownAccount }: PayinMethod, receiving: Receiving): string | undefined {
  const needed = typeof ownAccount === 'string' ? undefined : ownAccount.referenceNeeds
  return needed !== undefined && receiving[needed] === undefined ? needed : undefined
}

/** How money is recognised if the operator did not say. */
export function usualRecognition(
  method: PayinMethod,
  rules: PayinRules,
  { receiving, virtualDigits }: { readonly receiving: Receiving; readonly virtualDigits: number | undefined },
): Recognition | undefined {
  const possible = recognitionsOf(method, rules)
  if (virtualDigits !== undefined) return possible.find((each) => each === 'account')
  return possible.find((each) => each !== 'reference' || missingForReference(method, receiving) === undefined)
}

/** Why money cannot be recognised this way, or undefined if it can. */
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
    return `cannot be reference: payments have none without receiving.${missing}; set it, or recognise payments by amount`
  }
  return undefined
}

/**
 * Why these methods cannot share an account, or undefined if they can. A payer who should have sent a reference, and
 * did not, may have paid exactly another payin's unique amount, and would make the wrong payin a SUCCESS. A virtual
 * number cannot be left out of a transfer, so it goes with either.
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
    `cannot have ${byAmount.code} recognised by amount together with ${byWords.code} by ${byWords.recognisedBy}: a payer who leaves ` +
    'the reference out could pay the unique amount of another payin. Register a second receiving account, with a ' +
    'separate statement, for one of them'
  )
}

/**
 * Why an account cannot change to these methods yet: it would be the same mixture, one after the other. Payers pay what
 * they were shown, whatever the account serves by then.
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
      ? ['a reference', 'a payer who leaves it out could pay the unique amount of a new payin']
      : ['a unique amount', 'a payer who leaves the new reference out could pay it']
  return (
    `cannot have ${clashing.code} recognised by ${clashing.recognisedBy} yet: payins that were shown ${shown} are open here, or closed ` +
    `less than 72 hours ago, and ${danger}. Pause the account until then, or register a second receiving account`
  )
}

/** The check digit of the method's account numbers in this currency, if they have one. */
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
