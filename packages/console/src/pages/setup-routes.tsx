/** Settings for debtor accounts, connectors and networks, through which money goes out and comes in. */
import { Badge, Notice } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { asking, ByCommand, CALM_MS } from '../approval-requests.tsx'
import { placeOf } from '../places.ts'
import { Status } from '../texts.tsx'
import { ConnectorActions } from './connector-actions.tsx'
import { Secret } from './merchant-new.tsx'
import { SetupForm, SetupList } from './setup-list.tsx'

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
