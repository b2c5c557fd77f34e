import type { FieldLabel } from '@sluice/core/catalogue/checkout-texts.ts'
import { useId } from 'preact/hooks'
import { phoneExample, typingOf } from '../fields.ts'
import { useWords } from '../i18n.tsx'
import type { MessageKey } from '../messages/en.ts'
import { fieldLabel } from '../names.ts'
import type { FormField } from '../payin.ts'

interface FieldProps {
  readonly field: FormField
  readonly label: FieldLabel
  readonly value: string
  readonly error: MessageKey | undefined
  onInput(value: string): void
}

export function Field({ field, label, value, error, onInput }: FieldProps) {
  const words = useWords()
  const { t } = words
  const id = useId()
  const isOptional = field.need === 'OPTIONAL'
  const shared = {
    id,
    name: field.name,
    value,
    required: !isOptional,
    'aria-invalid': error !== undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  }
  return (
    <div class="field">
      <label for={id}>
        {fieldLabel(words, label)} {isOptional && <span class="quiet">({t('optional')})</span>}
      </label>
      {field.values ? (
        <select {...shared} onChange={({ currentTarget }) => onInput(currentTarget.value)}>
          <option value="">{t('pleaseChoose')}</option>
          {field.values.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type="text"
          {...typingOf(field, label)}
          maxLength={field.maxLength}
          spellcheck={false}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
      {error && (
        <p class="error" id={`${id}-error`}>
          {t(error, { example: phoneExample(field) })}
        </p>
      )}
    </div>
  )
}
