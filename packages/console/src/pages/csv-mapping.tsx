/**
 * An account's current CSV mapping, and the form to replace it (`csv/mapping-form.tsx`). The form and its CSV reader are loaded when it is
 * first opened.
 */
import { useSignal } from '@preact/signals'
import { Failed, Loading } from '@sluice/ui-kit/states.tsx'
import { useEffect } from 'preact/hooks'
import { asking, ByCommand } from '../approval-requests.tsx'
import type { FedAccount, MappingForm, MappingFormProps } from '../csv/mapping-form.tsx'

export type { FedAccount }

const useMapping = asking('GET /admin/bank-feeds/{account}/csv-mapping')

export function CsvMapping({ account, ...rest }: Omit<MappingFormProps, 'stored'>) {
  const answer = useMapping({ path: { account: account.id } }).value
  const form = useSignal<{ readonly show: typeof MappingForm } | 'failed' | undefined>(undefined)
  const load = (): void =>
    void import('../csv/mapping-form.tsx').then(
      ({ MappingForm: show }) => {
        form.value = { show }
      },
      () => {
        form.value = 'failed'
      },
    )
  useEffect(load, [])
  // Most accounts have no mapping yet.
  const isNone = answer.state === 'failed' && answer.refusal.kind === 'absent'
  if (answer.state === 'failed' && !isNone) return <Failed refusal={answer.refusal} />
  if (form.value === 'failed') return <Failed refusal={{ kind: 'offline' }} again={load} />
  if (answer.state === 'loading' || form.value === undefined) return <Loading rows={3} />
  const stored = answer.state === 'ready' ? answer.value : undefined
  const { show: Form } = form.value
  return (
    <>
      <Form account={account} stored={stored} {...rest} />
      <ByCommand
        name="GET /admin/bank-feeds/{account}/csv-mapping"
        requested={{ path: { account: account.id } }}
      />
    </>
  )
}
