/** Health of the books and the system: invariants, the doctor's findings, alerts and the audit log. */
import { ListPage } from '@sluice/ui-kit/list-page.tsx'
import { Page } from '@sluice/ui-kit/page.tsx'
import { Badge, Section } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { useState } from 'preact/hooks'
import type { AnswerOf } from '../api.ts'
import { asking, ByCommand, LIVE_MS } from '../approval-requests.tsx'
import { DAYS } from '../days.ts'
import { placeOf, useView } from '../places.ts'
import { plainWords, toneOf } from '../texts.tsx'

const useInvariants = asking('GET /admin/invariants')
const useDoctor = asking('GET /admin/doctor')
const useAlerts = asking('GET /admin/alerts', LIVE_MS)
const useAudit = asking('GET /admin/audit', LIVE_MS)

/** Run only on demand, because it reads every row. */
function Books() {
  const invariants = useInvariants({})
  return (
    <Answered of={invariants} rows={8}>
      {({ holds, checks }) => (
        <>
          <p class="verdict">
            <Badge tone={holds ? 'good' : 'bad'}>{holds ? 'All checks passed' : 'Some checks failed'}</Badge>
          </p>
          <ul class="items">
            {checks
              .toSorted((a, b) => Number(a.holds) - Number(b.holds))
              .map(({ name, holds: isMet, detail }) => (
                <li key={name}>
                  <Badge tone={isMet ? 'good' : 'bad'}>{isMet ? 'holds' : 'broken'}</Badge> {name}
                  {!isMet && <p>{detail}</p>}
                </li>
              ))}
          </ul>
        </>
      )}
    </Answered>
  )
}

export function Health() {
  const doctor = useDoctor({})
  const [isRequested, ask] = useState(false)
  return (
    <Page title="Ledger and health">
      <div class="columns">
        <Section title="Ledger checks">
          {isRequested ? (
            <Books />
          ) : (
            <>
              <p>Checks every payment, event and posting. Takes a few seconds per million payments.</p>
              <button type="button" class="button" onClick={() => ask(true)}>
                Run ledger checks
              </button>
            </>
          )}
        </Section>
        <Section title="System health">
          <Answered of={doctor} rows={8}>
            {({ checks }) => (
              <ul class="items">
                {checks
                  .toSorted((a, b) => SEVERITY[b.state] - SEVERITY[a.state])
                  .map(({ name, state, detail, remedy }) => (
                    <li key={name}>
                      <Badge tone={toneOf(state)}>{state}</Badge> <strong>{plainWords(name)}</strong>:{' '}
                      {detail}
                      {remedy !== undefined && <p class="quiet">{remedy}</p>}
                    </li>
                  ))}
              </ul>
            )}
          </Answered>
        </Section>
      </div>
      <ByCommand name="GET /admin/invariants" requested={{}} />
      <ByCommand name="GET /admin/doctor" requested={{}} />
    </Page>
  )
}

const SEVERITY: Readonly<Record<AnswerOf<'GET /admin/doctor'>['state'], number>> = {
  fine: 0,
  warning: 1,
  broken: 2,
}

export function Alerts() {
  const { view } = useView()
  const requested = { query: { limit: '50', ...view } }
  return (
    <ListPage
      title="Alerts"
      path="/admin/alerts"
      filters={[
        {
          name: 'open',
          label: 'State',
          choices: [
            ['', 'All'],
            ['true', 'Active'],
            ['false', 'Resolved'],
          ],
        },
        ...DAYS,
      ]}
      answer={useAlerts(requested)}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Alert', cell: ({ detail }) => detail },
        { name: 'Subject', cell: ({ subject }) => subject },
        { name: 'Rule', cell: ({ rule }) => plainWords(rule), minor: true },
        { name: 'Started', cell: ({ beganAt }) => <Time at={beganAt} /> },
        {
          name: 'Ended',
          cell: ({ endedAt }) =>
            endedAt === undefined ? <Badge tone="bad">still active</Badge> : <Time at={endedAt} />,
        },
        {
          name: 'Sent',
          cell: ({ messages }) =>
            messages
              .map(({ channel, state }) => `${channel}: ${plainWords(state).toLowerCase()}`)
              .join(', ') || 'nobody',
        },
      ]}
      nothing="No alerts"
      byCommand={<ByCommand name="GET /admin/alerts" requested={requested} />}
    />
  )
}

/** Details as name and value, one after the other. */
const inWords = (detail: Readonly<Record<string, unknown>>): string =>
  Object.entries(detail)
    .map(
      ([name, value]) =>
        `${plainWords(name.replaceAll(/([A-Z])/g, ' $1')).toLowerCase()} ${value instanceof Object ? JSON.stringify(value) : String(value)}`,
    )
    .join(' · ')

export function Audit() {
  const { view } = useView()
  const requested = { query: { limit: '50', ...view } }
  return (
    <ListPage
      title="Audit log"
      path="/admin/audit"
      filters={[
        { name: 'operator', label: 'Actor' },
        { name: 'action', label: 'Action' },
        { name: 'subject', label: 'Target' },
        { name: 'merchantCode', label: 'Merchant' },
        ...DAYS,
      ]}
      answer={useAudit(requested)}
      keyOf={({ id }) => id}
      columns={[
        { name: 'When', cell: ({ at }) => <Time at={at} /> },
        { name: 'Actor', cell: ({ operator }) => operator, whole: true },
        {
          name: 'Action',
          cell: ({ action }) => (
            <a href={`${placeOf.audit}?${new URLSearchParams({ ...view, action, cursor: '' })}`}>
              <code class="breaks">{action}</code>
            </a>
          ),
          whole: true,
        },
        { name: 'Target', cell: ({ subject }) => subject, whole: true },
        { name: 'Details', cell: ({ detail }) => <span class="quiet">{inWords(detail)}</span> },
      ]}
      nothing="No matching entries"
      byCommand={<ByCommand name="GET /admin/audit" requested={requested} />}
    />
  )
}
