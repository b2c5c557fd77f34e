/** One payment: what happened and why, who must act, what comes next, and where its money is. */
import { ENDED_UNPAID } from '@sluice/ui-kit/codes.ts'
import { Amount, isNil, type MoneyText } from '@sluice/ui-kit/money.tsx'
import { Page } from '@sluice/ui-kit/page.tsx'
import { Badge, Copy, Facts, Notice, Section, type Tone } from '@sluice/ui-kit/small.tsx'
import { Answered, Failed } from '@sluice/ui-kit/states.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { distanceText, Time } from '@sluice/ui-kit/time.tsx'
import { Timeline } from '@sluice/ui-kit/timeline.tsx'
import { useRoute } from 'preact-iso'
import type { AnswerOf } from '../api.ts'
import { asking, ByCommand, LIVE_MS } from '../approval-requests.tsx'
import { placeOf, viewOf } from '../places.ts'
import { MerchantLink, methodName, plainWords, Status } from '../texts.tsx'
import { PaymentActions } from './payment-actions.tsx'
import { PaymentCallbacks } from './payment-callbacks.tsx'
import type { History } from './payment-history.ts'

const usePayment = asking('GET /admin/payments/{merchantCode}/{kind}/{id}', LIVE_MS)
const useExplanation = asking('GET /admin/payments/{merchantCode}/{kind}/{id}/!explain', LIVE_MS)

type Explanation = AnswerOf<'GET /admin/payments/{merchantCode}/{kind}/{id}/!explain'>

export function Payment() {
  const { params } = useRoute()
  const path = { merchantCode: params.merchantCode ?? '', kind: params.kind ?? '', id: params.id ?? '' }
  const history = usePayment({ path })
  const explanation = useExplanation({ path })
  // A missing payment is reported once.
  const failed = history.value.state === 'failed' ? history.value.refusal : undefined
  return (
    <Page
      title={path.id}
      above={
        <>
          <a href={viewOf(placeOf.payments, { kind: path.kind })}>{plainWords(path.kind)}s</a> of{' '}
          <MerchantLink code={path.merchantCode} />
        </>
      }
      actions={<Copy text={path.id} label="Copy ID" />}
    >
      {failed ? (
        <Failed refusal={failed} />
      ) : (
        <>
          <Answered of={history} rows={3}>
            {(payment) => (
              <>
                {payment.isTest && <Notice tone="warn">Test payment. No real money.</Notice>}
                <div class="headline">
                  <p class="big">
                    <Amount money={payment.money} />
                  </p>
                  <Status status={payment.status} />
                  {payment.failureReasonCode !== undefined && (
                    <Badge tone="bad">{plainWords(payment.failureReasonCode)}</Badge>
                  )}
                  <PaymentActions payment={payment} />
                </div>
              </>
            )}
          </Answered>
          <Answered of={explanation} rows={5}>
            {(reported) => <Standing explanation={reported} />}
          </Answered>
          <div class="columns">
            <Section title="Timeline">
              <Answered of={explanation} rows={6}>
                {({ evidence, next }) => (
                  <Timeline
                    events={evidence.map(({ at, type, text, ref }) => ({
                      at,
                      source: SOURCES[type],
                      tone: TONES[type],
                      text: (
                        <>
                          {text}{' '}
                          {ref !== undefined && OWN_NAMES.has(type) && <Reference type={type} name={ref} />}
                        </>
                      ),
                    }))}
                    {...(next && { next: <Next next={next} /> })}
                  />
                )}
              </Answered>
            </Section>
            <Answered of={history} rows={6}>
              {(payment) => <Details payment={payment} />}
            </Answered>
          </div>
          <Answered of={history} rows={3}>
            {(payment) => (
              <>
                <Postings postings={payment.postings} />
                <Cases cases={payment.cases} />
                <PaymentCallbacks payment={payment} />
                <Raw payment={payment} />
              </>
            )}
          </Answered>
        </>
      )}
      <ByCommand name="GET /admin/payments/{merchantCode}/{kind}/{id}/!explain" requested={{ path }} />
    </Page>
  )
}

type Evidence = Explanation['evidence'][number]['type']

const SOURCES: Readonly<Record<Evidence, string>> = {
  HISTORY: 'payment history',
  BANK_FILE: 'bank file',
  BANK_ENTRY: 'bank statement',
  TRANSFER: 'blockchain',
  REFUND: 'refund',
  REPORT: 'processor',
  CALL: 'provider API call',
  CASE: 'case',
  CALLBACK: 'callbacks',
}
const TONES: Readonly<Record<Evidence, Tone>> = {
  HISTORY: 'plain',
  BANK_FILE: 'busy',
  BANK_ENTRY: 'good',
  TRANSFER: 'good',
  REFUND: 'busy',
  REPORT: 'busy',
  CALL: 'plain',
  CASE: 'warn',
  CALLBACK: 'plain',
}

/** Evidence whose ID leads to another screen or to the bank. */
const OWN_NAMES: ReadonlySet<Evidence> = new Set(['BANK_FILE', 'BANK_ENTRY', 'TRANSFER', 'REPORT', 'CASE'])

function Reference({ type, name }: { readonly type: Evidence; readonly name: string }) {
  if (type === 'CASE') return <a href={placeOf.case(name)}>View case</a>
  if (type === 'BANK_FILE') return <a href={placeOf.bankFile(name)}>View bank file</a>
  return <code class="breaks">{name}</code>
}

