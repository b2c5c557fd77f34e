/** The set-up: what is said once and seldom changed, each with its form. */

import { Page } from '../../../kit/page.tsx'
import { Section } from '../../../kit/small.tsx'
import { Answered } from '../../../kit/states.tsx'
import { Time } from '../../../kit/time.tsx'
import { asking, ByCommand, CALM_MS } from '../approval-requests.tsx'
import { placeOf } from '../places.ts'
import { type Capability, may } from '../rights.ts'
import { SetupForm, SetupList } from './setup-list.tsx'

const PARTS: readonly (readonly [href: string, name: string, about: string, needs: Capability])[] = [
  [placeOf.debtorAccounts, 'Accounts that pay', 'From which bank files pay out.', 'bank-files:read'],
  [placeOf.providers, 'Providers', 'Accounts with providers that the gateway speaks to.', 'routes:manage'],
  [placeOf.connectors, 'Connectors', 'Providers behind a small signed protocol.', 'routes:read'],
  [placeOf.networks, 'Networks', 'Chains on which stablecoins arrive.', 'routes:read'],
  [placeOf.rates, 'Exchange rates', 'What merchants are told of other currencies.', 'routes:read'],
  [placeOf.calendars, 'Settlement calendars', 'On which days merchants are paid out.', 'settlements:read'],
  [placeOf.policy, 'Approvals: the policy', 'Which acts need a second operator.', 'approvals:read'],
  [
    placeOf.alertRules,
    'Alert rules',
    'What is told when something is wrong, and after how long.',
    'gateway:read',
  ],
  [placeOf.billing, 'Billing', 'Who issues invoices, and their numbers.', 'statements:read'],
]

export function Setup() {
  return (
    <Page title="Set-up">
      <Section title="What is said once">
        <ul class="items">
          {PARTS.filter(([, , , needs]) => may(needs)).map(([href, name, about]) => (
            <li key={href}>
              <a href={href}>{name}</a>
              <span class="quiet">{about}</span>
            </li>
          ))}
          <li>
            <a href={placeOf.merchants}>Merchants</a>
            <span class="quiet">Their products and fees, keys, terms of settlement.</span>
          </li>
          <li>
            <a href={placeOf.accounts}>Accounts</a>
            <span class="quiet">Where payers’ money arrives, and how the bank writes its statements.</span>
          </li>
        </ul>
      </Section>
      <p class="quiet">
        Where mails and messages of alerts go, and which identity provider people come by, stands in the
        gateway’s own configuration: nobody changes them on a screen.
      </p>
    </Page>
  )
}

const useRates = asking('GET /admin/fx-rate-pairs', CALM_MS)

export function Rates() {
  return (
    <Answered of={useRates({})} rows={4}>
      {({ data }) => (
        <SetupList
          title="Exchange rates"
          about="Rates are put for a time, and end with it."
          rows={data}
          keyOf={({ baseCurrencyCode, quoteCurrencyCode, validTo }) =>
            `${baseCurrencyCode} ${quoteCurrencyCode} ${validTo}`
          }
          nothing="No rate holds now"
          needs="routes:act"
          columns={[
            {
              name: 'Pair',
              cell: ({ baseCurrencyCode, quoteCurrencyCode }) => `${baseCurrencyCode} → ${quoteCurrencyCode}`,
            },
            { name: 'Rate', cell: ({ rate }) => String(rate), atEnd: true },
            { name: 'Until', cell: ({ validTo }) => <Time at={validTo} /> },
          ]}
          add={{
            name: 'PUT /admin/fx-rate-pairs',
            title: 'Put rates',
            start: { data: [{}] },
            customs: { data: { label: 'Rates', hint: 'Times as 2026-12-31T17:00:00Z.' } },
            effect: 'They hold at once, for all merchants.',
            button: 'Put these rates',
          }}
        />
      )}
    </Answered>
  )
}

const useCalendars = asking('GET /admin/settlement-calendars', CALM_MS)

const SET_CALENDAR = 'PUT /admin/settlement-calendars/{code}'

export function Calendars() {
  return (
    <Answered of={useCalendars({})} rows={4}>
      {({ data }) => (
        <SetupList
          title="Settlement calendars"
          about="The days on which merchants are paid out. Terms of settlement name a calendar by its code."
          rows={data}
          keyOf={({ code }) => code}
          nothing="There is no calendar"
          needs="settlements:manage"
          columns={[
            { name: 'Calendar', cell: ({ code }) => <span class="name">{code}</span> },
            { name: 'Closed weekdays', cell: ({ closedWeekdays = [] }) => closedWeekdays.join(', ') || '–' },
            { name: 'Holidays', cell: ({ holidays = [] }) => holidays.length, atEnd: true },
          ]}
          change={({ code, ...row }, onClose) => (
            <SetupForm
              name={SET_CALENDAR}
              path={{ code }}
              title={`Calendar ${code}`}
              start={row}
              effect="It holds for the periods that end from now on."
              button={`Change the calendar ${code}`}
              onClose={onClose}
            />
          )}
          byCommand={<ByCommand name="GET /admin/settlement-calendars" requested={{}} />}
        />
      )}
    </Answered>
  )
}

const useBilling = asking('GET /admin/billing')

export function Billing() {
  return (
    <Answered of={useBilling({})} rows={4}>
      {(billing) => (
        <SetupList
          title="Billing"
          about="Who issues statements and invoices, and how invoices are numbered."
          rows={[billing]}
          keyOf={() => 'billing'}
          nothing="Nothing is said"
          needs="statements:manage"
          columns={[
            { name: 'Issuer', cell: ({ issuer }) => issuer?.name ?? 'nobody yet: no invoice is issued' },
            { name: 'Zone', cell: ({ zone = 'UTC' }) => zone },
            { name: 'Series', cell: ({ series = 'INV' }) => series },
          ]}
          change={(row, onClose) => (
            <SetupForm
              name={'PUT /admin/billing'}
              title="Billing"
              start={row}
              effect="It holds for what is issued from now on."
              button="Change billing"
              onClose={onClose}
            />
          )}
          byCommand={<ByCommand name="GET /admin/billing" requested={{}} />}
        />
      )}
    </Answered>
  )
}
