/** The page: merchant and amount above, the next step below. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Checkout, View } from '../checkout.ts'
import { useWords } from '../i18n.tsx'
import { type Money, toPay } from '../payin.ts'
import { paymentOf } from '../session.ts'
import { Choosing } from './choosing.tsx'
import { Frame } from './frame.tsx'
import { Over } from './outcome.tsx'
import { Paying } from './paying.tsx'
import { hasReturnUrl, ReturnLink } from './return-link.tsx'
import { Notice, Spinner } from './small.tsx'

export function App({ checkout }: { readonly checkout: Checkout }) {
  const [view, setView] = useState<View>(checkout.view)
  useEffect(() => {
    setView(checkout.view)
    return checkout.listen(setView)
  }, [checkout])
  const { t, money } = useWords()
  const { stage, merchant, trouble } = view
  const merchantName = merchant?.name ?? paymentOf(location.pathname)?.merchantCode ?? ''
  const sum = moneyOf(view)
  useEffect(() => {
    document.title = t('title', { merchant: merchantName })
  }, [t, merchantName])
  const { isTest, returnUrl } = view
  return (
    <Frame shop={merchant} merchantName={merchantName} isTest={isTest ?? false}>
      {sum && stage.name !== 'over' && (
        <div class="sum">
          <span class="sum-to">{t('payTo', { merchant: merchantName })}</span>
          <strong class="sum-amount">{money(sum)}</strong>
        </div>
      )}
      <StageView checkout={checkout} view={view} merchantName={merchantName} />
      {hasOwnReturnLink(view) || <ReturnLink returnUrl={returnUrl} merchantName={merchantName} />}
      <div class="trouble" role="status">
        {trouble && <Notice kind="warn">{t(trouble)}</Notice>}
      </div>
    </Frame>
  )
}

/** True if returning to the shop is the next step, and the stage itself shows the link. */
const hasOwnReturnLink = ({ stage }: View): boolean =>
  stage.name === 'over' ||
  (stage.name === 'stopped' && !stage.mayRetry) ||
  (stage.name === 'payin' && stage.payin.process.status === 'EXPIRED')

interface StageProps {
  readonly checkout: Checkout
  readonly view: View
  readonly merchantName: string
}

/** Moves the focus to the heading of each new stage, so that a screen reader reads it. */
function StageView({ checkout, view: { stage, returnUrl }, merchantName }: StageProps) {
  const { t } = useWords()
  const place = useRef<HTMLDivElement>(null)
  const seen = useRef(stage.name)
  useEffect(() => {
    if (seen.current !== stage.name && seen.current !== 'loading') {
      place.current?.querySelector<HTMLElement>('h1')?.focus()
      scrollTo({ top: 0 })
    }
    seen.current = stage.name
  }, [stage.name])
  const shown = () => {
    switch (stage.name) {
      case 'loading':
        return <Spinner label={t('loading')} />
      case 'stopped':
        return (
          <div class="stack" role="alert">
            <h1 tabIndex={-1} class="plain">
              {t(stage.why)}
            </h1>
            {stage.mayRetry && (
              <button type="button" class="primary" onClick={() => location.reload()}>
                {t('tryAgain')}
              </button>
            )}
            {!stage.mayRetry && hasReturnUrl(returnUrl) && (
              <ReturnLink returnUrl={returnUrl} merchantName={merchantName} isMain />
            )}
          </div>
        )
      case 'not-started':
        return <Spinner label={t('notStarted')} />
      case 'choosing':
        return <Choosing checkout={checkout} options={stage.options} money={stage.money} />
      case 'payin':
        return <Paying checkout={checkout} payin={stage.payin} merchantName={merchantName} />
      case 'over':
        return <Over closed={stage.closed} merchantName={merchantName} />
    }
  }
  return (
    <div ref={place} class="stage" data-stage={stage.name}>
      {shown()}
    </div>
  )
}

function moneyOf({ stage }: View): Money | undefined {
  if (stage.name === 'choosing') return stage.money
  return stage.name === 'payin' ? toPay(stage.payin.paymentMethodResponse) : undefined
}
