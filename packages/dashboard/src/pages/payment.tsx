/** One payin, payout or refund: its status and the reason, what comes next, its callbacks, and the form to refund it. */
import type { ReadonlySignal } from '@preact/signals'
import { ENDED_UNPAID } from '@sluice/ui-kit/codes.ts'
import { Button } from '@sluice/ui-kit/form.tsx'
import { Amount, isNil, moneyText } from '@sluice/ui-kit/money.tsx'
import { CALM_MS, LIVE_MS } from '@sluice/ui-kit/operation.ts'
import { Page } from '@sluice/ui-kit/page.tsx'
import type { Loaded } from '@sluice/ui-kit/query.ts'
import { Badge, Copy, type Fact, Facts, Notice, Section } from '@sluice/ui-kit/small.tsx'
import { Answered, Failed } from '@sluice/ui-kit/states.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import type { ComponentChildren } from 'preact'
import { useRoute } from 'preact-iso'
import { type AnswerOf, asking } from '../api.ts'
import { ByCommand, quoted } from '../by-command.tsx'
import { t, wordOf } from '../language.ts'
import { may } from '../merchant.ts'
import { type Kind, placeOf, useView } from '../places.ts'
import { Claim, methodName, Status } from '../texts.tsx'
import { Story } from './explanation.tsx'
import { MakeRefund } from './make-refund.tsx'
import { Reported } from './reported.tsx'

const usePayin = asking('GET /payins/{idPayin}', LIVE_MS)
const usePayout = asking('GET /payouts/{idPayout}', LIVE_MS)
const useRefund = asking('GET /refunds/{idRefund}', LIVE_MS)
const useRefundsOf = asking('GET /refunds', CALM_MS)

interface FrameProps {
  readonly kind: Kind
  readonly id: string
  /** The payment itself: if it is missing, that is reported once. */
  readonly of: ReadonlySignal<Loaded<unknown>>
  readonly children: ComponentChildren
}

function Frame({ kind, id, of, children }: FrameProps) {
  const loaded = of.value
  const lists = { payin: 'payments', payout: 'payouts', refund: 'refunds' } as const
  return (
    <Page
      title={id}
      above={<a href={placeOf.list(kind)}>{t(lists[kind])}</a>}
      actions={<Copy text={id} label={t('copyId')} />}
    >
      {loaded.state === 'failed' ? <Failed refusal={loaded.refusal} /> : children}
    </Page>
  )
}

interface HeadProps {
  readonly money: AnswerOf<'GET /refunds/{idRefund}'>['money']
  readonly process: { readonly status: string }
  readonly failure: string | undefined
  readonly children?: ComponentChildren
}

function Head({ money, process, failure, children }: HeadProps) {
  return (
    <div class="headline">
      <p class="big">
        <Amount money={money} />
      </p>
      <Status status={process.status} />
      {failure !== undefined && <Badge tone="bad">{wordOf(failure)}</Badge>}
      {children}
    </div>
  )
}

interface Process {
  readonly createdAt: string
  readonly processedAt?: string
  readonly expireAt?: string
}

const times = ({ createdAt, processedAt, expireAt }: Process): readonly (Fact | undefined)[] => [
  { name: t('created'), value: <Time at={createdAt} /> },
  processedAt === undefined ? undefined : { name: t('ended'), value: <Time at={processedAt} /> },
  processedAt !== undefined || expireAt === undefined
    ? undefined
    : { name: t('expires'), value: <Time at={expireAt} /> },
]

const linkTo = (idLink: string) =>
  may('links:read') ? <a href={placeOf.link(idLink)}>{idLink}</a> : mono(idLink)

const mono = (text: string) => <code class="breaks">{text}</code>

export function Payin() {
  const { params } = useRoute()
  const { view, show } = useView()
  const path = { idPayin: params.id ?? '' }
  const payin = usePayin({ path })
  return (
    <Frame kind="payin" of={payin} id={path.idPayin}>
      <Answered of={payin} rows={3}>
        {(found) => {
          const { paymentRequested, process, failureReasonCode, refunds, sandboxUrl } = found
          const left =
            refunds?.refundable ?? (process.status === 'SUCCESS' ? paymentRequested.money : undefined)
          const isOffered = left !== undefined && !isNil(left) && may('refunds:act')
          return (
            <>
              <Head money={paymentRequested.money} process={process} failure={failureReasonCode}>
                <span class="row-acts">
                  {sandboxUrl !== undefined && (
                    <a class="button" href={sandboxUrl} target="_blank" rel="noreferrer">
                      {t('openSandbox')}
                    </a>
                  )}
                  {isOffered && (
                    <Button tone="primary" onClick={() => show({ open: 'refund' })}>
                      {t('makeRefund')}
                    </Button>
                  )}
                </span>
              </Head>
              {view.open === 'refund' && isOffered && (
                <MakeRefund idPayin={path.idPayin} left={left} onClose={() => show({ open: undefined })} />
              )}
            </>
          )
        }}
      </Answered>
      <Story kind="payin" id={path.idPayin}>
        <Answered of={payin} rows={6}>
          {({
            paymentRequested,
            process,
            fee,
            refunds,
            idLink,
            paymentMethodResponse: { paymentMethodCode, reference },
          }) => (
            <Section title={t('details')}>
              <Facts
                facts={[
                  { name: t('method'), value: methodName(paymentMethodCode) },
                  { name: t('amount'), value: <Amount money={paymentRequested.money} /> },
                  { name: t('fee'), value: <Fee kind="payin" fee={fee} status={process.status} /> },
                  refunds && { name: t('refunded'), value: <Amount money={refunds.refunded} /> },
                  refunds && { name: t('refundable'), value: <Amount money={refunds.refundable} /> },
                  reference === undefined ? undefined : { name: t('reference'), value: mono(reference) },
                  idLink === undefined ? undefined : { name: t('linkIs'), value: linkTo(idLink) },
                  ...times(process),
                ]}
              />
            </Section>
          )}
        </Answered>
      </Story>
      <RefundsOf idPayin={path.idPayin} />
      <Reported kind="payin" id={path.idPayin} />
      <ByCommand
        name="GET /payins/{idPayin}"
        requested={{ path }}
        client={`await sluice.payins.get(${quoted(path.idPayin)})`}
      />
    </Frame>
  )
}

