/** The set-up: what is said once and seldom changed, each with its form. */

import { useSignal } from '@preact/signals'
import { Button, Refused, useAction } from '../../../kit/form.tsx'
import { moneyText } from '../../../kit/money.tsx'
import { Page } from '../../../kit/page.tsx'
import { Badge, Notice, Section } from '../../../kit/small.tsx'
import { Answered } from '../../../kit/states.tsx'
import { Time } from '../../../kit/time.tsx'
import { ask } from '../api.ts'
import { asking, ByCommand, CALM_MS } from '../approval-requests.tsx'
import { placeOf } from '../places.ts'
import { type Capability, may } from '../rights.ts'
import { plainWords, Status } from '../texts.tsx'
import { ConnectorActions } from './connector-actions.tsx'
import { Secret } from './merchant-new.tsx'
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

const MODES = [
  ['true', 'Test: no real money'],
  ['false', 'Live: real money'],
] as const

const Mode = ({ isTest }: { readonly isTest: boolean }) =>
  isTest ? <Badge tone="warn">test</Badge> : <Badge tone="good">live</Badge>

const useDebtors = asking('GET /admin/debtor-accounts', CALM_MS)

export function DebtorAccounts() {
  return (
    <Answered of={useDebtors({})} rows={4}>
      {({ data }) => (
        <SetupList
          title="Payout accounts"
          about="Own accounts that pay payouts and refunds by bank file. Live accounts need dual approval."
          rows={data}
          keyOf={({ id }) => id}
          nothing="No payout accounts yet"
          needs="bank-files:manage"
          columns={[
            { name: 'Account', cell: ({ id }) => <span class="name">{id}</span> },
            { name: 'Holder', cell: ({ name }) => name },
            { name: 'Mode', cell: ({ isTest }) => <Mode isTest={isTest} /> },
            { name: 'Currency', cell: ({ currencyCode }) => currencyCode },
            {
              name: 'Number',
              cell: ({ iban, accountNumber }) => <code class="breaks">{iban ?? accountNumber ?? '–'}</code>,
            },
            { name: 'Formats', cell: ({ formats }) => formats.join(', '), minor: true },
          ]}
          add={{
            name: 'POST /admin/debtor-accounts',
            title: 'Add payout account',
            start: { isTest: true },
            customs: {
              isTest: { label: 'Mode', choices: MODES, hint: 'Cannot be changed later.' },
              accountNumber: {},
              bankCode: {},
              iban: {},
              currencyCode: { label: 'Currency' },
              characterSet: {},
            },
            effect:
              'Payouts in its currency can then be put into bank files. A second operator must release each file.',
            button: 'Add account',
          }}
          change={(row, onClose) => (
            <SetupForm
              name={'PATCH /admin/debtor-accounts/{id}'}
              path={{ id: row.id }}
              title={`Settings of ${row.id}`}
              start={row}
              effect="Applies to files prepared from now on."
              button={`Change ${row.id}`}
              onClose={onClose}
            />
          )}
          byCommand={<ByCommand name="GET /admin/debtor-accounts" requested={{}} />}
        />
      )}
    </Answered>
  )
}

const useConnectors = asking('GET /admin/connectors', CALM_MS)

export function Connectors() {
  return (
    <Answered of={useConnectors({})} rows={4}>
      {({ data }) => (
        <SetupList
          title="Connectors"
          about={
            <>
              Programs that connect Sluice to a provider. The processors of each merchant, and their order,
              are set in the merchant’s products. The page <a href={placeOf.processors}>Processors</a> shows
              their current status.
            </>
          }
          rows={data}
          keyOf={({ name }) => name}
          nothing="No connectors yet"
          needs="routes:manage"
          columns={[
            { name: 'Connector', cell: ({ name }) => <span class="name">{name}</span> },
            { name: 'Mode', cell: ({ isTest }) => <Mode isTest={isTest} /> },
            { name: 'URL', cell: ({ baseUrl }) => <span class="breaks">{baseUrl}</span> },
            { name: 'Status', cell: ({ status = 'ACTIVE' }) => <Status status={status} /> },
          ]}
          add={{
            name: 'POST /admin/connectors',
            title: 'Add connector',
            start: { isTest: true },
            customs: { isTest: { label: 'Mode', choices: MODES, hint: 'Cannot be changed later.' } },
            effect:
              'Sluice asks the connector which methods it supports, and signs requests with a secret that is shown once.',
            button: 'Add connector',
            after: (made) =>
              'secret' in made ? (
                <>
                  <Notice tone="warn">Save it in the connector now. It will not be shown again.</Notice>
                  <Secret words="Shared secret" text={String(made.secret)} />
                </>
              ) : undefined,
          }}
          change={(row, onClose) => (
            <SetupForm
              name={'PATCH /admin/connectors/{name}'}
              path={{ name: row.name }}
              title={`Settings of ${row.name}`}
              start={row}
              effect={<ConnectorActions connector={row} onClose={onClose} />}
              button={`Change ${row.name}`}
              onClose={onClose}
            />
          )}
          byCommand={<ByCommand name="GET /admin/connectors" requested={{}} />}
        />
      )}
    </Answered>
  )
}

