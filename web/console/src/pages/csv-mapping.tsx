/** How an account's bank writes its CSV: one of the ready-made mappings, or what differs from it. */
import { useSignal } from '@preact/signals'
import { Button, Field, Form, Refused, useAct } from '../../../kit/form.tsx'
import { refresh } from '../../../kit/query.ts'
import { Answered } from '../../../kit/states.tsx'
import { ask } from '../api.ts'
import { approvalIn, WaitsForAnother } from '../approval-in.tsx'
import { asking, ByCommand } from '../asking.tsx'
import { bodyOf, textIn } from '../forms/shape.ts'

const useReady = asking('GET /admin/csv-mappings')

const OTHER = 'other'

interface CsvMappingProps {
  readonly account: string
  readonly onDone: () => void
}

export function CsvMapping({ account, onDone }: CsvMappingProps) {
  const act = useAct()
  const ready = useReady({})
  const like = useSignal('plain')
  const differs = useSignal('')
  const isNoJson = useSignal(false)
  const waiting = useSignal<string | undefined>(undefined)
  const put = (): void => {
    const own = bodyOf({ is: 'json' }, textIn(differs.value))
    isNoJson.value = own !== undefined && !(own instanceof Object)
    if (isNoJson.value) return
    const body: Readonly<Record<string, unknown>> = {
      ...(like.value !== OTHER && { like: like.value }),
      ...Object(own ?? {}),
    }
    void act.run(
      () => ask('PUT /admin/bank-feeds/{account}/csv-mapping', { path: { account }, body }),
      (answer) => {
        waiting.value = approvalIn(answer)
        refresh()
        if (waiting.value === undefined) onDone()
      },
    )
  }
  if (waiting.value !== undefined) return <WaitsForAnother approval={waiting.value} />
  return (
    <Answered of={ready} rows={2}>
      {({ data }) => (
        <Form label="How this bank writes its CSV" onSend={put}>
          <Field
            label="Written like"
            value={like}
            fault={act.faultAt('like')}
            choices={[
              ...data.map(({ name, bank }) => [name, `${name}: ${bank}`] as const),
              [OTHER, 'None of these: as I say below'],
            ]}
          />
          <Field
            label="What differs, as JSON (optional)"
            value={differs}
            lines={5}
            fault={isNoJson.value ? 'must be a JSON object, such as the example below' : undefined}
            hint='Columns by their heads or numbers, as {"columns": {"bookedAt": "Date", "amount": "Amount"}, "delimiter": ";"}.'
          />
          <Refused refusal={act.now.refusal} />
          <p class="row-acts">
            <Button type="submit" tone="primary" acting={act.now}>
              Read the CSV of {account} like this
            </Button>
          </p>
          <ByCommand name="GET /admin/csv-mappings" asked={{}} />
        </Form>
      )}
    </Answered>
  )
}
