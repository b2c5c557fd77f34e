/** Keys and secrets: the credentials of the merchant's server, and the secrets that sign callbacks. A secret is shown once. */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button, Field, Form, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { CALM_MS } from '@sluice/ui-kit/operation.ts'
import { Page } from '@sluice/ui-kit/page.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { Question } from '@sluice/ui-kit/question.tsx'
import type { Answer } from '@sluice/ui-kit/result.ts'
import { Copy, Notice, Section, TextButton } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { say } from '@sluice/ui-kit/texts.ts'
import { Time } from '@sluice/ui-kit/time.tsx'
import type { ComponentChildren } from 'preact'
import { ask, asking } from '../api.ts'
import { t } from '../language.ts'
import { here, may } from '../merchant.ts'
import { type Carrying, MayDo } from './key-confirm.tsx'

const useCredentials = asking('GET /credentials', CALM_MS)

type Kind = 'keys' | 'secrets' | 'callback-secrets'

interface Credential extends Carrying {
  readonly createdAt: string
  /** Never set for a callback secret, because only the gateway uses it. */
  readonly usedAt?: string
}

export function Keys() {
  const credentials = useCredentials({})
  return (
    <Page title={t('keysAndSecrets')}>
      <Answered of={credentials} rows={10}>
        {({ keys, secrets, callbackSecrets }) => (
          <>
            <p class="quiet after">{t('rotate')}</p>
            <Kept
              kind="secrets"
              title={t('secrets')}
              text={t('secretsText')}
              all={secrets}
              action={<NewSecret />}
            />
            <Kept
              kind="callback-secrets"
              title={t('callbackSecrets')}
              text={t('callbackSecretsText')}
              all={callbackSecrets}
              action={<NewCallbackSecret />}
            />
            <Kept
              kind="keys"
              title={t('publicKeys')}
              text={t('publicKeysText')}
              all={keys}
              printOf={(id) => printOf(keys.find((key) => key.id === id))}
              action={<AddKey />}
            />
          </>
        )}
      </Answered>
      <Section title={t('testAndLive')}>
        <p>{t('testAndLiveText')}</p>
        <p class="quiet">
          {here.value?.name} · {t(here.value?.isTest ? 'test' : 'live')}
        </p>
      </Section>
    </Page>
  )
}

/** Length and fingerprint, that identify a key. */
const printOf = (key: { readonly bits: number; readonly fingerprint: string } | undefined) =>
  key && `RSA ${key.bits} · SHA-256 ${key.fingerprint}`

interface KeptProps {
  readonly kind: Kind
  readonly title: string
  readonly text: string
  readonly all: readonly Credential[]
  readonly printOf?: (id: string) => string | undefined
  readonly action: ComponentChildren
}

