/** Shows the input for review before it is final, and asks the payer to confirm that the name is their own. */
import { useId, useState } from 'preact/hooks'
import { useWords } from '../i18n.tsx'
import { fieldLabel, labelOf, methodName, operatorWord } from '../names.ts'
import { Notice, Value } from '../parts/small.tsx'
import type { Claim } from './claim-api.ts'
import type { Filled, Typed } from './form.tsx'

interface ReviewProps {
  readonly claim: Claim
  readonly filled: Filled
  readonly typed: Typed
  readonly isBusy: boolean
  onSend(): void
  onBack(): void
}

export function Review({ claim, filled, typed, isBusy, onSend, onBack }: ReviewProps) {
  const words = useWords()
  const { t, money } = words
  const id = useId()
  const [isMine, setMine] = useState(false)
  const [isWarned, setWarned] = useState(false)
  const { option, operator, name } = filled
  const bank = option.paymentOperators.find(({ code }) => code === operator)
  const send = (event: Event): void => {
    event.preventDefault()
    if (isBusy) return
    if (isMine) onSend()
    else {
      setWarned(true)
      document.getElementById(id)?.focus()
    }
  }
  return (
    <form noValidate onSubmit={send} class="stack">
      <h1 tabIndex={-1}>{t('claimCheck')}</h1>
      <section class="panel">
        <h2>{methodName(words, option)}</h2>
        <dl class="values">
          {bank && <Value name={t(operatorWord(option))} value={bank.name} isPlain />}
          {option.fields.map((field) => {
            const value = (typed.values[field.path] ?? '').trim()
            if (value === '') return null
            return (
              <Value
                key={field.path}
                name={fieldLabel(words, labelOf(option, claim.money.currencyCode, field))}
                value={value}
                isPlain
              />
            )
          })}
        </dl>
      </section>
      <div class="field">
        <label class="mine" for={id}>
          <input
            id={id}
            type="checkbox"
            name="mine"
            checked={isMine}
            aria-invalid={isWarned && !isMine}
            aria-describedby={`${id}-error`}
            onChange={({ currentTarget }) => setMine(currentTarget.checked)}
          />
          <span>{t('claimMine', { name })}</span>
        </label>
        <div role="alert" id={`${id}-error`}>
          {isWarned && !isMine && <Notice kind="error">{t('claimMineFirst')}</Notice>}
        </div>
      </div>
      <div class="go">
        <button type="submit" class="primary" aria-disabled={isBusy}>
          {isBusy ? t('working') : t('claimSend', { amount: money(claim.money) })}
        </button>
      </div>
      <button type="button" class="link" onClick={onBack} disabled={isBusy}>
        {t('claimChange')}
      </button>
    </form>
  )
}
