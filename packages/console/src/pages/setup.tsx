/** Settings that seldom change, each with its form. */
import { Page } from '@sluice/ui-kit/page.tsx'
import { Section } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { asking, ByCommand, CALM_MS } from '../approval-requests.tsx'
import { placeOf } from '../places.ts'
import { type Capability, may } from '../rights.ts'
import { SetupForm, SetupList } from './setup-list.tsx'

const PARTS: readonly (readonly [href: string, name: string, about: string, needs: Capability])[] = [
  [placeOf.debtorAccounts, 'Payout accounts', 'Own accounts for payouts by bank file.', 'bank-files:read'],
  [
    placeOf.providers,
    'Providers',
    'Accounts with providers that Sluice connects to directly.',
    'routes:manage',
  ],
  [placeOf.connectors, 'Connectors', 'Other providers, through your own connector.', 'routes:read'],
  [placeOf.networks, 'Networks', 'Blockchains for stablecoin payins.', 'routes:read'],
  [placeOf.rates, 'Exchange rates', 'Rates shown to merchants.', 'routes:read'],
  [placeOf.calendars, 'Settlement calendars', 'Business days for settlements.', 'settlements:read'],
  [placeOf.policy, 'Approval policy', 'Operations that need dual approval.', 'approvals:read'],
  [placeOf.alertRules, 'Alert rules', 'When alerts are sent.', 'gateway:read'],
  [placeOf.privacyTerms, 'Personal data', 'How long it is kept.', 'privacy:read'],
  [placeOf.billing, 'Billing', 'Invoice issuer and numbering.', 'statements:read'],
]

export function Setup() {
  return (
    <Page title="Settings">
      <Section title="General">
        <ul class="items">
          {PARTS.filter(([, , , needs]) => may(needs)).map(([href, name, about]) => (
            <li key={href}>
              <a href={href}>{name}</a>
              <span class="quiet">{about}</span>
            </li>
          ))}
          <li>
            <a href={placeOf.merchants}>Merchants</a>
            <span class="quiet">Products, fees, keys and settlement terms.</span>
          </li>
          <li>
            <a href={placeOf.accounts}>Accounts</a>
            <span class="quiet">Own accounts for payins, and their bank statement formats.</span>
          </li>
        </ul>
      </Section>
      <p class="quiet">
        Alert destinations and the identity provider are set in the gateway’s configuration, not here.
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
          about="Each rate is valid until its end time."
          rows={data}
          keyOf={({ baseCurrencyCode, quoteCurrencyCode, validTo }) =>
            `${baseCurrencyCode} ${quoteCurrencyCode} ${validTo}`
          }
          nothing="No current rates"
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
            title: 'Add rates',
            start: { data: [{}] },
            customs: { data: { label: 'Rates', hint: 'Write times as 2026-12-31T17:00:00Z.' } },
            effect: 'Applies immediately, to all merchants.',
            button: 'Save rates',
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
          about="Business days for settlements. Settlement terms refer to a calendar by its code."
          rows={data}
          keyOf={({ code }) => code}
          nothing="No calendars yet"
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
              effect="Applies to periods that end from now on."
              button={`Save calendar ${code}`}
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
          about="The issuer of statements and invoices, and the invoice numbering."
          rows={[billing]}
          keyOf={() => 'billing'}
          nothing="Not configured"
          needs="statements:manage"
          columns={[
            { name: 'Issuer', cell: ({ issuer }) => issuer?.name ?? 'not set: no invoices are issued' },
            { name: 'Time zone', cell: ({ zone = 'UTC' }) => zone },
            { name: 'Series', cell: ({ series = 'INV' }) => series },
          ]}
          change={(row, onClose) => (
            <SetupForm
              name={'PUT /admin/billing'}
              title="Billing"
              start={row}
              effect="Applies to documents issued from now on."
              button="Save billing"
              onClose={onClose}
            />
          )}
          byCommand={<ByCommand name="GET /admin/billing" requested={{}} />}
        />
      )}
    </Answered>
  )
}
