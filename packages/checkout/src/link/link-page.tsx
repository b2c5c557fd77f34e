/** The page of a payment link: merchant and purpose above; the amount and the way to the checkout below. */
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Failure } from '../api.ts'
import { useWords } from '../i18n.tsx'
import type { MessageKey } from '../messages/en.ts'
import { methodName } from '../names.ts'
import { Frame } from '../parts/frame.tsx'
import { EndSign } from '../parts/outcome.tsx'
import { Notice, Spinner } from '../parts/small.tsx'
import type { Money } from '../payin.ts'
import type { Store } from '../session.ts'
import {
  anotherVisitor,
  beginBy,
  type LinkStatus,
  lookAt,
  type OpenAmount,
  type PaymentLink,
  visitorOf,
} from './link-api.ts'
import { typedAmount } from './typed-amount.ts'

const RETRY_MS = 4_000
/** A used link may open again, and a payment that was begun may be paid meanwhile. */
const LOOK_EVERY_MS = 15_000

interface LinkPageProps {
  readonly path: string | undefined
  readonly store: Store
}

/** Loads the link, again and again while it may change, and this visitor's payment. */
function useLink(path: string | undefined, store: Store) {
  const [visitor, setVisitor] = useState(() => (path === undefined ? '' : visitorOf(path, store)))
  const [link, setLink] = useState<PaymentLink>()
  const [isWrong, setWrong] = useState(path === undefined)
  const [trouble, setTrouble] = useState<MessageKey>()
  const [looks, setLooks] = useState(0)
  const lookAgain = (): void => setLooks((before) => before + 1)
  const startAnew = (): void => {
    if (path !== undefined) setVisitor(anotherVisitor(path, store))
  }

  useEffect(() => {
    if (path === undefined) return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (): Promise<void> => {
      const answer = await lookAt(path, visitor)
      if (isOver) return
      if (answer.ok) {
        setTrouble(undefined)
        // The payment failed or expired, so the next one needs a new key.
        if (answer.value.yours?.state === 'ENDED') {
          setVisitor(anotherVisitor(path, store))
          return
        }
        setLink(answer.value)
        if (mayChange(answer.value)) timer = setTimeout(look, LOOK_EVERY_MS)
        return
      }
      const { failure } = answer
      if (failure.kind === 'refused') {
        setWrong(true)
        return
      }
      setTrouble(failure.kind === 'network' ? 'offline' : 'busy')
      timer = setTimeout(look, failure.kind === 'later' ? Math.max(failure.afterMs, RETRY_MS) : RETRY_MS)
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [path, store, visitor, looks])

  // The browser's back button may show this page from its cache after the checkout.
  useEffect(() => {
    const again = (event: PageTransitionEvent): void => {
      if (event.persisted) lookAgain()
    }
    addEventListener('pageshow', again)
    return () => removeEventListener('pageshow', again)
  }, [])
  return { visitor, link, isWrong, trouble, lookAgain, startAnew }
}

export function LinkPage({ path, store }: LinkPageProps) {
  const { t, money } = useWords()
  const { visitor, link, isWrong, trouble, lookAgain, startAnew } = useLink(path, store)
  const merchantName = link?.channelInfo.name ?? ''
  useEffect(() => {
    if (link) document.title = t('title', { merchant: merchantName })
  }, [t, link, merchantName])

  const sum = link?.yours?.money ?? link?.money
  const shown = () => {
    if (isWrong || path === undefined)
      return (
        <div role="alert">
          <h1 tabIndex={-1} class="plain">
            {t('claimWrong')}
          </h1>
        </div>
      )
    if (!link) return <Spinner label={t('working')} />
    if (link.yours?.state === 'PAID')
      return <Paid link={link} merchantName={merchantName} onAgain={startAnew} />
    if (link.status !== 'OPEN' && !link.yours)
      return <NotOpen status={link.status} merchantName={merchantName} />
    return (
      <Begin
        key={visitor}
        link={link}
        begin={(named) => beginBy(path, visitor, named)}
        onMoved={lookAgain}
        onAnother={startAnew}
      />
    )
  }
  return (
    <Frame shop={link?.channelInfo} merchantName={merchantName} isTest={link?.isTest ?? false}>
      {link && !isWrong && (
        <div class="sum">
          <span class="sum-to">{t('payTo', { merchant: merchantName })}</span>
          {sum && <strong class="sum-amount">{money(sum)}</strong>}
          <h1 class="sum-for" dir="auto" tabIndex={-1}>
            {link.title}
          </h1>
        </div>
      )}
      <div class="stage" data-stage={isWrong ? 'wrong' : (link?.status ?? 'loading')}>
        {shown()}
      </div>
      <div class="trouble" role="status">
        {trouble && <Notice kind="warn">{t(trouble)}</Notice>}
      </div>
    </Frame>
  )
}

const mayChange = ({ status, yours }: PaymentLink): boolean => status === 'USED_UP' || yours?.state === 'OPEN'

interface BeginProps {
  readonly link: PaymentLink
  begin(money: Money | undefined): ReturnType<typeof beginBy>
  /** The link has changed since it was shown. */
  onMoved(): void
  onAnother(): void
}

function Begin({ link, begin, onMoved, onAnother }: BeginProps) {
  const words = useWords()
  const { t, money } = words
  const { yours, openAmount, methods } = link
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<MessageKey>()
  const [message, setMessage] = useState<MessageKey | undefined>(
    !yours && methods?.length === 0 ? 'noMethods' : undefined,
  )
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const requested = yours ? undefined : openAmount
  const named = requested && namedBy(requested, typed)
  const sum = yours?.money ?? link.money ?? named?.money
  // A page restored from the cache is no longer busy.
  useEffect(() => {
    const back = (): void => setBusy(false)
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])

  const complain = (why: MessageKey): void => {
    setFault(why)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    if (named?.fault) return complain(named.fault)
    setFault(undefined)
    setMessage(undefined)
    setBusy(true)
    const answer = await begin(requested ? named?.money : undefined)
    if (answer.ok) {
      location.assign(answer.value.checkoutUrl)
      return
    }
    setBusy(false)
    const { failure } = answer
    if (failure.kind === 'refused' && failure.status === 409) return onMoved()
    if (failure.kind === 'refused' && failure.status === 400 && requested) return complain('linkAmountWrong')
    setMessage(messageOf(failure))
  }

  return (
    <form ref={form} noValidate onSubmit={submit} class="stack">
      {yours && (
        <h2 tabIndex={-1} class="plain">
          {t('linkBegun', { amount: money(yours.money) })}
        </h2>
      )}
      {requested && (
        <AmountField
          requested={requested}
          value={typed}
          fault={fault}
          onInput={(next) => {
            setFault(undefined)
            setTyped(next)
          }}
        />
      )}
      {!yours && methods && methods.length > 0 && (
        <section class="ways">
          <h2 tabIndex={-1}>{t('linkMethods')}</h2>
          <ul>
            {methods.map((method) => (
              <li key={method.paymentMethodCode}>{methodName(words, { ...method, flow: 'QR' })}</li>
            ))}
          </ul>
        </section>
      )}
      <div class="go">
        <div role="alert">{message && <Notice kind="error">{t(message)}</Notice>}</div>
        <button type="submit" class="primary" aria-disabled={isBusy}>
          {isBusy ? t('working') : sum ? t('pay', { amount: money(sum) }) : t('continue')}
        </button>
      </div>
      {yours && link.openAmount && link.status === 'OPEN' && (
        <button type="button" class="link" onClick={onAnother} disabled={isBusy}>
          {t('linkAnother')}
        </button>
      )}
    </form>
  )
}

interface Named {
  readonly money?: Money
  readonly fault?: MessageKey
}

function namedBy({ currencyCode, fractionDigits, min, max }: OpenAmount, typed: string): Named {
  const amount = typedAmount(typed, fractionDigits)
  if (amount === undefined) return { fault: 'linkAmountWrong' }
  if (min && amount < min.amount) return { fault: 'linkAtLeast' }
  if (max && amount > max.amount) return { fault: 'linkAtMost' }
  return { money: { amount, currencyCode } }
}

function messageOf(failure: Failure): MessageKey {
  if (failure.kind === 'network') return 'offline'
  if (failure.kind === 'refused' && failure.status === 422) return 'noMethods'
  return 'notWorked'
}

interface AmountFieldProps {
  readonly requested: OpenAmount
  readonly value: string
  readonly fault: MessageKey | undefined
  onInput(value: string): void
}

function AmountField({ requested, value, fault, onInput }: AmountFieldProps) {
  const { t, money } = useWords()
  const id = useId()
  const { currencyCode, min, max, fractionDigits } = requested
  const bounds = {
    min: min ? money(min) : '',
    max: max ? money(max) : '',
    example: fractionDigits > 0 ? '150.50' : '150',
  }
  const hint: MessageKey | undefined =
    min && max ? 'linkBetween' : min ? 'linkAtLeast' : max ? 'linkAtMost' : undefined
  return (
    <div class="field">
      <h2 tabIndex={-1}>
        <label for={id}>{t('linkHowMuch')}</label>
      </h2>
      <div class="amount-typed">
        <input
          id={id}
          name="amount"
          type="text"
          inputMode={fractionDigits > 0 ? 'decimal' : 'numeric'}
          autocomplete="transaction-amount"
          maxLength={24}
          required
          value={value}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
        <span class="amount-unit">{currencyCode}</span>
      </div>
      {hint && (
        <p class="quiet" id={`${id}-hint`}>
          {t(hint, bounds)}
        </p>
      )}
      <div role="alert" id={`${id}-error`}>
        {fault && <p class="error">{t(fault, bounds)}</p>}
      </div>
    </div>
  )
}

interface PaidProps {
  readonly link: PaymentLink
  readonly merchantName: string
  onAgain(): void
}

function Paid({ link, merchantName, onAgain }: PaidProps) {
  const { t } = useWords()
  return (
    <div class="stack centre outcome">
      <EndSign kind="good" />
      <h2 tabIndex={-1}>{t('success')}</h2>
      <p>{t('successText', { merchant: merchantName })}</p>
      {link.status === 'OPEN' && !link.isForOne ? (
        <button type="button" class="secondary" onClick={onAgain}>
          {t('linkAgain')}
        </button>
      ) : (
        <p class="quiet">{t('mayClose')}</p>
      )}
    </div>
  )
}

const SAYS: Readonly<
  Record<Exclude<LinkStatus, 'OPEN'>, { readonly title: MessageKey; readonly text: MessageKey }>
> = {
  USED_UP: { title: 'linkUsedUp', text: 'linkUsedUpText' },
  EXPIRED: { title: 'claimExpired', text: 'claimExpiredText' },
  CLOSED: { title: 'linkClosed', text: 'claimExpiredText' },
}

interface NotOpenProps {
  readonly status: Exclude<LinkStatus, 'OPEN'>
  readonly merchantName: string
}

function NotOpen({ status, merchantName }: NotOpenProps) {
  const { t } = useWords()
  const { title, text } = SAYS[status]
  return (
    <div class="stack centre outcome">
      <EndSign kind="time" />
      <h2 tabIndex={-1}>{t(title)}</h2>
      <p>{t(text, { merchant: merchantName })}</p>
    </div>
  )
}
