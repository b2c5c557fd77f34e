/**
 * `definePayin` and `definePayout`: prepare a method file's declaration for lookups.
 *
 * Rules that types cannot express are asserted here when the program loads, so a gateway with a wrong catalogue does not start.
 */
import { minorFromText } from '../foundation/money.ts'
import { assert } from '../foundation/result.ts'
import { type CheckoutLook, FIELD_LABELS } from './checkout-texts.ts'
import { type OfferedCurrency, offered } from './currencies.ts'
import {
  COMMON_PAYIN_FIELDS,
  COMMON_PAYOUT_FIELDS,
  FIELD_NAMES,
  type FieldRules,
  type TextFieldName,
} from './method-fields.ts'
import type {
  CurrencyDetail,
  CurrencyReceives,
  ExternalReferenceNeed,
  Flow,
  FlowNeeds,
  InstructionContext,
  Instructions,
  MethodRules,
  NamedFieldRule,
  OwnAccountUse,
  PayeePlace,
  PayinContext,
  PayinMethod,
  PayinRules,
  PayinRulesDeclaration,
  PayoutMethod,
  Rail,
  Receiving,
  ReceivingDetail,
  ReceivingOf,
  ReceivingRules,
  RulesDeclaration,
  Variant,
} from './payment-method.ts'
import type { RefundRules } from './refund-rules.ts'
import { type InstructionsFor, presenceOf, type ResponseRules } from './response-fields.ts'

interface Named {
  readonly code: string
  readonly object: string
  readonly title: string
  readonly summary: string
}

export interface PayinDeclaration<
  F extends Flow,
  Receives extends ReceivingRules,
  Responds extends ResponseRules,
> extends Named {
  readonly variant?: Variant
  /** What the payer sees and does, in a few plain sentences. */
  readonly payerSees: string
  /** Its name and icon where payers choose. */
  readonly checkout: CheckoutLook
  readonly flow: F
  readonly payerChoosesOperator?: boolean
  readonly externalReference: ExternalReferenceNeed
  readonly railMakesReference?: true
  /** For all its currencies. */
  readonly fields?: FieldRules
  readonly receiving: Receives
  readonly ownAccount: OwnAccountUse<keyof Receives & string>
  /** How its payins can be refunded. */
  readonly refund: RefundRules
  readonly responds: Responds & FlowNeeds[F]
  readonly currencies: {
    readonly [Code in OfferedCurrency]?: PayinRulesDeclaration & CurrencyReceives<Receives>
  }
  readonly instructions: (context: InstructionContext<ReceivingOf<Receives>>) => InstructionsFor<Responds>
  readonly sandboxReceiving: (context: PayinContext) => ReceivingOf<Receives>
}

/** Declares a payin method. The head of `payment-method.ts` says what its types ensure. */
export function definePayin<
  const F extends Flow,
  const Receives extends ReceivingRules,
  const Responds extends ResponseRules,
>(declaration: PayinDeclaration<F, Receives, Responds>): PayinMethod {
  const { fields = {}, currencies, instructions, sandboxReceiving, ...facts } = declaration
  const hasAllDetails: DetailsCheck<Receives> = detailsCheck(declaration.receiving)
  const compiled = new Map<string, PayinRules>()
  for (const [code, rules] of entriesOf(currencies)) {
    const { expirySecs, matchedBy, receives = {} } = rules
    assert(expirySecs > 0, `${facts.object} ${code}: expires at once`)
    compiled.set(code, {
      ...compile(facts, code, rules, fieldsOf({ ...COMMON_PAYIN_FIELDS, ...fields, ...rules.fields }, code)),
      expirySecs,
      matchedBy,
      receiving: receivingDetails(facts, code, receives),
    })
  }
  assert(
    (facts.externalReference === 'never') === !('externalReference' in facts.responds),
    `${facts.object}: an external reference that may be given must be shown, and no other`,
  )
  return {
    kind: 'payin',
    ...facts,
    moneyRequired: presenceOf(facts.responds, 'moneyRequired') ?? 'never',
    currencies: compiled,
    instructions: (context) => {
      assert(hasAllDetails(context), `${facts.object}: receiving details are missing`)
      // Only widens the type: InstructionsFor is Instructions with more required fields.
      const made = instructions(context) as Instructions
      assert(
        (made.reference !== undefined) === (facts.railMakesReference === true),
        `${facts.object}: a reference of the rail is one that the method declares`,
      )
      return made
    },
    sandboxReceiving: (context) => withoutGaps(sandboxReceiving(context)),
  }
}

/** The method's receiving details for this currency, except those that only a provider creates. */
function receivingDetails(
  { object, receiving }: { readonly object: string; readonly receiving: ReceivingRules },
  code: string,
  receives: Readonly<Record<string, CurrencyDetail | undefined>>,
): ReceivingDetail[] {
  return Object.entries(receiving).flatMap(([name, rule]) => {
    const here = receives[name] ?? rule.is
    const { is, need } = typeof here === 'object' && 'is' in here ? here : { is: here, need: rule.need }
    assert(is !== 'by-currency', `${object} ${code}: receives does not say what ${name} is`)
    return need === 'provider' ? [] : [{ name, need, is }]
  })
}

