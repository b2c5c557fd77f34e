/** Actions on a connector apart from its settings: manage its secrets, remove it. */
import { useSignal } from '@preact/signals'
import { Button, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Time } from '@sluice/ui-kit/time.tsx'
import { type AnswerOf, ask } from '../api.ts'
import { approvalIn, WaitsForAnother } from '../approval-in.tsx'
import { Secret } from './merchant-new.tsx'

type Connector = AnswerOf<'GET /admin/connectors'>['data'][number]

interface OfConnector {
  readonly connector: Connector
  readonly onClose: () => void
}

export function ConnectorActions({ connector, onClose }: OfConnector) {
  return (
    <>
      <p>Applies from the next payment.</p>
      <Secrets connector={connector} />
      <Removal connector={connector} onClose={onClose} />
    </>
  )
}

/** Adds a secret beside the existing ones. The old one is removed once the connector uses the new one. */
function Secrets({ connector: { name, secrets } }: Pick<OfConnector, 'connector'>) {
  const action = useAction()
  const made = useSignal<string | undefined>(undefined)
  const waiting = useSignal<string | undefined>(undefined)
  const kept = useSignal(secrets)
  const add = (): void =>
    void action.run(
      () => ask('POST /admin/connectors/{name}/secrets', { path: { name } }),
      (answer) => {
        waiting.value = approvalIn(answer)
        if ('secret' in answer) {
          made.value = answer.secret
          kept.value = [{ id: answer.id, createdAt: answer.createdAt }, ...kept.peek()]
        }
        refresh()
      },
    )
  const remove = (id: string): void =>
    void action.run(
      () => ask('DELETE /admin/connectors/{name}/secrets/{id}', { path: { name, id } }),
      () => {
        kept.value = kept.peek().filter((each) => each.id !== id)
        refresh()
      },
    )
  if (waiting.value !== undefined) return <WaitsForAnother approval={waiting.value} />
  return (
    <>
      <ul class="items">
        {kept.value.map(({ id, createdAt }) => (
          <li key={id}>
            <code class="breaks">{id}</code>{' '}
            <span class="quiet">
              created <Time at={createdAt} brief />
            </span>{' '}
            {kept.value.length > 1 && (
              <Button acting={action.now} onClick={() => remove(id)}>
                Delete secret {id}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Refused refusal={action.now.refusal} />
      {made.value === undefined ? (
        <Button acting={action.now} onClick={add}>
          Add secret to {name}
        </Button>
      ) : (
        <Secret words="New secret, shown only once" text={made.value} />
      )}
    </>
  )
}

function Removal({ connector: { name }, onClose }: OfConnector) {
  const action = useAction()
  const isRequested = useSignal(false)
  const remove = (): void =>
    void action.run(
      () => ask('DELETE /admin/connectors/{name}', { path: { name } }),
      () => {
        refresh()
        onClose()
      },
    )
  return (
    <>
      <p>A connector with open payments cannot be deleted. Pause it first.</p>
      <Refused refusal={action.now.refusal} />
      <p class="row-acts">
        {isRequested.value ? (
          <>
            <Button tone="danger" acting={action.now} onClick={remove}>
              Delete {name} permanently
            </Button>
            <Button onClick={setTo(isRequested, false)}>Cancel</Button>
          </>
        ) : (
          <Button onClick={setTo(isRequested, true)}>Delete {name} …</Button>
        )}
      </p>
    </>
  )
}
