/** Which processors accept payments now, and which would accept a given one. */
import { useSignal } from '@preact/signals'
import { exactly } from '@sluice/ui-kit/exact.ts'
import { Button, Field, Form, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { ListPage } from '@sluice/ui-kit/list-page.tsx'
import { Badge, Notice, Section } from '@sluice/ui-kit/small.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { type AnswerOf, ask } from '../api.ts'
import { asking, ByCommand, LIVE_MS } from '../approval-requests.tsx'
import { placeOf } from '../places.ts'
import { may } from '../rights.ts'
import { plainWords } from '../texts.tsx'

const useProcessors = asking('GET /admin/processors', LIVE_MS)

export function Processors() {
  return (
    <ListPage
      title="Processors"
      path="/admin/processors"
      answer={useProcessors({})}
      keyOf={({ name }) => name}
      columns={[
        { name: 'Processor', cell: ({ name }) => <span class="name">{name}</span> },
        {
          name: 'Status',
          cell: ({ healthy }) => (
            <Badge tone={healthy ? 'good' : 'bad'}>{healthy ? 'accepting payments' : 'unavailable'}</Badge>
          ),
        },
        { name: 'Since', cell: ({ since }) => <Time at={since} /> },
        { name: 'For', cell: ({ forTests }) => (forTests ? 'test merchants' : 'live merchants') },
        { name: 'Message', cell: ({ detail }) => detail || '–' },
      ]}
      nothing="No processors yet"
      byCommand={<ByCommand name="GET /admin/processors" requested={{}} />}
    >
      {may('routes:manage') && (
        <p class="row-acts">
          <a class="button" href={placeOf.providers}>
            Accounts with providers
          </a>
          <a class="button" href={placeOf.connectors}>
            Connectors
          </a>
        </p>
      )}
      <Rehearsal />
    </ListPage>
  )
}

type Reported = AnswerOf<'POST /admin/payments/{merchantCode}/{kind}/!rehearse'>

/** A rehearsal stores nothing. */
function Rehearsal() {
  const action = useAction()
  const reported = useSignal<Reported | undefined>(undefined)
  const merchantCode = useSignal('')
  const kind = useSignal('payin')
  const method = useSignal('')
  const amount = useSignal('')
  const currencyCode = useSignal('')
  const rehearse = (): void => {
    const path = { merchantCode: merchantCode.value.trim(), kind: kind.value }
    const money = { amount: exactly(amount.value), currencyCode: currencyCode.value.trim().toUpperCase() }
    const body = {
      paymentRequested: { money },
      paymentMethod: { paymentMethodCode: method.value.trim().toUpperCase() },
    }
    void action.run(
      () => ask('POST /admin/payments/{merchantCode}/{kind}/!rehearse', { path, body }),
      (answer) => {
        reported.value = answer
      },
    )
  }
  return (
    <Section title="Test routing">
      <Form label="Test routing" onSend={rehearse}>
        <div class="filters">
          <Field label="Merchant" value={merchantCode} required />
          <Field
            label="Kind"
            value={kind}
            choices={[
              ['payin', 'Payin'],
              ['payout', 'Payout'],
            ]}
          />
          <Field
            label="Method"
            value={method}
            fault={action.faultAt('paymentMethod/paymentMethodCode')}
            required
          />
          <Field
            label="Amount"
            value={amount}
            inputMode="decimal"
            fault={action.faultAt('paymentRequested/money/amount')}
            required
          />
          <Field
            label="Currency"
            value={currencyCode}
            maxLength={8}
            fault={action.faultAt('paymentRequested/money/currencyCode')}
            required
          />
          <Button type="submit" acting={action.now}>
            Test routing
          </Button>
        </div>
        <Refused refusal={action.now.refusal} />
      </Form>
      <div aria-live="polite">{reported.value && <Outcome reported={reported.value} />}</div>
    </Section>
  )
}

function Outcome({ reported: { takers, declined, refusal } }: { readonly reported: Reported }) {
  return (
    <>
      {refusal && (
        <Notice tone="warn">The merchant would receive: {refusal.detail || plainWords(refusal.code)}</Notice>
      )}
      <ul class="items">
        {takers.map((name, index) => (
          <li key={name}>
            <Badge tone="good">{index + 1}.</Badge> {name} would be tried
          </li>
        ))}
        {declined.map(({ processor, reason, detail }) => (
          <li key={processor}>
            <Badge tone="plain">{plainWords(reason)}</Badge> {processor} <span class="quiet">{detail}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
