/** The choice of a payment method, with the fields of the chosen one. One form, one button. */
import { useRef, useState } from 'preact/hooks'
import type { Checkout } from '../checkout.ts'
import { faultOf, methodObject, placed } from '../fields.ts'
import { useWords } from '../i18n.tsx'
import type { MessageKey } from '../messages/en.ts'
import { labelOf, methodHint, methodMark, methodName } from '../names.ts'
import type { Money, PaymentOption } from '../payin.ts'
import { Field } from './field.tsx'
import { Sign } from './marks.tsx'
import { OperatorPicker } from './operator-picker.tsx'
import { Notice } from './small.tsx'

interface ChoosingProps {
  readonly checkout: Checkout
  readonly options: readonly PaymentOption[]
  readonly money: Money
}

type Errors = Readonly<Record<string, MessageKey>>

/**
 * The quickest first: scanning and approving come before paying elsewhere by hand, and methods that need a reference afterwards come last.
 */
const ORDER = ['QR', 'PUSH', 'REDIRECT', 'INSTRUCTIONS']
const effort = ({ flow, externalReference }: PaymentOption): number =>
  externalReference === 'REQUIRED' ? ORDER.length : ORDER.indexOf(flow)
const byEase = (a: PaymentOption, b: PaymentOption): number => effort(a) - effort(b)

const asksOperator = ({ paymentOperatorNeed, paymentOperators }: PaymentOption): boolean =>
  paymentOperatorNeed !== 'UNNEEDED' && paymentOperators.length > 1

export function Choosing({ checkout, options: given, money: sum }: ChoosingProps) {
  const { t, money } = useWords()
  const options = [...given].sort(byEase)
  const [code, setCode] = useState(options.length === 1 ? options[0]?.paymentMethodCode : undefined)
  const [operators, setOperators] = useState<Readonly<Record<string, string>>>({})
  // Kept when the method changes, so that a name is typed only once.
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [errors, setErrors] = useState<Errors>({})
  const [message, setMessage] = useState<MessageKey>()
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const chosen = options.find((each) => each.paymentMethodCode === code)
  const operatorOf = (option: PaymentOption): string | undefined =>
    operators[option.paymentMethodCode] ?? option.defaultOperatorCode

  const complain = (found: Errors, why: MessageKey): void => {
    setErrors(found)
    setMessage(why)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    if (!chosen) return setMessage('errorChoice')
    const found = faultsOf(chosen, values, operatorOf(chosen))
    if (Object.keys(found).length > 0) return complain(found, 'errorSummary')
    setErrors({})
    setMessage(undefined)
    setBusy(true)
    const operator = asksOperator(chosen) ? operatorOf(chosen) : undefined
    const refusal = await checkout.create(
      methodObject(chosen.paymentMethodCode, operator, chosen.fields, values),
    )
    setBusy(false)
    if (refusal) return complain(placed(refusal.errors, chosen.fields), refusal.message)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} class="stack">
      <fieldset class="methods" disabled={isBusy}>
        <legend>
          <h1 tabIndex={-1}>{t('choose')}</h1>
        </legend>
        {options.map((option) => (
          <MethodRow
            key={option.paymentMethodCode}
            option={option}
            currencyCode={sum.currencyCode}
            isChosen={option === chosen}
            typed={{ operator: operatorOf(option), values }}
            errors={errors}
            onChoose={() => {
              setCode(option.paymentMethodCode)
              setErrors({})
              setMessage(undefined)
            }}
            onOperator={(operator) => setOperators({ ...operators, [option.paymentMethodCode]: operator })}
            onInput={(path, value) => setValues({ ...values, [path]: value })}
          />
        ))}
      </fieldset>
      <div class="go">
        <div role="alert">{message && <Notice kind="error">{t(message)}</Notice>}</div>
        <button type="submit" class="primary" aria-disabled={isBusy}>
          {isBusy ? (
            <>
              <span class="spinner" aria-hidden="true" />
              {t('working')}
            </>
          ) : chosen?.flow === 'REDIRECT' ? (
            t('continue')
          ) : (
            t('pay', { amount: money(sum) })
          )}
        </button>
      </div>
      <p class="quiet">{t('changeable')}</p>
    </form>
  )
}

interface MethodRowProps {
  readonly option: PaymentOption
  readonly currencyCode: string
  readonly isChosen: boolean
  readonly typed: { readonly operator: string | undefined; readonly values: Readonly<Record<string, string>> }
  readonly errors: Errors
  onChoose(): void
  onOperator(operator: string): void
  onInput(path: string, value: string): void
}

/** A method, with its fields when chosen. */
function MethodRow(props: MethodRowProps) {
  const { option, currencyCode, isChosen, typed, errors, onChoose, onOperator, onInput } = props
  const words = useWords()
  return (
    <div class={isChosen ? 'method chosen' : 'method'}>
      <label class="method-head">
        <input
          type="radio"
          name="method"
          value={option.paymentMethodCode}
          checked={isChosen}
          onChange={onChoose}
        />
        <Sign name={methodMark(option)} />
        <span class="method-words">
          <span class="method-name">{methodName(words, option)}</span>
          <span class="method-hint">{methodHint(words, option)}</span>
        </span>
      </label>
      {isChosen && (asksOperator(option) || option.fields.length > 0) && (
        <div class="method-form">
          {asksOperator(option) && (
            <OperatorPicker
              option={option}
              value={typed.operator ?? ''}
              error={errors.operator}
              onChange={onOperator}
            />
          )}
          {option.fields.map((field) => (
            <Field
              key={field.path}
              field={field}
              label={labelOf(option, currencyCode, field)}
              value={typed.values[field.path] ?? ''}
              error={errors[field.path]}
              onInput={(value) => onInput(field.path, value)}
            />
          ))}
        </div>
      )}
    </div>
  )
}

function faultsOf(
  option: PaymentOption,
  values: Errors | Record<string, string>,
  operator: string | undefined,
): Errors {
  const found: Record<string, MessageKey> = {}
  if (option.paymentOperatorNeed === 'MANDATORY' && asksOperator(option) && !operator)
    found.operator = 'errorChoice'
  for (const field of option.fields) {
    const fault = faultOf(field, values)
    if (fault) found[field.path] = fault
  }
  return found
}