export interface PayoutDeclaration extends Named {
  readonly payeeSees: string
  /** Where its money arrives. A refund uses this to find the methods that can pay its payer. */
  readonly paysTo: PayeePlace
  /** Its name and icon where a payer chooses how to get a refund. */
  readonly checkout: CheckoutLook
  /** Default: the mandatory fields identify the payee. */
  readonly payeeBy?: readonly TextFieldName[]
  readonly fields?: FieldRules
  readonly currencies: { readonly [Code in OfferedCurrency]?: RulesDeclaration }
}

/** Declares a payout method. */
export function definePayout(declaration: PayoutDeclaration): PayoutMethod {
  const { fields = {}, currencies, payeeBy = [], ...facts } = declaration
  const compiled = entriesOf(currencies).map(([code, rules]) => {
    const own = { ...fields, ...rules.fields }
    const compiledRules = compile(facts, code, rules, fieldsOf({ ...COMMON_PAYOUT_FIELDS, ...own }, code))
    return [code, { ...compiledRules, declared: new Set(Object.keys(own)) }] as const
  })
  return { kind: 'payout', ...facts, payeeBy, currencies: new Map(compiled) }
}

function entriesOf<Rules>(
  currencies: { readonly [Code in OfferedCurrency]?: Rules },
): [OfferedCurrency, Rules][] {
  return Object.entries(currencies) as [OfferedCurrency, Rules][]
}

function compile(
  method: Named,
  code: OfferedCurrency,
  rules: RulesDeclaration,
  fields: readonly NamedFieldRule[],
): MethodRules {
  const currency = offered(code)
  const minMinor = minorFromText(rules.min, currency.ledgerDigits)
  const maxMinor = minorFromText(rules.max, currency.ledgerDigits)
  assert(minMinor > 0n && minMinor < maxMinor, `${method.object} ${code}: min must be above 0 and below max`)
  assert(
    rules.operators.length > 0 || rules.operator === 'optional',
    `${method.object} ${code}: no operator to name`,
  )
  return {
    currency,
    operators: rules.operators,
    operatorByCode: new Map(rules.operators.map((each) => [each.code, each])),
    operator: rules.operator,
    fields,
    minMinor,
    maxMinor,
    fee: rules.fee,
    rails: railsOf(method, code, rules, currency.ledgerDigits),
    exampleAmount: rules.exampleAmount,
  }
}

function railsOf(method: Named, code: string, { rails = [] }: RulesDeclaration, digits: number): Rail[] {
  const compiled = rails.map(({ upTo, ...rail }) => ({
    ...rail,
    ...(upTo !== undefined && { upToMinor: minorFromText(upTo, digits) }),
  }))
  const bounds = compiled.slice(0, -1).map(({ upToMinor }) => upToMinor ?? 0n)
  const rising = bounds.every((bound, index) => bound > (bounds[index - 1] ?? 0n))
  assert(
    rising && compiled.at(-1)?.upToMinor === undefined,
    `${method.object} ${code}: rails rise, the last has no bound`,
  )
  return compiled
}

const fieldsOf = (rules: FieldRules, code: OfferedCurrency): NamedFieldRule[] =>
  named(rules, offered(code).country)

/** Rules by name → a list in the order of forms, each with its country, its label in the API, and the name of that label. */
export function named(rules: FieldRules, country: string | undefined): NamedFieldRule[] {
  return FIELD_NAMES.flatMap((name) => {
    const { label, ...rule } = rules[name] ?? {}
    if (!('need' in rule)) return []
    return [
      {
        name,
        ...rule,
        ...(label !== undefined && { label: FIELD_LABELS[label].english, labelName: label }),
        ...(country !== undefined && { country }),
      },
    ]
  })
}

/** Checks a processor's receiving details and types them for the method's `instructions`. */
type DetailsCheck<Rules extends ReceivingRules> = (
  context: InstructionContext,
) => context is InstructionContext & InstructionContext<ReceivingOf<Rules>>

/** Created once per method. */
function detailsCheck<Rules extends ReceivingRules>(rules: Rules): DetailsCheck<Rules> {
  const mandatory = Object.entries(rules).flatMap(([name, { need, unless }]) =>
    need === 'mandatory' ? [{ name, unless }] : [],
  )
  return (context): context is InstructionContext & InstructionContext<ReceivingOf<Rules>> =>
    mandatory.every(
      ({ name, unless }) =>
        typeof context.receiving[name] === 'string' ||
        (unless !== undefined && typeof context.receiving[unless] === 'string'),
    )
}

function hasNoGaps(details: Readonly<Record<string, string | undefined>>): details is Receiving {
  for (const name in details) if (details[name] === undefined) return false
  return true
}

function withoutGaps(details: Readonly<Record<string, string | undefined>>): Receiving {
  if (hasNoGaps(details)) return details
  const present: Record<string, string> = {}
  for (const [name, value] of Object.entries(details)) {
    if (typeof value === 'string') present[name] = value
  }
  return present
}
