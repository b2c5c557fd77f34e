/** The form for the reference that the payer's bank shows. Without it some Indian payments cannot be matched. */
import { useId, useState } from 'preact/hooks'
import type { Checkout } from '../checkout.ts'
import { useWords } from '../i18n.tsx'
import type { MessageKey } from '../messages/en.ts'
import type { Payin } from '../payin.ts'
import { Notice } from './small.tsx'

const DIGITS = 12

export function UtrForm({ checkout, payin }: { readonly checkout: Checkout; readonly payin: Payin }) {
  const { t } = useWords()
  const id = useId()
  const known = payin.paymentMethodResponse.externalReference?.reference
  const [value, setValue] = useState('')
  const [isCorrecting, setCorrecting] = useState(false)
  const [error, setError] = useState<MessageKey>()
  const [isBusy, setBusy] = useState(false)

  if (known !== undefined && !isCorrecting) {
    return (
      <section class="panel">
        <div role="status">
          <Notice kind="info">{t('utrSaved', { reference: known })}</Notice>
        </div>
        <button type="button" class="link" onClick={() => setCorrecting(true)}>
          {t('utrCorrect')}
        </button>
      </section>
    )
  }

  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    const digits = value.replace(/\s/g, '')
    if (!/^\d{12}$/.test(digits)) {
      setError('errorUtr')
      document.getElementById(id)?.focus()
      return
    }
    setBusy(true)
    const refused = await checkout.setReference(digits)
    setBusy(false)
    setError(refused)
    if (!refused) setCorrecting(false)
  }

  return (
    <section class="panel">
      <h2>{t('utrTitle')}</h2>
      <form noValidate onSubmit={send} class="stack">
        <div class="field">
          <label for={id}>{t('reference')} (UTR)</label>
          <input
            id={id}
            name="utr"
            inputMode="numeric"
            autoComplete="off"
            maxLength={DIGITS + 4}
            value={value}
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-hint ${id}-error`}
            onInput={({ currentTarget }) => setValue(currentTarget.value)}
          />
          <p class="quiet" id={`${id}-hint`}>
            {t('utrHint')}
          </p>
          <p class="error" id={`${id}-error`} role="alert">
            {error && t(error)}
          </p>
        </div>
        <button type="submit" class="primary" aria-disabled={isBusy}>
          {t(isBusy ? 'working' : 'utrSend')}
        </button>
      </form>
    </section>
  )
}