function Kept({ kind, title, text, all, printOf, action }: KeptProps) {
  const leaving = useSignal<Credential | undefined>(undefined)
  const mayManage = may('developers:manage')
  return (
    <Section title={title} count={all.length} aside={mayManage && action}>
      <p class="quiet after">{text}</p>
      {all.length > 0 && (
        <Table
          label={title}
          rows={all}
          keyOf={({ id }) => id}
          columns={[
            { name: 'ID', cell: ({ id }) => <code class="breaks">{id}</code> },
            ...(printOf
              ? [
                  {
                    name: t('fingerprint'),
                    cell: ({ id }: Credential) => <code class="breaks">{printOf(id) ?? '–'}</code>,
                    minor: true,
                  },
                ]
              : []),
            { name: t('created'), cell: ({ createdAt }) => <Time at={createdAt} brief /> },
            { name: t('madeBy'), cell: ({ madeBy }) => madeBy ?? '–', minor: true },
            ...(kind === 'callback-secrets'
              ? []
              : [
                  {
                    name: t('mayDo'),
                    cell: (each: Credential) => <MayDo kind={kind} of={each} print={printOf?.(each.id)} />,
                  },
                  {
                    name: say('lastUsed'),
                    cell: ({ usedAt }: Credential) =>
                      usedAt === undefined ? '–' : <Time at={usedAt} brief />,
                    minor: true,
                  },
                ]),
            ...(mayManage
              ? [
                  {
                    name: say('remove'),
                    cell: (each: Credential) => (
                      <TextButton
                        label={say('removeThe', { what: each.id })}
                        onClick={() => (leaving.value = each)}
                      >
                        {say('remove')}
                      </TextButton>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {leaving.value && (
        <RemoveIt
          kind={kind}
          id={leaving.value.id}
          isLast={all.length === 1}
          onClose={() => (leaving.value = undefined)}
        />
      )}
    </Section>
  )
}

interface RemoveItProps {
  readonly kind: Kind
  readonly id: string
  readonly isLast: boolean
  readonly onClose: () => void
}

function RemoveIt({ kind, id, isLast, onClose }: RemoveItProps) {
  const requested = { path: { id } }
  const remove = (): Promise<Answer<undefined>> =>
    kind === 'keys'
      ? ask('DELETE /keys/{id}', requested)
      : kind === 'secrets'
        ? ask('DELETE /secrets/{id}', requested)
        : ask('DELETE /callback-secrets/{id}', requested)
  return (
    <Question
      title={t('removeTitle', { what: id })}
      button={say('removeThe', { what: id })}
      action={remove}
      onClose={onClose}
    >
      <p>{t('removeText')}</p>
      {isLast && <Notice tone="warn">{t('removeLast')}</Notice>}
    </Question>
  )
}

interface MakesProps {
  readonly title: string
  readonly make: () => Promise<Answer<string>>
}

/** Makes a secret and shows it once. */
function Makes({ title, make }: MakesProps) {
  const action = useAction()
  const made = useSignal<string | undefined>(undefined)
  const close = (): void => {
    made.value = undefined
    refresh()
  }
  return (
    <>
      <Refused refusal={action.now.refusal} />
      <Button acting={action.now} onClick={() => void action.run(make, (secret) => (made.value = secret))}>
        {t('newSecret')}
      </Button>
      {made.value !== undefined && (
        <Drawer title={title} kind="question" onClose={close}>
          <Notice tone="warn">{t('shownOnce')}</Notice>
          <div class="command-line">
            <code data-secret>{made.value}</code>
            <Copy text={made.value} />
          </div>
          <Button tone="primary" onClick={close}>
            {say('haveKept')}
          </Button>
        </Drawer>
      )}
    </>
  )
}

async function makeSecret(): Promise<Answer<string>> {
  const made = await ask('POST /secrets', {})
  return made.ok ? { ok: true, value: made.value.secret } : made
}

async function makeCallbackSecret(): Promise<Answer<string>> {
  const made = await ask('POST /callback-secrets', {})
  return made.ok ? { ok: true, value: made.value.callbackSecret } : made
}

const NewSecret = () => <Makes title={t('secrets')} make={makeSecret} />
const NewCallbackSecret = () => <Makes title={t('callbackSecrets')} make={makeCallbackSecret} />

function AddKey() {
  const isOpen = useSignal(false)
  const pem = useSignal('')
  const action = useAction()
  const close = (): void => {
    isOpen.value = false
    pem.value = ''
  }
  const add = (): void =>
    void action.run(
      () => ask('POST /keys', { body: { publicKey: pem.value } }),
      () => {
        close()
        refresh()
      },
    )
  return (
    <>
      <Button onClick={() => (isOpen.value = true)}>{t('addKey')}</Button>
      {isOpen.value && (
        <Drawer title={t('addKey')} onClose={close}>
          <Form label={t('addKey')} onSend={add}>
            <Refused refusal={action.now.refusal} />
            <Field
              label={t('publicKey')}
              value={pem}
              lines={10}
              maxLength={10_000}
              hint={t('publicKeyHint')}
              fault={action.faultAt('publicKey')}
              required
            />
            <Button type="submit" tone="primary" acting={action.now}>
              {t('addKey')}
            </Button>
          </Form>
        </Drawer>
      )}
    </>
  )
}
