/** Which operations need a second operator, and which alerts are sent. */

import { useSignal } from '@preact/signals'
import { Button, Refused, useAction } from '../../../kit/form.tsx'
import { moneyText } from '../../../kit/money.tsx'
import { Badge } from '../../../kit/small.tsx'
import { Answered } from '../../../kit/states.tsx'
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
          title="Approvals: the policy"
          about={`Acts that move money outside of a payment, or open a door to it. ${isDefault ? 'Nobody has said anything else yet.' : ''}`}
          rows={data}
          keyOf={({ words }) => words}
          nothing="There is no act"
          needs="approvals:manage"
          columns={[
            { name: 'Operation', cell: ({ words }) => words },
            { name: 'Needs a second operator', cell: ({ rule }) => plainWords(rule) },
            {
              name: 'Above',
              cell: ({ above = [] }) => above.map(moneyText).join(', ') || '–',
            },
          ]}
          change={(row, onClose) => (
            <SetupForm
              name={'PUT /admin/approval-policy'}
              title={row.words}
              // The policy is put as a whole: the other acts stay as they are.
              start={{ data: [row, ...data.filter(({ operation }) => operation !== row.operation)] }}
              customs={{ data: { label: 'Each act', hint: 'The act that you chose stands first.' } }}
              effect="Changing the policy is itself approved by the policy that holds until then."
              button="Put this policy"
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
          nothing="There is no rule"
          needs="gateway:manage"
          columns={[
            { name: 'Rule', cell: ({ rule }) => plainWords(rule) },
            { name: 'What it means', cell: ({ means }) => means },
            {
              name: 'Told',
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
              effect="It holds from the next look on, within a minute."
              button={`Change the rule ${plainWords(row.rule).toLowerCase()}`}
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
      Where alerts go stands in the gateway’s configuration.{' '}
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
          Send a test alert by every way
        </Button>
      )}
      {isSent.value && <span role="status"> Sent.</span>}
      <Refused refusal={action.now.refusal} />
    </>
  )
}
