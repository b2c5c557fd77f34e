/**
 * Accounts with the providers that the gateway speaks to by itself: registered, checked, paused and taken away. The fields of an account are
 * those that its provider names; a secret is typed once, and no screen shows it again.
 */
import { type Signal, useSignal } from '@preact/signals'
import { Drawer } from '../../../kit/drawer.tsx'
import { Button, Field, Form, Refused, useAction } from '../../../kit/form.tsx'
import { Page } from '../../../kit/page.tsx'
import { refresh } from '../../../kit/query.ts'
import { Badge, Copy, Notice, Section } from '../../../kit/small.tsx'
import { Answered, Empty } from '../../../kit/states.tsx'
import { Table } from '../../../kit/table.tsx'
import { Time } from '../../../kit/time.tsx'
import { type AnswerOf, ask } from '../api.ts'
import { approvalIn, WaitsForAnother } from '../approval-in.tsx'
import { asking, ByCommand, CALM_MS, LIVE_MS } from '../approval-requests.tsx'
import { placeOf } from '../places.ts'
import { may } from '../rights.ts'
import { plainWords, Status } from '../texts.tsx'
import { MODES } from './merchant-new.tsx'

const useKinds = asking('GET /admin/providers/kinds', CALM_MS)
const useAccounts = asking('GET /admin/providers', LIVE_MS)

type Kind = AnswerOf<'GET /admin/providers/kinds'>['data'][number]
type Setting = Kind['settings'][number]
type Account = AnswerOf<'GET /admin/providers'>['data'][number]
type Findings = AnswerOf<'POST /admin/providers/{name}/!check'>['findings']

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
        <Button
          tone="primary"
          onClick={() => {
            isAdding.value = true
          }}
        >
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
            {data.length === 0 ? (
              <Empty title="No provider accounts yet" />
            ) : (
              <Table
                label="Provider accounts"
                rows={data}
                keyOf={({ name }) => name}
                columns={[
                  { name: 'Account', cell: ({ name }) => <span class="name">{name}</span> },
                  {
                    name: 'Provider',
                    cell: ({ provider }) =>
                      kinds.find((each) => each.provider === provider)?.title ?? provider,
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
                            <button
                              key={what}
                              type="button"
                              class="as-link"
                              aria-label={`${shown} ${account.name}`}
                              onClick={() => {
                                doing.value = [what, account]
                              }}
                            >
                              {shown}
                            </button>
                          )
                        })}
                      </span>
                    ),
                  },
                ]}
              />
            )}
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

interface OfAccount {
  readonly account: Account
  readonly onClose: () => void
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

type Typed = Readonly<Record<string, string>>

interface SettingsProps {
  readonly settings: readonly Setting[]
  readonly typed: Signal<Typed>
  readonly faultAt: (path: string) => string | undefined
  /** Secrets that are set: left empty they stay. */
  readonly kept?: readonly string[]
  /** Payments may wait for the account that it is. */
  readonly isThere?: boolean
}

/** Those that must be there first. */
function SettingFields({ settings, typed, faultAt, kept = [], isThere = false }: SettingsProps) {
  const field = (setting: Setting) => {
    const { name, title, description, isMandatory, isSecret, identity, example, choices } = setting
    const value = {
      get value() {
        return typed.value[name] ?? ''
      },
      set value(next: string) {
        typed.value = { ...typed.value, [name]: next }
      },
    }
    // A certificate and a key are lines; what the example shows in several is typed in several.
    const isLines = /-----BEGIN|\n/.test(example)
    const typedAs = isLines ? { lines: 5 } : isSecret ? { type: 'password' as const } : {}
    return (
      <Field
        key={name}
        label={isMandatory ? title : `${title} (optional)`}
        value={value}
        fault={faultAt(`settings/${name}`)}
        hint={[
          description,
          kept.includes(name)
            ? 'Set. Leave empty to keep'
            : isLines || isSecret
              ? ''
              : example && choices === undefined && `For example: ${example}`,
          isThere && identity === 'account' && 'Cannot change while payments of this account are open',
        ]
          .filter(Boolean)
          .join('. ')}
        {...(choices ? { choices: ['', ...choices].map((each) => [each, each] as const) } : typedAs)}
      />
    )
  }
  const rest = settings.filter(({ isMandatory }) => !isMandatory)
  const isOpen = rest.some(
    ({ name }) => (typed.value[name] ?? '') !== '' || faultAt(`settings/${name}`) !== undefined,
  )
  return (
    <>
      <div class="form-grid">{settings.filter(({ isMandatory }) => isMandatory).map(field)}</div>
      {rest.length > 0 && (
        <details class="form-more" open={isOpen}>
          <summary>More settings</summary>
          <div class="form-grid">{rest.map(field)}</div>
        </details>
      )}
    </>
  )
}

const filled = (typed: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''))