function RefundsOf({ idPayin }: { readonly idPayin: string }) {
  const refunds = useRefundsOf({ query: { idPayin, limit: '20' } }).value
  if (refunds.state !== 'ready' || refunds.value.data.length === 0) return null
  const { data } = refunds.value
  return (
    <Section title={t('refunds')} count={data.length}>
      <Table
        label={t('refunds')}
        rows={data}
        keyOf={({ idRefund }) => idRefund}
        href={({ idRefund }) => placeOf.payment('refund', idRefund)}
        columns={[
          { name: t('refund'), cell: ({ idRefund }) => <span class="name">{idRefund}</span> },
          { name: t('status'), cell: ({ process }) => <Status status={process.status} /> },
          { name: t('amount'), cell: ({ money }) => <Amount money={money} />, atEnd: true },
          { name: t('created'), cell: ({ process }) => <Time at={process.createdAt} /> },
        ]}
      />
    </Section>
  )
}

interface FeeProps {
  readonly kind: Kind
  readonly fee: HeadProps['money']
  readonly status: string
}

/** A failed payment costs nothing: a payin is charged when it is paid, and the fee of a payout or refund was returned with its amount. */
function Fee({ kind, fee, status }: FeeProps) {
  return (
    <>
      <Amount money={fee} />{' '}
      {ENDED_UNPAID.has(status) && !isNil(fee) && (
        <span class="quiet">{t(kind === 'payin' ? 'feeNotCharged' : 'feeRefunded')}</span>
      )}
    </>
  )
}

export function Payout() {
  const { params } = useRoute()
  const path = { idPayout: params.id ?? '' }
  const payout = usePayout({ path })
  return (
    <Frame kind="payout" of={payout} id={path.idPayout}>
      <Answered of={payout} rows={3}>
        {({ paymentRequested, process, failureReasonCode }) => (
          <Head money={paymentRequested.money} process={process} failure={failureReasonCode} />
        )}
      </Answered>
      <Story kind="payout" id={path.idPayout}>
        <Answered of={payout} rows={6}>
          {({ paymentRequested, process, fee, paymentMethodResponse }) => (
            <Section title={t('details')}>
              <Facts
                facts={[
                  { name: t('method'), value: methodName(paymentMethodResponse.paymentMethodCode) },
                  { name: t('amount'), value: <Amount money={paymentRequested.money} /> },
                  { name: t('fee'), value: <Fee kind="payout" fee={fee} status={process.status} /> },
                  ...times(process),
                ]}
              />
            </Section>
          )}
        </Answered>
      </Story>
      <Reported kind="payout" id={path.idPayout} />
      <ByCommand
        name="GET /payouts/{idPayout}"
        requested={{ path }}
        client={`await sluice.payouts.get(${quoted(path.idPayout)})`}
      />
    </Frame>
  )
}

export function Refund() {
  const { params } = useRoute()
  const path = { idRefund: params.id ?? '' }
  const refund = useRefund({ path })
  return (
    <Frame kind="refund" of={refund} id={path.idRefund}>
      <Answered of={refund} rows={3}>
        {({ money, process, failureReasonCode, claimUrl }) => (
          <>
            <Head money={money} process={process} failure={failureReasonCode} />
            {claimUrl !== undefined && process.status === 'AWAITING_PAYEE' && <Claim url={claimUrl} />}
            {process.status === 'AWAITING_PAYEE' && !may('payouts:act') && (
              <Notice tone="warn">{t('claimByOthers')}</Notice>
            )}
          </>
        )}
      </Answered>
      <Story kind="refund" id={path.idRefund}>
        <Answered of={refund} rows={6}>
          {({ money, process, fee, idPayin, route, reason, note }) => (
            <Section title={t('details')}>
              <Facts
                facts={[
                  { name: t('payment'), value: <a href={placeOf.payment('payin', idPayin)}>{idPayin}</a> },
                  { name: t('amount'), value: moneyText(money) },
                  { name: t('fee'), value: <Fee kind="refund" fee={fee} status={process.status} /> },
                  { name: t('way'), value: wordOf(route) },
                  { name: t('reason'), value: wordOf(reason) },
                  note === undefined ? undefined : { name: t('note'), value: note },
                  ...times(process),
                ]}
              />
            </Section>
          )}
        </Answered>
      </Story>
      <Reported kind="refund" id={path.idRefund} />
      <ByCommand
        name="GET /refunds/{idRefund}"
        requested={{ path }}
        client={`await sluice.refunds.get(${quoted(path.idRefund)})`}
      />
    </Frame>
  )
}
