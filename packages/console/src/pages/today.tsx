/** What needs attention now, and how long it has waited: the start page of the day. */
import { moneyText } from '@sluice/ui-kit/money.tsx'
import { Page } from '@sluice/ui-kit/page.tsx'
import { OutcomeChart } from '@sluice/ui-kit/reports/charts.tsx'
import { rowsBehind } from '@sluice/ui-kit/reports/rows.ts'
import { Badge, Section, type Tone } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { spanText, Time } from '@sluice/ui-kit/time.tsx'
import type { ComponentChildren } from 'preact'
import type { AnswerOf } from '../api.ts'
import { asking, ByCommand, CALM_MS, LIVE_MS } from '../approval-requests.tsx'
import { placeOf, viewOf } from '../places.ts'
import { may } from '../rights.ts'
import { counted, merchantName, plainWords } from '../texts.tsx'

const useApprovals = asking('GET /admin/approvals', LIVE_MS)
const useCases = asking('GET /admin/cases', LIVE_MS)
const useAlerts = asking('GET /admin/alerts', LIVE_MS)
const useProcessors = asking('GET /admin/processors', CALM_MS)
const useFiles = asking('GET /admin/bank-files', CALM_MS)
const useWaiting = asking('GET /admin/bank-files/waiting', CALM_MS)
const useRuns = asking('GET /admin/settlement-runs', CALM_MS)
const useFailing = asking('GET /admin/callbacks/failing', CALM_MS)

const useRates = asking('GET /admin/reports/success-rates', CALM_MS)

const PAYINS_BY_DAY = { query: { kind: 'payin', by: 'day' } } as const
const WAITING = { query: { status: 'WAITING', limit: '100' } }
const OLDEST_OPEN = { query: { open: 'true', sort: 'OLDEST', limit: '100' } }
const OPEN_ALERTS = { query: { open: 'true', limit: '100' } }
const PREPARED = { query: { status: 'PREPARED', limit: '100' } }
const LATEST_RUNS = { query: { limit: '20' } }
const SOME = { query: { limit: '100' } }

export function Today() {
  return (
    <Page title="Today">
      <div class="cards">
        <Approvals />
        <Cases />
        <FilesToRelease />
        <PayoutsWithoutFile />
        <Alerts />
        <UnhealthyProcessors />
        <SettlementRuns />
        <FailingCallbacks />
      </div>
      {may('reports:read') && <LastDays />}
      <ByCommand name="GET /admin/cases" requested={OLDEST_OPEN} />
    </Page>
  )
}

function Approvals() {
  return (
    <Answered of={useApprovals(WAITING)}>
      {({ data, nextCursor }) => (
        <Card
          title="Approvals"
          href={viewOf(placeOf.approvals, { status: 'WAITING' })}
          count={countOf(data, nextCursor)}
          nothing="No approval requests."
        >
          {data.slice(0, FEW).map(({ id, summary, requestedBy, expiresAt }) => (
            <Item key={id} href={placeOf.approval(id)} title={summary}>
              {requestedBy} requested · expires <Time at={expiresAt} brief />
            </Item>
          ))}
        </Card>
      )}
    </Answered>
  )
}

function Cases() {
  return <Answered of={useCases(OLDEST_OPEN)}>{(found) => <CasesCard found={found} />}</Answered>
}

function FilesToRelease() {
  return (
    <Answered of={useFiles(PREPARED)}>
      {({ data, nextCursor }) => (
        <Card
          title="Bank files to release"
          href={viewOf(placeOf.bankFiles, { status: 'PREPARED' })}
          count={countOf(data, nextCursor)}
          nothing="No files to release."
        >
          {data.slice(0, FEW).map(({ id, batches, payments, preparedBy }) => (
            <Item
              key={id}
              href={placeOf.bankFile(id)}
              title={`${counted(payments, 'payout')} · ${batches.map(({ total }) => moneyText(total)).join(' + ')}`}
            >
              prepared by {preparedBy}
            </Item>
          ))}
        </Card>
      )}
    </Answered>
  )
}

function PayoutsWithoutFile() {
  return (
    <Answered of={useWaiting({})}>
      {({ data }) => (
        <Card
          title="Payouts without a file"
          href={placeOf.bankFiles}
          count={countOf(
            data,
            undefined,
            data.reduce((sum, { payments }) => sum + payments, 0),
          )}
          nothing="No payouts without a file."
        >
          {data.slice(0, FEW).map(({ total, payments, since, isTest }) => (
            <Item
              key={`${total.currencyCode} ${isTest}`}
              href={placeOf.bankFiles}
              title={`${moneyText(total)}${isTest ? ' (test)' : ''}`}
            >
              {counted(payments, 'payout')}, the oldest since <Time at={since} brief />
            </Item>
          ))}
        </Card>
      )}
    </Answered>
  )
}

function Alerts() {
  return (
    <Answered of={useAlerts(OPEN_ALERTS)}>
      {({ data, nextCursor }) => (
        <Card
          title="Alerts"
          href={viewOf(placeOf.alerts, { open: 'true' })}
          count={countOf(data, nextCursor)}
          tone="bad"
          nothing="No alerts."
        >
          {data.slice(0, FEW).map(({ id, detail, subject, beganAt }) => (
            <Item key={id} href={viewOf(placeOf.alerts, { open: 'true' })} title={detail}>
              {subject} · since <Time at={beganAt} brief />
            </Item>
          ))}
        </Card>
      )}
    </Answered>
  )
}

