/** Actions on an own account: change its settings, pause it. */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button } from '@sluice/ui-kit/form.tsx'
import { Question } from '@sluice/ui-kit/question.tsx'
import { setTo } from '@sluice/ui-kit/set-to.ts'
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
      {may('routes:manage') && <Button onClick={setTo(open, 'settings')}>Settings…</Button>}
      {may('routes:act') && <Button onClick={setTo(open, 'pause')}>{isPaused ? 'Resume…' : 'Pause…'}</Button>}
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
  const isPaused = status === 'PAUSED'
  return (
    <Question
      title={isPaused ? `Resume ${id}` : `Pause ${id}`}
      tone="primary"
      action={() =>
        ask(isPaused ? 'POST /admin/accounts/{id}/!resume' : 'POST /admin/accounts/{id}/!pause', {
          path: { id },
        })
      }
      onClose={onClose}
    >
      <p>
        {isPaused
          ? `${name} accepts new payins again.`
          : `${name} accepts no new payins. Payments to instructions already shown are still recognized.`}
      </p>
    </Question>
  )
}
