/** What can be done with an own account: its settings, and a pause. */
import { useSignal } from '@preact/signals'
import { Drawer } from '../../../kit/drawer.tsx'
import { Button, Refused, useAction } from '../../../kit/form.tsx'
import { refresh } from '../../../kit/query.ts'
import { type AnswerOf, ask } from '../api.ts'
import { asking } from '../approval-requests.tsx'
import { OperationForm } from '../forms/operation-form.tsx'
import { may } from '../rights.ts'
import { accountCustoms } from './account-new.tsx'

type Whole = AnswerOf<'GET /admin/accounts/{id}'>

const CHANGE = 'PATCH /admin/accounts/{id}'
const useMethods = asking('GET /admin/payment-methods')

export function AccountActions({ account }: { readonly account: Whole }) {
  const open = useSignal<'settings' | 'pause' | undefined>(undefined)
  const isPaused = account.status === 'PAUSED'
  const close = (): void => {
    open.value = undefined
  }
  return (
    <>
      {may('routes:manage') && (
        <Button
          onClick={() => {
            open.value = 'settings'
          }}
        >
          Settings…
        </Button>
      )}
      {may('routes:act') && (
        <Button
          onClick={() => {
            open.value = 'pause'
          }}
        >
          {isPaused ? 'Resume…' : 'Pause…'}
        </Button>
      )}
      {open.value === 'settings' && <Settings account={account} onClose={close} />}
      {open.value === 'pause' && <Pause account={account} onClose={close} />}
    </>
  )
}

interface OfAccount {
  readonly account: Whole
  readonly onClose: () => void
}

function Settings({ account, onClose }: OfAccount) {
  const { id, isTest } = account
  const methods = useMethods({}).value
  const all = methods.state === 'ready' ? methods.value.data.filter(({ ownAccount }) => ownAccount) : []
  return (
    <Drawer title={`Settings of ${id}`} onClose={onClose}>
      <OperationForm
        name={CHANGE}
        path={{ id }}
        label={`Settings of ${id}`}
        start={account}
        customs={accountCustoms(all, account)}
        button={() => `Change ${id}`}
        effect={
          isTest
            ? 'Applies to new payins. Payment instructions already shown to payers do not change.'
            : 'Applies to new payins. Payment instructions already shown to payers do not change. Changes to live payment details need dual approval.'
        }
        onDone={onClose}
      />
    </Drawer>
  )
}

function Pause({ account: { id, name, status }, onClose }: OfAccount) {
  const action = useAction()
  const isPaused = status === 'PAUSED'
  const send = (): void =>
    void action.run(
      () =>
        ask(isPaused ? 'POST /admin/accounts/{id}/!resume' : 'POST /admin/accounts/{id}/!pause', {
          path: { id },
        }),
      () => {
        refresh()
        onClose()
      },
    )
  return (
    <Drawer title={isPaused ? `Resume ${id}` : `Pause ${id}`} kind="question" onClose={onClose}>
      <p>
        {isPaused
          ? `${name} accepts new payins again.`
          : `${name} accepts no new payins. Payments to instructions already shown are still recognized.`}
      </p>
      <Refused refusal={action.now.refusal} />
      <p class="row-acts">
        <Button tone="primary" acting={action.now} onClick={send}>
          {isPaused ? `Resume ${id}` : `Pause ${id}`}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </p>
    </Drawer>
  )
}
