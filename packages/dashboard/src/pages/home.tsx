/** The merchant's home: balances, open work, and the latest payments. */
import { Amount, moneyText } from '@sluice/ui-kit/money.tsx'
import { CALM_MS, LIVE_MS } from '@sluice/ui-kit/operation.ts'
import { Page } from '@sluice/ui-kit/page.tsx'
import { Section } from '@sluice/ui-kit/small.tsx'
import { Answered, Empty } from '@sluice/ui-kit/states.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import type { ComponentChildren } from 'preact'
import { asking } from '../api.ts'
import { ByCommand } from '../by-command.tsx'
import { t } from '../language.ts'
import { may } from '../merchant.ts'
import { placeOf, viewOf } from '../places.ts'
import { payinColumns } from './payments.tsx'
import { MoneyOfTheMonth } from './reports.tsx'

const useBalances = asking('GET /balances', LIVE_MS)
const usePayins = asking('GET /payins', LIVE_MS)
const usePayouts = asking('GET /payouts', CALM_MS)
const useRefunds = asking('GET /refunds', CALM_MS)
const useCallbacks = asking('GET /callbacks', CALM_MS)

export function Home() {
  return (
    <Page
      title={t('home')}
      actions={
        <span class="row-acts">
          {may('links:act') && (
            <a class="button primary" href={viewOf(placeOf.links(), { open: 'new' })}>
              {t('newLink')}
            </a>
          )}
          {may('payouts:act') && (
            <a class="button" href={viewOf(placeOf.list('payout'), { open: 'new' })}>
              {t('newPayout')}
            </a>
          )}
        </span>
      }
    >
      {may('balances:read') && <BalanceCards />}
      <div class="home">
        <div>
          {may('reports:read') && may('payins:read') && <MoneyOfTheMonth />}
          {may('payins:read') && <Latest />}
        </div>
        <Section title={t('lookAt')}>
          <ul class="items look">
            {may('payouts:read') && <FailedPayouts />}
            {may('refunds:read') && <WaitingRefunds />}
            {may('callbacks:read') && <LostCallbacks />}
          </ul>
          <p class="quiet all-well">{t('allWell')}</p>
        </Section>
      </div>
      <ByCommand name="GET /balances" requested={{}} client="await sluice.balances()" />
    </Page>
  )
}

export function BalanceCards() {
  const balances = useBalances({})
  return (
    <Answered of={balances} rows={2}>
      {({ data }) =>
        data.length === 0 ? (
          <p class="standing">{t('noBalance')}</p>
        ) : (
          <div class="cards balances">
            {data.map(({ currencyCode, available, pending, reserved }) => (
              <section class="card" key={currencyCode} aria-label={currencyCode}>
                <p class="quiet">{t('available')}</p>
                <p class="big">
                  <Amount money={available} />
                </p>
                <p class="quiet parts">
                  <span>
                    {t('pendingMoney')} {moneyText(pending)}
                  </span>
                  <span>
                    {t('reserved')} {moneyText(reserved)}
                  </span>
                </p>
              </section>
            ))}
          </div>
        )
      }
    </Answered>
  )
}

function Latest() {
  const payins = usePayins({ query: { limit: '8' } })
  return (
    <Section title={t('latest')} aside={<a href={placeOf.list('payin')}>{t('seeAll')}</a>}>
      <Answered of={payins} rows={8}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t('noPayments')}>
              <p>{t('noPaymentsText')}</p>
            </Empty>
          ) : (
            <Table
              label={t('latest')}
              rows={data}
              columns={payinColumns().filter(({ minor }) => minor !== true)}
              keyOf={({ paymentMethodResponse }) => paymentMethodResponse.idPayin}
              href={({ paymentMethodResponse }) => placeOf.payment('payin', paymentMethodResponse.idPayin)}
            />
          )
        }
      </Answered>
    </Section>
  )
}

const FEW = { limit: '5' } as const

function Item({ href, title, children }: { href: string; title: string; children: ComponentChildren }) {
  return (
    <li>
      <a href={href} data-row>
        {title}
      </a>
      <span class="quiet">{children}</span>
    </li>
  )
}

function FailedPayouts() {
  const requested = usePayouts({ query: { ...FEW, status: 'FAILED' } }).value
  const [first] = requested.state === 'ready' ? requested.value.data : []
  if (!first) return null
  return (
    <Item href={viewOf(placeOf.list('payout'), { status: 'FAILED' })} title={t('failedPayouts')}>
      {first.paymentMethodResponse.idPayout} · {moneyText(first.paymentRequested.money)}
    </Item>
  )
}

function WaitingRefunds() {
  const requested = useRefunds({ query: { ...FEW, status: 'AWAITING_PAYEE' } }).value
  const [first] = requested.state === 'ready' ? requested.value.data : []
  if (!first) return null
  return (
    <Item href={viewOf(placeOf.list('refund'), { status: 'AWAITING_PAYEE' })} title={t('waitingRefunds')}>
      {first.idRefund} · {moneyText(first.money)}
    </Item>
  )
}

function LostCallbacks() {
  const requested = useCallbacks({ query: { ...FEW, state: 'ABANDONED' } }).value
  const [first] = requested.state === 'ready' ? requested.value.data : []
  if (!first) return null
  return (
    <Item href={viewOf(placeOf.callbacks(), { state: 'ABANDONED' })} title={t('lostCallbacks')}>
      {first.id} · <Time at={first.at} brief />
    </Item>
  )
}
