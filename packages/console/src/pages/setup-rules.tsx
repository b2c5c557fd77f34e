/** Which operations need a second operator, and which alerts are sent. */
import { useSignal } from '@preact/signals'
import { Button, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { moneyText } from '@sluice/ui-kit/money.tsx'
import { Badge } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { ask } from '../api.ts'
import { asking, ByCommand } from '../approval-requests.tsx'
import { may } from '../rights.ts'
import { plainWords } from '../texts.tsx'
import { SetupForm, SetupList } from './setup-list.tsx'

const usePolicy = asking('GET /admin/approval-policy')

export function Policy() {
  return (
    <Answered of={usePolicy({})} rows={8}>
      {({ data, isDefault }) => (
        <SetupList
          title="Approval policy"
          about={`Operations that move money outside a payment, or could lead to it. ${isDefault ? 'This is the default policy.' : ''}`}
          rows={data}
          keyOf={({ words }) => words}
          nothing="No operations"
          needs="approvals:manage"
          columns={[
            { name: 'Operation', cell: ({ words }) => words },
            { name: 'Dual approval', cell: ({ rule }) => plainWords(rule) },
            {
              name: 'Threshold',
              cell: ({ above = [] }) => above.map(moneyText).join(', ') || '–',
            },
          ]}
          change={(row, onClose) => (
            <SetupForm
              name={'PUT /admin/approval-policy'}
              title={row.words}
              // The policy is replaced as a whole, so keep the other operations.
              start={{ data: [row, ...data.filter(({ operation }) => operation !== row.operation)] }}
              customs={{ data: { label: 'Operations', hint: 'The operation you chose comes first.' } }}
              effect="The current policy decides whether this change needs approval."
              button="Save policy"
              onClose={onClose}
            />
          )}
          byCommand={<ByCommand name="GET /admin/approval-policy" requested={{}} />}
        />
      )}
    </Answered>
  )
}

const useRules = asking('GET /admin/alerts/rules')

export function AlertRules() {
  return (
    <Answered of={useRules({})} rows={8}>
      {({ data }) => (
        <SetupList
          title="Alert rules"
          about={<TestAlert />}
          rows={data}
          keyOf={({ rule }) => rule}
          nothing="No rules"
          needs="gateway:manage"
          columns={[
            { name: 'Rule', cell: ({ rule }) => plainWords(rule) },
            { name: 'Meaning', cell: ({ means }) => means },
            {
              name: 'Notification',
              cell: ({ enabled }) => (
                <Badge tone={enabled ? 'good' : 'plain'}>{enabled ? 'yes' : 'no'}</Badge>
              ),
            },
            {
              name: 'After',
              cell: ({ afterMinutes }) => (afterMinutes === undefined ? 'at once' : `${afterMinutes} min`),
            },
          ]}
          change={(row, onClose) => (
            <SetupForm
              name={'PUT /admin/alerts/rules/{rule}'}
              path={{ rule: row.rule }}
              title={plainWords(row.rule)}
              start={row}
              effect="Applies within a minute."
              button={`Save rule ${plainWords(row.rule).toLowerCase()}`}
              onClose={onClose}
            />
          )}
          byCommand={<ByCommand name="GET /admin/alerts/rules" requested={{}} />}
        />
      )}
    </Answered>
  )
}

function TestAlert() {
  const action = useAction()
  const isSent = useSignal(false)
  return (
    <>
      Alert destinations are set in the gateway’s configuration.{' '}
      {may('gateway:manage') && (
        <Button
          acting={action.now}
          onClick={() =>
            void action.run(
              () => ask('POST /admin/alerts/!test', {}),
              () => {
                isSent.value = true
              },
            )
          }
        >
          Send test alert to all destinations
        </Button>
      )}
      {isSent.value && <span role="status"> Sent.</span>}
      <Refused refusal={action.now.refusal} />
    </>
  )
}
