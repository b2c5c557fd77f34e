/** The form for where the money goes: the payout methods, and the fields of the chosen one. */
import { useRef } from 'preact/hooks'
import { faultOf, methodObject } from '../fields.ts'
import { useWords } from '../i18n.tsx'
import type { MessageKey } from '../messages/en.ts'
import { labelOf, methodMark, methodName } from '../names.ts'
import { Field } from '../parts/field.tsx'
import { Sign } from '../parts/marks.tsx'
import { OperatorPicker } from '../parts/operator-picker.tsx'
import { Notice } from '../parts/small.tsx'
import type { Claim, ClaimOption } from './claim-api.ts'

export interface Typed {
  readonly code: string | undefined
  readonly operators: Readonly<Record<string, string>>
  /** By the field's path. Kept when the method changes, so that a name is typed only once. */
  readonly values: Readonly<Record<string, string>>
}

export type Errors = Readonly<Record<string, MessageKey>>

/** The input as it will be sent, and as the review shows it. */
export interface Filled {
  readonly option: ClaimOption
  readonly operator: string | undefined
  readonly payee: object
  readonly name: string
}

export function filledOf({ options = [] }: Claim, { code, operators, values }: Typed): Filled | undefined {
  const option = options.find((each) => each.paymentMethodCode === code)
  if (!option) return undefined
  const operator = operatorOf(option, operators)
  return {
    option,
    operator,
    payee: methodObject(option.paymentMethodCode, operator, option.fields, values),
    name: (values['/account/accountName'] ?? '').trim(),
  }
}

const operatorOf = (option: ClaimOption, operators: Typed['operators']): string | undefined =>
  operators[option.paymentMethodCode] || undefined

interface PayeeFormProps {
  readonly claim: Claim
  readonly typed: Typed
  readonly errors: Errors
  readonly message: MessageKey | undefined
  readonly until: string | undefined
  onType(typed: Typed): void
  onFault(errors: Errors, message: MessageKey): void
  onDone(): void
}

export function PayeeForm(props: PayeeFormProps) {
  const { claim, typed, errors, message, until, onType, onFault, onDone } = props
  const words = useWords()
  const { t } = words
  const form = useRef<HTMLFormElement>(null)
  const { options = [] } = claim
  const chosen = options.find((each) => each.paymentMethodCode === typed.code)

  const submit = (event: Event): void => {
    event.preventDefault()
    if (!chosen) {
      onFault({}, 'errorChoice')
      return
    }
    const found = faultsOf(chosen, typed)
    if (Object.keys(found).length === 0) {
      onDone()
      return
    }
    onFault(found, 'errorSummary')
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  return (
    <form ref={form} noValidate onSubmit={submit} class="stack">
      <fieldset class="methods">
        <legend>
          <h1 tabIndex={-1}>{t('claimWhere')}</h1>
        </legend>
        <p>{t('claimWhy')}</p>
        {options.map((option) => {
          const isChosen = option === chosen
          return (
            <div class={isChosen ? 'method chosen' : 'method'} key={option.paymentMethodCode}>
              <label class="method-head">
                <input
                  type="radio"
                  name="method"
                  value={option.paymentMethodCode}
                  checked={isChosen}
                  onChange={() => onType({ ...typed, code: option.paymentMethodCode })}
                />
                <Sign name={methodMark(option)} />
                <span class="method-words">
                  <span class="method-name">{methodName(words, option)}</span>
                </span>
              </label>
              {isChosen && (
                <div class="method-form">
                  {option.paymentOperators.length > 0 && (
                    <OperatorPicker
                      option={option}
                      value={operatorOf(option, typed.operators) ?? ''}
                      error={errors.operator}
                      onChange={(operator) =>
                        onType({
                          ...typed,
                          operators: { ...typed.operators, [option.paymentMethodCode]: operator },
                        })
                      }
                    />
                  )}
                  {option.fields.map((field) => (
                    <Field
                      key={field.path}
                      field={field}
                      label={labelOf(option, claim.money.currencyCode, field)}
                      value={typed.values[field.path] ?? ''}
                      error={errors[field.path]}
                      onInput={(value) =>
                        onType({ ...typed, values: { ...typed.values, [field.path]: value } })
                      }
                    />
                  ))}
                </div>
              )}
            </div>
          )
        })}
      </fieldset>
      <div class="go">
        <div role="alert">{message && <Notice kind="error">{t(message)}</Notice>}</div>
        <button type="submit" class="primary">
          {t('continue')}
        </button>
      </div>
      {until !== undefined && <p class="quiet">{t('claimUntil', { time: until })}</p>}
    </form>
  )
}

function faultsOf(option: ClaimOption, { operators, values }: Typed): Errors {
  const found: Record<string, MessageKey> = {}
  if (option.paymentOperatorNeed === 'MANDATORY' && !operatorOf(option, operators))
    found.operator = 'errorChoice'
  for (const field of option.fields) {
    const fault = faultOf(field, values)
    if (fault) found[field.path] = fault
  }
  return found
}
