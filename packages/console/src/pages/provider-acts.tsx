/** Actions on a provider account: check it, pause it, remove it. */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { Question } from '@sluice/ui-kit/question.tsx'
import { Badge, Copy } from '@sluice/ui-kit/small.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { type AnswerOf, ask } from '../api.ts'
import { plainWords } from '../texts.tsx'
import { type OfAccount, UPDATE } from './provider-forms.tsx'

type Findings = AnswerOf<'POST /admin/providers/{name}/!check'>['findings']

const TONE_OF = { OK: 'good', ATTENTION: 'warn', BROKEN: 'bad' } as const

export function Check({ account, onClose }: OfAccount) {
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

export function Pause({ account: { name, status }, onClose }: OfAccount) {
  const isOn = status === 'ACTIVE'
  const words = isOn ? `Pause ${name}` : `Resume ${name}`
  return (
    <Question
      title={words}
      tone={isOn ? 'danger' : 'primary'}
      action={() => ask(UPDATE, { path: { name }, body: { status: isOn ? 'PAUSED' : 'ACTIVE' } })}
      onClose={onClose}
    >
      <p>
        {isOn
          ? 'It gets no new payments. The status of existing payments is still checked.'
          : 'It gets new payments again.'}
      </p>
    </Question>
  )
}

export function Remove({ account: { name }, onClose }: OfAccount) {
  return (
    <Question
      title={`Delete ${name}`}
      action={() => ask('DELETE /admin/providers/{name}', { path: { name } })}
      onClose={onClose}
    >
      <p>
        Its settings and secrets are deleted. An account with open payments cannot be deleted. Pause it first.
      </p>
    </Question>
  )
}
