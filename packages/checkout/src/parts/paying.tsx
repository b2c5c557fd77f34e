/** What the payer has to do now, derived from the payin's data, not from its method. */
import type { Checkout } from '../checkout.ts'
import { useWords } from '../i18n.tsx'
import { stepLists } from '../instructions.ts'
import type { MessageKey } from '../messages/en.ts'
import { plainAmount } from '../money.ts'
import {
  canBeTyped,
  isCoin,
  isOpen,
  isSafeLink,
  type MethodResponse,
  type Payin,
  pageOf,
  toPay,
} from '../payin.ts'
import { Countdown } from './countdown.tsx'
import { ExactAmount } from './exact-amount.tsx'
import { ExpiredNotice } from './outcome.tsx'
import { QrPanel } from './qr-panel.tsx'
import { RedirectPanel } from './redirect-panel.tsx'
import { SandboxLink } from './sandbox-link.tsx'
import { Spinner, Value } from './small.tsx'
import { StoreCode } from './store-code.tsx'
import { UtrForm } from './utr-form.tsx'

interface PayingProps {
  readonly checkout: Checkout
  readonly payin: Payin
  readonly merchantName: string
}

export function Paying({ checkout, payin, merchantName }: PayingProps) {
  const { t } = useWords()
  const { process, paymentMethodResponse: response } = payin
  const takesReference = payin.externalReferenceNeeded || response.externalReference
  if (process.status === 'EXPIRED') {
    return (
      <div class="stack">
        <ExpiredNotice payin={payin} merchantName={merchantName} />
        {takesReference && <UtrForm checkout={checkout} payin={payin} />}
      </div>
    )
  }
  return (
    <div class="stack">
      <Spinner label={t(process.status === 'NEW' ? 'preparing' : 'waiting')} />
      {isOpen(process.status) && process.expireAt && (
        <Countdown until={Date.parse(process.expireAt)} checkout={checkout} />
      )}
      <Instructions payin={payin} />
      {takesReference && <UtrForm checkout={checkout} payin={payin} />}
    </div>
  )
}

type Kind = 'qr' | 'redirect' | 'transfer' | 'address' | 'store' | 'steps' | 'push' | 'none'

/** The kind of instructions that a response holds. */
export function kindOf({ process, paymentMethodResponse: response }: Payin): Kind {
  if (process.status === 'NEW') return 'none'
  if (pageOf(response) !== undefined) return 'redirect'
  if (response.qrCode !== undefined) return 'qr'
  if (response.account?.accountNumber !== undefined) return 'transfer'
  if (response.paymentAddress) return 'address'
  if (response.paymentLocationCustomer) return 'store'
  // At a till nothing is pushed to the payer's phone; the payer starts the payment.
  return response.paymentInstructionList?.length ? 'steps' : 'push'
}

function Instructions({ payin }: { readonly payin: Payin }) {
  const { t } = useWords()
  const { paymentMethodResponse: response } = payin
  switch (kindOf(payin)) {
    case 'none':
      return null
    case 'redirect':
      return <RedirectPanel payin={payin} />
    case 'qr':
      return (
        <>
          <QrPanel payin={payin} />
          {canBeTyped(response) && <Details payin={payin} isFolded={!isCoin(response.money)} />}
          <Steps response={response} />
        </>
      )
    case 'transfer':
    case 'address':
      return (
        <>
          <Details payin={payin} />
          <Steps response={response} />
          <SandboxLink payin={payin} />
        </>
      )
    case 'store':
      return (
        <>
          {response.reference !== undefined && <StoreCode code={response.reference} />}
          <SandboxLink payin={payin} />
        </>
      )
    case 'steps':
      return (
        <>
          <Steps response={response} isAlone />
          <SandboxLink payin={payin} />
        </>
      )
    case 'push':
      return (
        <div class="panel centre">
          <h1 tabIndex={-1}>{t('pushText')}</h1>
          <p class="quiet">{t('pushHint')}</p>
          {isSafeLink(response.upiQrDeepLink) && (
            <a class="primary" href={response.upiQrDeepLink}>
              {t('openApp')}
            </a>
          )}
          <SandboxLink payin={payin} />
        </div>
      )
  }
}

/** Japanese transfers need the account type. */
const ACCOUNT_TYPES: Readonly<Record<string, MessageKey>> = {
  ordinary: 'accountOrdinary',
  current: 'accountCurrent',
  savings: 'accountSavings',
}

/** Where to send the money and the exact amount, to type or paste elsewhere. */
function Details({ payin, isFolded }: { readonly payin: Payin; readonly isFolded?: boolean }) {
  const { t, money } = useWords()
  const { paymentMethodResponse: response } = payin
  const { account, paymentAddress, accountCustomer, paymentOperator, reference } = response
  const sum = toPay(response)
  const isAlone = response.qrCode === undefined
  const steps = response.paymentInstructionList?.flatMap((list) => list.steps)
  // An account used only for this payin needs no reference: then its steps do not mention one.
  const requested =
    !steps || (reference && steps.some((step) => step.includes(reference))) ? reference : undefined
  const Heading = isAlone ? 'h1' : 'h2'
  const title = t(paymentAddress ? 'sendTo' : 'transferTo')
  const typeOf = (given: string): string => {
    const key = ACCOUNT_TYPES[given.toLowerCase()]
    return key ? t(key) : given
  }
  const content = (
    <>
      <ExactAmount response={response} />
      <dl class="values">
        <Value name={t('amount')} value={money(sum)} copied={plainAmount(sum)} />
        {isCoin(sum) && paymentOperator && <Value name={t('network')} value={paymentOperator.name} isPlain />}
        {paymentAddress && <Value name={t('address')} value={paymentAddress.idAddress} />}
        {account?.accountNumber && <Value name={t('accountNumber')} value={account.accountNumber} />}
        {account?.accountName && <Value name={t('accountHolder')} value={account.accountName} />}
        {account?.bankName && <Value name={t('bank')} value={account.bankName} isPlain />}
        {account?.bankCode && <Value name={t('bankCode')} value={account.bankCode} />}
        {account?.branchCode && <Value name={t('branch')} value={account.branchCode} />}
        {account?.accountType && (
          <Value name={t('accountType')} value={typeOf(account.accountType)} isPlain />
        )}
        {isAlone && account && requested !== undefined && (
          <Value name={t('reference')} value={requested} hint={t('referenceWhy')} />
        )}
        {accountCustomer?.accountNumber && (
          <Value name={t('payFrom')} value={accountCustomer.accountNumber} isPlain />
        )}
      </dl>
    </>
  )
  if (isFolded) {
    return (
      <details class="panel">
        <summary>{title}</summary>
        {content}
      </details>
    )
  }
  return (
    <section class="panel">
      <Heading tabIndex={-1}>{title}</Heading>
      {content}
    </section>
  )
}

/** Steps to do elsewhere. */
function Steps({ response, isAlone }: { readonly response: MethodResponse; readonly isAlone?: boolean }) {
  const words = useWords()
  const { t } = words
  const lists = stepLists(words, response)
  if (lists.length === 0) return null
  const Heading = isAlone ? 'h1' : 'h2'
  return (
    <section class="panel">
      <Heading tabIndex={-1}>{t('steps')}</Heading>
      {lists.map(({ title, steps, isTranslated }, index) => (
        <details key={title} open={index === 0} lang={isTranslated ? undefined : 'en'}>
          <summary>{title}</summary>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  )
}