function UnhealthyProcessors() {
  return (
    <Answered of={useProcessors({})}>
      {({ data }) => {
        const ill = data.filter(({ healthy }) => !healthy)
        return (
          <Card
            title="Processors"
            href={placeOf.processors}
            count={{ many: ill.length, text: String(ill.length) }}
            tone="bad"
            nothing={`All ${data.length} are accepting payments.`}
          >
            {ill.slice(0, FEW).map(({ name, detail, since }) => (
              <Item key={name} href={placeOf.processors} title={name}>
                {detail} · since <Time at={since} brief />
              </Item>
            ))}
          </Card>
        )
      }}
    </Answered>
  )
}

function SettlementRuns() {
  return (
    <Answered of={useRuns(LATEST_RUNS)}>
      {({ data }) => {
        const open = data.filter(({ state }) => state !== 'DONE')
        return (
          <Card
            title="Settlement runs"
            href={placeOf.settlements}
            count={{ many: open.length, text: String(open.length) }}
            nothing="No runs waiting or in progress."
          >
            {open.slice(0, FEW).map(({ id, state, totals, stoppedWhy }) => (
              <Item
                key={id}
                href={placeOf.settlement(id)}
                title={totals.map(({ planned }) => moneyText(planned)).join(' + ') || 'Nothing to pay'}
              >
                {plainWords(state)}
                {stoppedWhy !== undefined && `: ${stoppedWhy}`}
              </Item>
            ))}
          </Card>
        )
      }}
    </Answered>
  )
}

function FailingCallbacks() {
  return (
    <Answered of={useFailing(SOME)}>
      {({ data, nextCursor }) => (
        <Card
          title="Failing callbacks"
          href={placeOf.callbacks}
          count={countOf(data, nextCursor)}
          tone="bad"
          nothing="All callbacks are delivered."
        >
          {data.slice(0, FEW).map((callback) => (
            <Item
              key={`${callback.merchantCode} ${callback.kind} ${callback.id}`}
              href={placeOf.payment(callback)}
              title={`${callback.merchantCode} · ${callback.id}`}
            >
              {counted(callback.attempts, 'attempt')} · {plainWords(callback.state)}
            </Item>
          ))}
        </Card>
      )}
    </Answered>
  )
}

/** A chart of the last 30 days below the open work; hidden if there were no payments. */
function LastDays() {
  const requested = useRates(PAYINS_BY_DAY).value
  if (requested.state !== 'ready' || requested.value.data.length === 0) return null
  return (
    <Section title="Payins of the last 30 days" aside={<a href={placeOf.reports}>Reports</a>}>
      <OutcomeChart
        report={requested.value}
        by="day"
        isSmall
        list={(group, count) =>
          group.from === undefined
            ? undefined
            : viewOf(placeOf.payments, rowsBehind({ ...group, kind: 'payin' }, count))
        }
      />
    </Section>
  )
}

const FEW = 4

interface Count {
  readonly many: number
  readonly text: string
}

/** `100+` if there is another page. */
const countOf = (rows: readonly unknown[], next: string | undefined, many = rows.length): Count => ({
  many,
  text: next === undefined ? String(many) : `${many}+`,
})

interface CardProps {
  readonly title: string
  readonly href: string
  readonly count: Count
  readonly nothing: string
  readonly tone?: Tone
  readonly children: ComponentChildren
}

function Card({ title, href, count: { many, text }, nothing, tone = 'busy', children }: CardProps) {
  return (
    <section class={many === 0 ? 'card calm' : 'card'}>
      <header>
        <h2>
          <a href={href}>{title}</a>
        </h2>
        <Badge tone={many === 0 ? 'good' : tone}>{text}</Badge>
      </header>
      {many === 0 ? <p class="quiet">{nothing}</p> : <ul class="items">{children}</ul>}
    </section>
  )
}

function Item({
  href,
  title,
  children,
}: {
  readonly href: string
  readonly title: string
  readonly children: ComponentChildren
}) {
  return (
    <li>
      <a href={href} data-row>
        {title}
      </a>
      <span class="quiet">{children}</span>
    </li>
  )
}

const HOUR_SECS = 3_600
const AGES = [
  ['under an hour', 0, HOUR_SECS],
  ['under a day', HOUR_SECS, 24 * HOUR_SECS],
  ['under three days', 24 * HOUR_SECS, 72 * HOUR_SECS],
  ['older', 72 * HOUR_SECS, Number.POSITIVE_INFINITY],
] as const

function CasesCard({ found: { data, nextCursor } }: { readonly found: AnswerOf<'GET /admin/cases'> }) {
  return (
    <Card
      title="Open cases"
      href={viewOf(placeOf.cases, { open: 'true', sort: 'OLDEST' })}
      count={countOf(data, nextCursor)}
      nothing="No unmatched money."
    >
      <li>
        <dl class="ages">
          {AGES.map(([name, from, to]) => {
            const many = data.filter(({ ageSecs }) => ageSecs >= from && ageSecs < to).length
            return (
              <div key={name} class={many > 0 && from >= 24 * HOUR_SECS ? 'late' : ''}>
                <dt>{name}</dt>
                <dd>{many}</dd>
              </div>
            )
          })}
        </dl>
      </li>
      {data.slice(0, FEW - 1).map(({ id, reason, merchantCode, left, ageSecs }) => (
        <Item
          key={id}
          href={placeOf.case(id)}
          title={`${plainWords(reason)}${left ? ` · ${moneyText(left)}` : ''}`}
        >
          {merchantName(merchantCode)} · {spanText(ageSecs)}
        </Item>
      ))}
    </Card>
  )
}
