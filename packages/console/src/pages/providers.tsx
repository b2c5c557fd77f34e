/**
 * Accounts with the providers that the gateway integrates directly: registered, checked, paused and removed. The provider names the fields
 * of an account; a secret is typed once and never shown again.
 */
import { useSignal } from '@preact/signals'
import { Button } from '@sluice/ui-kit/form.tsx'
import { Page } from '@sluice/ui-kit/page.tsx'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Badge, Notice, Section, TextButton } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { asking, ByCommand, CALM_MS, LIVE_MS } from '../approval-requests.tsx'
import { placeOf } from '../places.ts'
import { may } from '../rights.ts'
import { Status } from '../texts.tsx'
import { Check, Pause, Remove } from './provider-acts.tsx'
import { type Account, Add, Change, type Kind, type OfAccount } from './provider-forms.tsx'

const useKinds = asking('GET /admin/providers/kinds', CALM_MS)

const useAccounts = asking('GET /admin/providers', LIVE_MS)

type Doing = 'settings' | 'check' | 'pause' | 'remove'

const DOINGS: readonly (readonly [Doing, string])[] = [
  ['check', 'Check…'],
  ['settings', 'Settings…'],
  ['pause', 'Pause…'],
  ['remove', 'Delete…'],
]

export function Providers() {
  const kinds = useKinds({})
  if (!may('routes:manage'))
    return (
      <Page title="Providers" above={<a href={placeOf.processors}>Processors</a>}>
        <Notice tone="warn">You need the permission “routes:manage” to view provider accounts.</Notice>
      </Page>
    )
  return <Answered of={kinds}>{({ data }) => <Accounts kinds={data} />}</Answered>
}

function Accounts({ kinds }: { readonly kinds: readonly Kind[] }) {
  const accounts = useAccounts({})
  const isAdding = useSignal(false)
  const doing = useSignal<readonly [Doing, Account] | undefined>(undefined)
  const close = (): void => {
    doing.value = undefined
    isAdding.value = false
  }
  const chosen = doing.value
  return (
    <Page
      title="Providers"
      above={<a href={placeOf.processors}>Processors</a>}
      actions={
        <Button tone="primary" onClick={setTo(isAdding, true)}>
          Add account
        </Button>
      }
    >
      <p class="quiet">
        Provider accounts that Sluice connects to directly. For other providers, use{' '}
        <a href={placeOf.connectors}>connectors</a>. The processors of each merchant, and their order, are set
        in the merchant’s products.
      </p>
      <Answered of={accounts} rows={3}>
        {({ data }) => (
          <Section title="Provider accounts" count={data.length}>
            <Table
              nothing="No provider accounts yet"
              label="Provider accounts"
              rows={data}
              keyOf={({ name }) => name}
              columns={[
                { name: 'Account', cell: ({ name }) => <span class="name">{name}</span> },
                {
                  name: 'Provider',
                  cell: ({ provider }) => kinds.find((each) => each.provider === provider)?.title ?? provider,
                },
                {
                  name: 'Mode',
                  cell: ({ isTest }) => (
                    <Badge tone={isTest ? 'warn' : 'good'}>{isTest ? 'test' : 'live'}</Badge>
                  ),
                },
                { name: 'Status', cell: ({ status }) => <Status status={status} /> },
                {
                  name: 'Health',
                  cell: ({ healthy, detail }) => (
                    <>
                      <Badge tone={healthy ? 'good' : 'bad'}>{healthy ? 'healthy' : 'unhealthy'}</Badge>{' '}
                      <span class="quiet breaks">{detail}</span>
                    </>
                  ),
                },
                {
                  name: 'Serves',
                  cell: ({ serves }) =>
                    serves
                      .map(({ kind, paymentMethodCodes }) => `${kind}: ${paymentMethodCodes.join(', ')}`)
                      .join('; ') || '–',
                  minor: true,
                },
                {
                  name: 'Change',
                  cell: (account) => (
                    <span class="row-acts">
                      {DOINGS.map(([what, words]) => {
                        const shown = what === 'pause' && account.status === 'PAUSED' ? 'Resume…' : words
                        return (
                          <TextButton
                            key={what}
                            label={`${shown} ${account.name}`}
                            onClick={setTo(doing, [what, account])}
                          >
                            {shown}
                          </TextButton>
                        )
                      })}
                    </span>
                  ),
                },
              ]}
            />
          </Section>
        )}
      </Answered>
      <ByCommand name="GET /admin/providers" requested={{}} />
      {isAdding.value && <Add kinds={kinds} onClose={close} />}
      {chosen && <Do what={chosen[0]} account={chosen[1]} kinds={kinds} onClose={close} />}
    </Page>
  )
}

interface DoProps extends OfAccount {
  readonly what: Doing
  readonly kinds: readonly Kind[]
}

function Do({ what, account, kinds, onClose }: DoProps) {
  switch (what) {
    case 'settings':
      return (
        <Change
          account={account}
          settings={kinds.find(({ provider }) => provider === account.provider)?.settings ?? []}
          onClose={onClose}
        />
      )
    case 'check':
      return <Check account={account} onClose={onClose} />
    case 'pause':
      return <Pause account={account} onClose={onClose} />
    case 'remove':
      return <Remove account={account} onClose={onClose} />
  }
}
