/** Forms of a provider account. The provider defines which settings it has. */
import { type Signal, useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button, Field, Form, fieldValue, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { type AnswerOf, ask } from '../api.ts'
import { approvalIn, WaitsForAnother } from '../approval-in.tsx'
import { MODES } from './merchant-new.tsx'

export type Kind = AnswerOf<'GET /admin/providers/kinds'>['data'][number]

type Setting = Kind['settings'][number]

export type Account = AnswerOf<'GET /admin/providers'>['data'][number]

export interface OfAccount {
  readonly account: Account
  readonly onClose: () => void
}

type Typed = Readonly<Record<string, string>>

interface SettingsProps {
  readonly settings: readonly Setting[]
  readonly typed: Signal<Typed>
  readonly faultAt: (path: string) => string | undefined
  /** Secrets that are set: an empty field leaves them unchanged. */
  readonly kept?: readonly string[]
  /** Payments may already depend on this account. */
  readonly isThere?: boolean
}

/** Required settings first. */
function SettingFields({ settings, typed, faultAt, kept = [], isThere = false }: SettingsProps) {
  const field = (setting: Setting) => {
    const { name, title, description, isMandatory, isSecret, identity, example, choices } = setting
    const value = fieldValue(typed.value[name] ?? '', (next) => {
      typed.value = { ...typed.value, [name]: next }
    })
    // Certificates and keys have several lines, and so does any setting whose example has.
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

export function Add({ kinds, onClose }: AddProps) {
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
            // Do not send what was typed for another provider.
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

export const UPDATE = 'PATCH /admin/providers/{name}'

interface ChangeProps extends OfAccount {
  readonly settings: readonly Setting[]
}

export function Change({
  account: { name, isTest, settings: shown, secrets },
  settings,
  onClose,
}: ChangeProps) {
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
