/** The choice of a bank, wallet, network or store: a few are shown as tiles, many in the device's own list. */
import { useId } from 'preact/hooks'
import { useWords } from '../i18n.tsx'
import type { MessageKey } from '../messages/en.ts'
import { operatorWord } from '../names.ts'
import type { PaymentOption } from '../payin.ts'
import { Mark } from './marks.tsx'

interface OperatorPickerProps {
  readonly option: Pick<
    PaymentOption,
    'paymentMethodCode' | 'paymentOperators' | 'paymentOperatorNeed' | 'defaultOperatorCode'
  >
  readonly value: string
  readonly error: MessageKey | undefined
  onChange(operator: string): void
}

/** More tiles would be hard to scan. */
const MOST_TILES = 6

export function OperatorPicker({ option, value, error, onChange }: OperatorPickerProps) {
  const { t } = useWords()
  const id = useId()
  const { paymentOperators, paymentOperatorNeed } = option
  const name = t(operatorWord(option))
  const isOptional = paymentOperatorNeed === 'OPTIONAL' && option.defaultOperatorCode === undefined
  const label = (
    <>
      {name} {isOptional && <span class="quiet">({t('optional')})</span>}
    </>
  )
  const fault = error && (
    <p class="error" id={`${id}-error`}>
      {t(error)}
    </p>
  )
  const described = error ? `${id}-error` : undefined
  if (paymentOperators.length > MOST_TILES) {
    return (
      <div class="field">
        <label for={id}>{label}</label>
        <select
          id={id}
          value={value}
          required={!isOptional}
          aria-invalid={error !== undefined}
          aria-describedby={described}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          <option value="">{t('pleaseChoose')}</option>
          {paymentOperators.map((operator) => (
            <option key={operator.code} value={operator.code}>
              {operator.name}
            </option>
          ))}
        </select>
        {fault}
      </div>
    )
  }
  return (
    <fieldset class="operators" aria-describedby={described}>
      <legend>{label}</legend>
      <div class="tiles">
        {paymentOperators.map((operator, index) => (
          <label class={operator.code === value ? 'tile chosen' : 'tile'} key={operator.code}>
            <input
              type="radio"
              name={`${id}-operator`}
              checked={operator.code === value}
              aria-invalid={error !== undefined && index === 0}
              onChange={() => onChange(operator.code)}
            />
            <Mark name={operator.name} />
            <span>{operator.name}</span>
          </label>
        ))}
      </div>
      {fault}
    </fieldset>
  )
}