interface AddProps {
  readonly kinds: readonly Kind[]
  readonly onClose: () => void
}

function Add({ kinds, onClose }: AddProps) {
  const action = useAction()
  const provider = useSignal(kinds[0]?.provider ?? '')
  const name = useSignal('')
  const isTest = useSignal('true')
  const typed = useSignal<Typed>({})
  const waiting = useSignal<string | undefined>(undefined)
  const kind = kinds.find((each) => each.provider === provider.value)
  const names = new Set(kind?.settings.map((each) => each.name))
  const add = (): void =>
    void action.run(
      () =>
        ask('POST /admin/providers', {
          body: {
            name: name.value.trim(),
            provider: provider.value,
            isTest: isTest.value === 'true',
            // What was typed for another kind of provider is not this one's to know.
            settings: Object.fromEntries(
              Object.entries(filled(typed.value)).filter(([each]) => names.has(each)),
            ),
          },
        }),
      (made) => {
        refresh()
        waiting.value = approvalIn(made)
        if (waiting.peek() === undefined) onClose()
      },
    )
  return (
    <Drawer title="Add provider account" onClose={onClose}>
      {waiting.value !== undefined ? (
        <WaitsForAnother approval={waiting.value} />
      ) : (
        <Form label="Add provider account" onSend={add}>
          <div class="form-grid">
            <Field
              label="Provider"
              value={provider}
              fault={action.faultAt('provider')}
              choices={kinds.map((each) => [each.provider, each.title] as const)}
            />
            <Field
              label="Mode"
              value={isTest}
              choices={MODES}
              hint="Cannot be changed later."
              fault={action.faultAt('isTest')}
            />
            <Field
              label="Name"
              value={name}
              maxLength={30}
              fault={action.faultAt('name')}
              hint="Lowercase letters, digits and hyphens. The processor is named native-<name> or test-native-<name>."
              required
            />
          </div>
          {kind && <SettingFields settings={kind.settings} typed={typed} faultAt={action.faultAt} />}
          <p class="quiet">
            {isTest.value === 'true'
              ? 'Secrets are encrypted and never shown again.'
              : 'Needs dual approval. Secrets are encrypted and never shown again.'}
          </p>
          <Refused refusal={action.now.refusal} />
          <p class="row-acts">
            <Button type="submit" tone="primary" acting={action.now}>
              {`Add the ${isTest.value === 'true' ? 'test' : 'live'} account ${name.value}`.trim()}
            </Button>
          </p>
        </Form>
      )}
    </Drawer>
  )
}

const UPDATE = 'PATCH /admin/providers/{name}'

interface ChangeProps extends OfAccount {
  readonly settings: readonly Setting[]
}

function Change({ account: { name, isTest, settings: shown, secrets }, settings, onClose }: ChangeProps) {
  const before: Typed = Object.fromEntries(Object.entries(shown).map(([each, text]) => [each, String(text)]))
  const action = useAction()
  const typed = useSignal<Typed>(before)
  const waiting = useSignal<string | undefined>(undefined)
  const kept = secrets.map((each) => each.name)
  const change = (): void => {
    const changed = Object.entries(typed.value).filter(([each, text]) => text !== (before[each] ?? ''))
    void action.run(
      () =>
        ask(UPDATE, {
          path: { name },
          body: {
            settings: Object.fromEntries(changed.map(([each, text]) => [each, text === '' ? null : text])),
          },
        }),
      (answer) => {
        refresh()
        waiting.value = approvalIn(answer)
        if (waiting.peek() === undefined) onClose()
      },
    )
  }
  return (
    <Drawer title={`Settings of ${name}`} onClose={onClose}>
      {waiting.value !== undefined ? (
        <WaitsForAnother approval={waiting.value} />
      ) : (
        <Form label={`Settings of ${name}`} onSend={change}>
          <SettingFields settings={settings} typed={typed} faultAt={action.faultAt} kept={kept} isThere />
          <p class="quiet">
            If the address changes, enter the secrets again.
            {!isTest && ' Needs dual approval.'}
          </p>
          <Refused refusal={action.now.refusal} />
          <p class="row-acts">
            <Button type="submit" tone="primary" acting={action.now}>
              Change {name}
            </Button>
          </p>
        </Form>
      )}
    </Drawer>
  )
}

