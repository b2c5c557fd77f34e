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

const MODES = [
  ['true', 'Test: its money is made up'],
  ['false', 'Live: it moves real money'],
] as const

const Mode = ({ isTest }: { readonly isTest: boolean }) =>
  isTest ? <Badge tone="warn">test</Badge> : <Badge tone="good">live</Badge>

const useDebtors = asking('GET /admin/debtor-accounts', CALM_MS)

export function DebtorAccounts() {
  return (
    <Answered of={useDebtors({})} rows={4}>
      {({ data }) => (
        <SetupList
          title="Accounts that pay"
          about="Own accounts from which bank files pay payouts and refunds. A live one opens a door for money: another operator approves it."
          rows={data}
          keyOf={({ id }) => id}
          nothing="No own account pays out yet"
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
            title: 'Register an account that pays',
            start: { isTest: true },
            customs: {
              isTest: { label: 'Mode', choices: MODES, hint: 'For ever.' },
              accountNumber: {},
              bankCode: {},
              iban: {},
              currencyCode: { label: 'Currency' },
              characterSet: {},
            },
            effect:
              'Payouts of its currency can be put into files from then on. Nothing leaves before a second operator has released the file.',
            button: 'Register the account',
          }}
          change={(row, onClose) => (
            <SetupForm
              name={'PATCH /admin/debtor-accounts/{id}'}
              path={{ id: row.id }}
              title={`Settings of ${row.id}`}
              start={row}
              effect="It holds for files that are prepared from now on."
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
              Programs that speak to a provider for the gateway. Who of them is asked, and in which order,
              stands with each merchant’s products; <a href={placeOf.processors}>Processors</a> say who takes
              payments right now.
            </>
          }
          rows={data}
          keyOf={({ name }) => name}
          nothing="There is no connector"
          needs="routes:manage"
          columns={[
            { name: 'Connector', cell: ({ name }) => <span class="name">{name}</span> },
            { name: 'Mode', cell: ({ isTest }) => <Mode isTest={isTest} /> },
            { name: 'Where', cell: ({ baseUrl }) => <span class="breaks">{baseUrl}</span> },
            { name: 'Status', cell: ({ status = 'ACTIVE' }) => <Status status={status} /> },
          ]}
          add={{
            name: 'POST /admin/connectors',
            title: 'Add a connector',
            start: { isTest: true },
            customs: { isTest: { label: 'Mode', choices: MODES, hint: 'For ever.' } },
            effect:
              'The gateway asks it what it serves, and signs what it sends with a secret that is shown once.',
            button: 'Add the connector',
            after: (made) =>
              'secret' in made ? (
                <>
                  <Notice tone="warn">Give it to the connector now: it is not shown again.</Notice>
                  <Secret words="Secret of both directions" text={String(made.secret)} />
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
          about="Chains on which stablecoins arrive, each payin at an address of its own. No private key is on the gateway."
          rows={data}
          keyOf={({ chainId }) => String(chainId)}
          nothing="There is no network"
          needs="routes:manage"
          columns={[
            { name: 'Network', cell: ({ code }) => <span class="name">{code}</span> },
            { name: 'Chain', cell: ({ chainId }) => chainId, atEnd: true },
            { name: 'Mode', cell: ({ isTest }) => <Mode isTest={isTest} /> },
            { name: 'Takes payins', cell: ({ enabled }) => (enabled ? 'yes' : 'no') },
          ]}
          add={{
            name: 'POST /admin/networks',
            title: 'Add a network',
            effect: 'What the nodes’ addresses and the extended public key are is not shown again.',
            button: 'Add the network',
          }}
          change={({ chainId, code, enabled, confirmations, blockRange, pollSecs }, onClose) => (
            <SetupForm
              name={'PATCH /admin/networks/{chainId}'}
              path={{ chainId: String(chainId) }}
              title={`Settings of ${code}`}
              start={{ enabled, confirmations, blockRange, pollSecs }}
              effect="Addresses that were given out are watched on."
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

const usePolicy = asking('GET /admin/approval-policy')

export function Policy() {
  return (
    <Answered of={usePolicy({})} rows={8}>
      {({ data, isDefault }) => (
        <SetupList
          title="Approvals: the policy"
          about={`Acts that move money outside of a payment, or open a door to it. ${isDefault ? 'Nobody has said anything else yet.' : ''}`}
          rows={data}
          keyOf={({ words }) => words}
          nothing="There is no act"
          needs="approvals:manage"
          columns={[
            { name: 'Operation', cell: ({ words }) => words },
            { name: 'Needs a second operator', cell: ({ rule }) => plainWords(rule) },
            {
              name: 'Above',
              cell: ({ above = [] }) => above.map(moneyText).join(', ') || '–',
            },
          ]}
          change={(row, onClose) => (
            <SetupForm
              name={'PUT /admin/approval-policy'}
              title={row.words}
              // The policy is put as a whole: the other acts stay as they are.
              start={{ data: [row, ...data.filter(({ operation }) => operation !== row.operation)] }}
              customs={{ data: { label: 'Each act', hint: 'The act that you chose stands first.' } }}
              effect="Changing the policy is itself approved by the policy that holds until then."
              button="Put this policy"
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
          nothing="There is no rule"
          needs="gateway:manage"
          columns={[
            { name: 'Rule', cell: ({ rule }) => plainWords(rule) },
            { name: 'What it means', cell: ({ means }) => means },
            {
              name: 'Told',
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
              effect="It holds from the next look on, within a minute."
              button={`Change the rule ${plainWords(row.rule).toLowerCase()}`}
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
      Where alerts go stands in the gateway’s configuration.{' '}
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
          Send a test alert by every way
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