const useNetworks = asking('GET /admin/networks', CALM_MS)

export function Networks() {
  return (
    <Answered of={useNetworks({})} rows={4}>
      {({ data }) => (
        <SetupList
          title="Networks"
          about="Blockchains for stablecoin payins. Each payin gets its own address. Sluice holds no private keys."
          rows={data}
          keyOf={({ chainId }) => String(chainId)}
          nothing="No networks yet"
          needs="routes:manage"
          columns={[
            { name: 'Network', cell: ({ code }) => <span class="name">{code}</span> },
            { name: 'Chain', cell: ({ chainId }) => chainId, atEnd: true },
            { name: 'Mode', cell: ({ isTest }) => <Mode isTest={isTest} /> },
            { name: 'Accepts payins', cell: ({ enabled }) => (enabled ? 'yes' : 'no') },
          ]}
          add={{
            name: 'POST /admin/networks',
            title: 'Add network',
            effect: 'The node URLs and the extended public key are not shown again.',
            button: 'Add network',
          }}
          change={({ chainId, code, enabled, confirmations, blockRange, pollSecs }, onClose) => (
            <SetupForm
              name={'PATCH /admin/networks/{chainId}'}
              path={{ chainId: String(chainId) }}
              title={`Settings of ${code}`}
              start={{ enabled, confirmations, blockRange, pollSecs }}
              effect="Addresses already issued are still monitored."
              button={`Change ${code}`}
              onClose={onClose}
            />
          )}
          byCommand={<ByCommand name="GET /admin/networks" requested={{}} />}
        />
      )}
    </Answered>
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

const usePolicy = asking('GET /admin/approval-policy')

export function Policy() {
  return (
    <Answered of={usePolicy({})} rows={8}>
      {({ data, isDefault }) => (
        <SetupList
          title="Approval policy"
          about={`Operations that move money outside a payment, or could lead to it. ${isDefault ? 'This is the default policy.' : ''}`}
          rows={data}
          keyOf={({ words }) => words}
          nothing="No operations"
          needs="approvals:manage"
          columns={[
            { name: 'Operation', cell: ({ words }) => words },
            { name: 'Dual approval', cell: ({ rule }) => plainWords(rule) },
            {
              name: 'Threshold',
              cell: ({ above = [] }) => above.map(moneyText).join(', ') || '–',
            },
          ]}
          change={(row, onClose) => (
            <SetupForm
              name={'PUT /admin/approval-policy'}
              title={row.words}
              // The policy is put as a whole: the other acts stay as they are.
              start={{ data: [row, ...data.filter(({ operation }) => operation !== row.operation)] }}
              customs={{ data: { label: 'Operations', hint: 'The operation you chose comes first.' } }}
              effect="The current policy decides whether this change needs approval."
              button="Save policy"
              onClose={onClose}
            />
          )}
          byCommand={<ByCommand name="GET /admin/approval-policy" requested={{}} />}
        />
      )}
    </Answered>
  )
}

const useRules = asking('GET /admin/alerts/rules')

export function AlertRules() {
  return (
    <Answered of={useRules({})} rows={8}>
      {({ data }) => (
        <SetupList
          title="Alert rules"
          about={<TestAlert />}
          rows={data}
          keyOf={({ rule }) => rule}
          nothing="No rules"
          needs="gateway:manage"
          columns={[
            { name: 'Rule', cell: ({ rule }) => plainWords(rule) },
            { name: 'Meaning', cell: ({ means }) => means },
            {
              name: 'Notification',
              cell: ({ enabled }) => (
                <Badge tone={enabled ? 'good' : 'plain'}>{enabled ? 'yes' : 'no'}</Badge>
              ),
            },
            {
              name: 'After',
              cell: ({ afterMinutes }) => (afterMinutes === undefined ? 'at once' : `${afterMinutes} min`),
            },
          ]}
          change={(row, onClose) => (
            <SetupForm
              name={'PUT /admin/alerts/rules/{rule}'}
              path={{ rule: row.rule }}
              title={plainWords(row.rule)}
              start={row}
              effect="Applies within a minute."
              button={`Save rule ${plainWords(row.rule).toLowerCase()}`}
              onClose={onClose}
            />
          )}
          byCommand={<ByCommand name="GET /admin/alerts/rules" requested={{}} />}
        />
      )}
    </Answered>
  )
}

function TestAlert() {
  const action = useAction()
  const isSent = useSignal(false)
  return (
    <>
      Alert destinations are set in the gateway’s configuration.{' '}
      {may('gateway:manage') && (
        <Button
          acting={action.now}
          onClick={() =>
            void action.run(
              () => ask('POST /admin/alerts/!test', {}),
              () => {
                isSent.value = true
              },
            )
          }
        >
          Send test alert to all destinations
        </Button>
      )}
      {isSent.value && <span role="status"> Sent.</span>}
      <Refused refusal={action.now.refusal} />
    </>
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
