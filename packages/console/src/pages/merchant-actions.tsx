/** Actions on a merchant: change its settings, admit it, try a payment on its behalf. */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { exactly } from '@sluice/ui-kit/exact.ts'
import { Button, Field, Form, fieldValue, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { Question } from '@sluice/ui-kit/question.tsx'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Notice, Section } from '@sluice/ui-kit/small.tsx'
import type { Earlier } from '@sluice/ui-kit/stale.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { type AnswerOf, ask } from '../api.ts'
import { OperationForm } from '../forms/operation-form.tsx'
import { placeOf } from '../places.ts'
import { may } from '../rights.ts'
import { Products } from './merchant-products.tsx'

type Profile = AnswerOf<'GET /admin/merchants/{merchantCode}'>

const CHANGE = 'PATCH /admin/merchants/{merchantCode}'

export type OperationOfMerchant = 'settings' | 'status'

interface ActionsProps {
  readonly profile: Profile
  /** The form that is open. */
  readonly open: { value: OperationOfMerchant | undefined }
}

export function MerchantActions({ profile, open }: ActionsProps) {
  if (!may('merchants:manage')) return null
  const isIn = profile.status !== 'SUSPENDED'
  const close = (): void => {
    open.value = undefined
  }
  return (
    <>
      <Button onClick={setTo(open, 'settings')}>Settings…</Button>
      <Button tone={isIn ? 'danger' : 'plain'} onClick={setTo(open, 'status')}>
        {isIn ? 'Suspend…' : 'Reactivate…'}
      </Button>
      {open.value === 'settings' && <Settings profile={profile} onClose={close} />}
      {open.value === 'status' && <LetIn profile={profile} onClose={close} />}
    </>
  )
}

interface OfMerchant {
  readonly profile: Profile
  readonly onClose: () => void
}

function Settings({ profile, onClose }: OfMerchant) {
  const { merchantCode, isTest } = profile
  return (
    <Drawer title={`Settings of ${merchantCode}`} onClose={onClose}>
      <OperationForm
        name={CHANGE}
        path={{ merchantCode }}
        label={`Settings of ${merchantCode}`}
        start={profile}
        whoElse={() => whoChanged(merchantCode)}
        customs={{
          name: { hint: 'The name payers see.' },
          callbackUrl: { label: 'Callback URL', hint: 'Must start with https for live merchants.' },
          rateLimitPerSecond: { label: 'Requests per second' },
          paymentMethods: { shown: (place) => <Products place={place} isTest={isTest} /> },
          status: null,
        }}
        button={() => `Change ${merchantCode}`}
        effect={
          isTest
            ? 'Applies from the next request. Existing payments keep their terms.'
            : 'Applies from the next request. Product changes for a live merchant need dual approval if there is another operator.'
        }
        onDone={onClose}
      />
    </Drawer>
  )
}

/** Who made the last change, from the audit log, if the operator may read it. */
async function whoChanged(merchantCode: string): Promise<Earlier | undefined> {
  const query = { merchantCode, subject: `merchant ${merchantCode}`, limit: '10' }
  const answer = await ask('GET /admin/audit', { query })
  const line = answer.ok ? answer.value.data.find(({ action }) => CHANGES.includes(action)) : undefined
  return line && { who: line.operator, what: 'changed its settings', at: line.at }
}

/** Changes by operators, and by the merchant's own people. */
const CHANGES: readonly string[] = ['merchant.change', 'settings.change']

function LetIn({ profile, onClose }: OfMerchant) {
  const { merchantCode, name, status } = profile
  const isIn = status !== 'SUSPENDED'
  return (
    <Question
      title={isIn ? `Suspend ${merchantCode}` : `Reactivate ${merchantCode}`}
      tone={isIn ? 'danger' : 'primary'}
      action={() => ask(CHANGE, { path: { merchantCode }, body: { status: isIn ? 'SUSPENDED' : 'ACTIVE' } })}
      onClose={onClose}
    >
      <p>
        {isIn
          ? `Within seconds, requests from ${name} are rejected and its tokens end. Payments under way continue, and money that arrives is still credited to it.`
          : `${name} can send requests again immediately.`}
      </p>
    </Question>
  )
}

type Tried = AnswerOf<'POST /admin/payments/{merchantCode}/!try'>

/** Only for test merchants: a live merchant's payments come only from its own shop. */
export function TryAPayment({
  profile: { merchantCode, isTest, callbackUrl, paymentMethods },
}: Pick<OfMerchant, 'profile'>) {
  const action = useAction()
  const amount = useSignal('')
  const currencyCode = useSignal('')
  const tried = useSignal<Tried | undefined>(undefined)
  if (!isTest || !may('payments:act')) return null
  const currencies = [...new Set(paymentMethods?.map(({ currency }) => currency) ?? [])]
  const currency = currencyCode.value || currencies[0] || ''
  const send = (): void =>
    void action.run(
      () =>
        ask('POST /admin/payments/{merchantCode}/!try', {
          path: { merchantCode },
          body: { money: { amount: exactly(amount.value), currencyCode: currency.toUpperCase() } },
        }),
      (answer) => {
        tried.value = answer
      },
    )
  return (
    <Section title="Create test payment">
      {callbackUrl === undefined || callbackUrl === null ? (
        <p class="quiet">This merchant has no callback URL. Add one in its settings first.</p>
      ) : (
        <Form label="Create test payment" onSend={send}>
          <div class="filters">
            <Field
              label="Amount"
              value={amount}
              inputMode="decimal"
              fault={action.faultAt('money/amount')}
              required
            />
            {currencies.length > 0 ? (
              <Field
                label="Currency"
                value={fieldValue(currency, (code) => {
                  currencyCode.value = code
                })}
                choices={currencies.map((code) => [code, code] as const)}
              />
            ) : (
              <Field
                label="Currency"
                value={currencyCode}
                maxLength={8}
                fault={action.faultAt('money/currencyCode')}
                required
              />
            )}
            <Button type="submit" acting={action.now}>
              Create checkout link
            </Button>
          </div>
          <Refused refusal={action.now.refusal} />
        </Form>
      )}
      <div aria-live="polite">{tried.value && <Link tried={tried.value} merchantCode={merchantCode} />}</div>
    </Section>
  )
}

function Link({
  tried: { idPayin, url, expiresAt },
  merchantCode,
}: {
  readonly tried: Tried
  readonly merchantCode: string
}) {
  return (
    <Notice tone="info">
      <a href={url} target="_blank" rel="noreferrer">
        Open checkout as payer
      </a>
      , until <Time at={expiresAt} brief />. Follow it on{' '}
      <a href={placeOf.payment({ merchantCode, kind: 'payin', id: idPayin })}>the payment’s page</a>, once a
      method is chosen.
    </Notice>
  )
}