const TONE_OF = { OK: 'good', ATTENTION: 'warn', BROKEN: 'bad' } as const

function Check({ account, onClose }: OfAccount) {
  const { name, notificationUrl, secrets } = account
  const action = useAction()
  const reported = useAction()
  const findings = useSignal<Findings | undefined>(undefined)
  const isReported = useSignal(false)
  const check = (): void =>
    void action.run(
      () => ask('POST /admin/providers/{name}/!check', { path: { name } }),
      (answer) => {
        findings.value = answer.findings
      },
    )
  const subscribe = (): void =>
    void reported.run(
      () => ask('POST /admin/providers/{name}/!subscribe', { path: { name } }),
      () => {
        isReported.value = true
        refresh()
      },
    )
  return (
    <Drawer title={`Check ${name}`} onClose={onClose}>
      <p>Calls the provider with the account’s credentials. No changes, no money moves.</p>
      <Refused refusal={action.now.refusal} />
      <p class="row-acts">
        <Button tone="primary" acting={action.now} onClick={check}>
          Check {name}
        </Button>
      </p>
      <div aria-live="polite">
        {findings.value && (
          <ul class="items">
            {findings.value.map(({ what, state, detail }) => (
              <li key={`${what} ${detail}`}>
                <Badge tone={TONE_OF[state]}>{plainWords(state)}</Badge> {plainWords(what)}: {detail}
              </li>
            ))}
          </ul>
        )}
      </div>
      {secrets.length > 0 && (
        <ul class="items">
          {secrets.map(({ name: secret, setAt, endsAt }) => (
            <li key={secret}>
              <code>{secret}</code>{' '}
              <span class="quiet">
                set <Time at={setAt} brief />
                {endsAt !== null && (
                  <>
                    , ends <Time at={endsAt} brief />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <h3>Notifications</h3>
      <p>The provider sends payment notifications to this address. Share it only with the provider.</p>
      <div class="command-line">
        <code>{notificationUrl}</code>
        <Copy text={notificationUrl} label="Copy notification address" />
      </div>
      <Refused refusal={reported.now.refusal} />
      <p class="row-acts">
        <Button acting={reported.now} onClick={subscribe}>
          Have {name} notify this gateway
        </Button>
        {isReported.value && <span role="status">Notifications are on.</span>}
      </p>
    </Drawer>
  )
}

function Pause({ account: { name, status }, onClose }: OfAccount) {
  const action = useAction()
  const isOn = status === 'ACTIVE'
  const words = isOn ? `Pause ${name}` : `Resume ${name}`
  const change = (): void =>
    void action.run(
      () => ask(UPDATE, { path: { name }, body: { status: isOn ? 'PAUSED' : 'ACTIVE' } }),
      () => {
        refresh()
        onClose()
      },
    )
  return (
    <Drawer title={words} kind="question" onClose={onClose}>
      <p>
        {isOn
          ? 'It gets no new payments. The status of existing payments is still checked.'
          : 'It gets new payments again.'}
      </p>
      <Refused refusal={action.now.refusal} />
      <p class="row-acts">
        <Button tone={isOn ? 'danger' : 'primary'} acting={action.now} onClick={change}>
          {words}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </p>
    </Drawer>
  )
}

function Remove({ account: { name }, onClose }: OfAccount) {
  const action = useAction()
  const remove = (): void =>
    void action.run(
      () => ask('DELETE /admin/providers/{name}', { path: { name } }),
      () => {
        refresh()
        onClose()
      },
    )
  return (
    <Drawer title={`Delete ${name}`} kind="question" onClose={onClose}>
      <p>
        Its settings and secrets are deleted. An account with open payments cannot be deleted. Pause it first.
      </p>
      <Refused refusal={action.now.refusal} />
      <p class="row-acts">
        <Button tone="danger" acting={action.now} onClick={remove}>
          Delete {name}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </p>
    </Drawer>
  )
}