const WHO: Readonly<Record<Explanation['waitingFor'], string>> = {
  PAYER: 'Waiting for payer',
  MERCHANT: 'Waiting for merchant',
  OPERATOR: 'Waiting for an operator',
  PROVIDER: 'Waiting for provider',
  BANK: 'Waiting for bank',
  NOBODY: 'No action needed',
}

function Standing({ explanation: { summary, waitingFor, next } }: { readonly explanation: Explanation }) {
  return (
    <div class={waitingFor === 'OPERATOR' ? 'standing yours' : 'standing'}>
      <p class="standing-summary">{summary}</p>
      <p>
        <Badge tone={waitingFor === 'OPERATOR' ? 'warn' : waitingFor === 'NOBODY' ? 'plain' : 'busy'}>
          {WHO[waitingFor]}
        </Badge>{' '}
        {next && <Next next={next} />}
      </p>
    </div>
  )
}

function Next({ next: { operation, at } }: { readonly next: NonNullable<Explanation['next']> }) {
  return (
    <span>
      Next: {plainWords(operation).toLowerCase()}
      {at !== undefined && (
        <>
          {' '}
          by <Time at={at} /> ({distanceText(at, Date.now())})
        </>
      )}
    </span>
  )
}

function Details({ payment }: { readonly payment: History }) {
  const { createdAt, processedAt, paymentMethodCode, paymentOperatorCode, processor } = payment
  const known = (name: string, value: string | null | undefined) =>
    value ? { name, value: <code class="breaks">{value}</code> } : undefined
  const fee = feeIn(payment.payment)
  return (
    <Section title="Details">
      <Facts
        facts={[
          { name: 'Method', value: methodName(paymentMethodCode) },
          paymentOperatorCode === undefined ? undefined : { name: 'Operator', value: paymentOperatorCode },
          { name: 'Processor', value: processor },
          fee && { name: 'Fee', value: <Fee payment={payment} fee={fee} /> },
          known('Processor reference', payment.processorRef),
          known('Processor status', payment.processorStatus),
          known('Confirmation', payment.confirmation),
          known('External reference', payment.externalReference),
          { name: 'Created', value: <Time at={createdAt} /> },
          processedAt === undefined ? undefined : { name: 'Completed', value: <Time at={processedAt} /> },
          known('Callback URL', payment.callbackUrl),
          known('Key', payment.key),
        ]}
      />
      {payment.steps.length > 0 && (
        <ul class="items">
          {payment.steps.map(({ purpose, dueAt, tries }) => (
            <li key={`${purpose} ${dueAt}`}>
              {plainWords(purpose)}{' '}
              <span class="quiet">
                due <Time at={dueAt} />
                {tries > 0 && `, tried ${tries} times`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The fee as the merchant sees it; a settlement has none. */
function feeIn({ fee }: History['payment']): MoneyText | undefined {
  const { amount, currencyCode }: { readonly amount?: unknown; readonly currencyCode?: unknown } = Object(fee)
  return typeof amount === 'string' && typeof currencyCode === 'string' ? { amount, currencyCode } : undefined
}

/** A failed payment costs nothing: a payin is charged when it is paid, and the fee of a payout or refund was returned with its amount. */
function Fee({ payment: { kind, status }, fee }: { readonly payment: History; readonly fee: MoneyText }) {
  return (
    <>
      <Amount money={fee} />{' '}
      {ENDED_UNPAID.has(status) && !isNil(fee) && (
        <span class="quiet">{kind === 'payin' ? 'not charged' : 'refunded with the amount'}</span>
      )}
    </>
  )
}

function Postings({ postings }: Pick<History, 'postings'>) {
  if (postings.length === 0) return null
  return (
    <Section title="Ledger" count={postings.length}>
      <Table
        label="Postings"
        rows={postings}
        keyOf={({ seq, account, money }) => `${seq} ${account} ${money.amount}`}
        columns={[
          { name: 'Account', cell: ({ account }) => <code class="breaks">{account}</code> },
          { name: 'Amount', cell: ({ money }) => <Amount money={money} signed />, atEnd: true },
          { name: 'Time', cell: ({ at }) => <Time at={at} /> },
          { name: 'Event', cell: ({ seq }) => seq, atEnd: true, minor: true },
        ]}
      />
    </Section>
  )
}

function Cases({ cases }: Pick<History, 'cases'>) {
  if (cases.length === 0) return null
  return (
    <Section title="Cases" count={cases.length}>
      <Table
        label="Cases"
        rows={cases}
        keyOf={({ id }) => id}
        href={({ id }) => placeOf.case(id)}
        columns={[
          { name: 'Case', cell: ({ reason }) => plainWords(reason) },
          { name: 'Amount', cell: ({ left }) => (left ? <Amount money={left} /> : '–'), atEnd: true },
          { name: 'Since', cell: ({ openedAt }) => <Time at={openedAt} /> },
          {
            name: 'State',
            cell: ({ closedAt }) =>
              closedAt === undefined ? <Badge tone="warn">Open</Badge> : <Badge tone="good">Settled</Badge>,
          },
        ]}
      />
    </Section>
  )
}

/** Request and response as exchanged with the merchant, for comparison with a log. */
function Raw({ payment }: { readonly payment: History }) {
  const parts = [
    ['Merchant API response', payment.payment],
    ['Create request', payment.request],
    ['Payment method response', payment.response],
    ['Payer account', payment.payerAccount],
  ] as const
  return (
    <details class="raw">
      <summary>Requests and responses</summary>
      {parts.map(
        ([name, value]) =>
          value && (
            <section key={name}>
              <h3>{name}</h3>
              <pre>{JSON.stringify(value, null, 2)}</pre>
            </section>
          ),
      )}
    </details>
  )
}
