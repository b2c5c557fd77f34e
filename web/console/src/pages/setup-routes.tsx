/** What money goes out and comes in by: accounts that pay, connectors, networks. */

import { Badge, Notice } from '../../../kit/small.tsx'
import { Answered } from '../../../kit/states.tsx'
import { asking, ByCommand, CALM_MS } from '../approval-requests.tsx'
import { placeOf } from '../places.ts'
import { Status } from '../texts.tsx'
import { ConnectorActions } from './connector-actions.tsx'
import { Secret } from './merchant-new.tsx'
import { SetupForm, SetupList } from './setup-list.tsx'

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
