/** Finds a person's payments by an exact identifier, masked, and requests the erasure of their data. */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button, Field, Form, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { Badge, Notice } from '@sluice/ui-kit/small.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { type AnswerOf, ask } from '../api.ts'
import { approvalIn, WaitsForAnother } from '../approval-in.tsx'
import { counted, MerchantLink, PaymentLink, plainWords } from '../texts.tsx'

type Found = AnswerOf<'POST /admin/privacy/!find'>
type Requested = AnswerOf<'POST /admin/privacy/requests'>

export function FindPerson({ onClose }: { readonly onClose: () => void }) {
  const action = useAction()
  const identifier = useSignal('')
  const merchantCode = useSignal('')
  const found = useSignal<Found | undefined>(undefined)
  const requested = useSignal<Requested | undefined>(undefined)
  const body = () => ({
    identifier: identifier.value,
    ...(merchantCode.value !== '' && { merchantCode: merchantCode.value }),
  })
  const find = (): void =>
    void action.run(
      () => ask('POST /admin/privacy/!find', { body: body() }),
      (answer) => {
        found.value = answer
      },
    )
  const erase = (): void =>
    void action.run(
      () => ask('POST /admin/privacy/requests', { body: { ...body(), salt: crypto.randomUUID() } }),
      (answer) => {
        requested.value = answer
      },
    )
  if (requested.value) return <Outcome answer={requested.value} onClose={onClose} />
  const many = found.value?.found ?? 0
  return (
    <Drawer title="Find a person" onClose={onClose}>
      <p class="quiet">Each look-up is in the audit log. An operator has 60 an hour.</p>
      <Form label="Find a person" onSend={found.value === undefined ? find : erase}>
        <Field
          label="Identifier"
          value={identifier}
          fault={action.faultAt('identifier')}
          hint="The whole account number, phone number, email address or tax number, as the payment has it."
          maxLength={200}
          required
        />
        <Field
          label="Merchant"
          value={merchantCode}
          fault={action.faultAt('merchantCode')}
          hint="Its code. Empty: all merchants."
        />
        <Refused refusal={action.now.refusal} />
        <div aria-live="polite">{found.value && <FoundPayments found={found.value} />}</div>
        <p class="row-acts">
          <Button type="submit" tone="primary" acting={action.now}>
            {found.value === undefined ? 'Find' : `Erase the data in ${counted(many, 'payment')}`}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </p>
      </Form>
    </Drawer>
  )
}

function FoundPayments({ found: { found, erasable, data } }: { readonly found: Found }) {
  return (
    <>
      <Notice tone="info">
        {found === 0
          ? 'No payment has this identifier. You can still make a receipt that says so.'
          : `${counted(found, 'payment')}, of which ${erasable} can be erased now. The others follow when their time has come.`}
      </Notice>
      {data.length > 0 && (
        <Table
          label="Payments of this person"
          rows={data}
          keyOf={({ merchantCode, kind, id }) => `${merchantCode}/${kind}/${id}`}
          columns={[
            { name: 'Payment', cell: (payment) => <PaymentLink payment={payment} /> },
            { name: 'Merchant', cell: ({ merchantCode }) => <MerchantLink code={merchantCode} /> },
            { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} brief /> },
            { name: 'Values', cell: ({ values }) => values.join(', ') },
            {
              name: 'Erasable',
              cell: ({ erasable: isErasable, why, until }) =>
                isErasable ? (
                  <Badge tone="good">now</Badge>
                ) : (
                  <>
                    {plainWords(why ?? '')} {until !== undefined && <Time at={until} brief />}
                  </>
                ),
            },
          ]}
        />
      )}
    </>
  )
}

function Outcome({ answer, onClose }: { readonly answer: Requested; readonly onClose: () => void }) {
  const approval = approvalIn(answer)
  return (
    <Drawer title="Erasure requested" onClose={onClose}>
      {approval !== undefined && <WaitsForAnother approval={approval} />}
      {'text' in answer && <pre>{answer.text}</pre>}
      <p class="row-acts">
        <Button onClick={onClose}>Close</Button>
      </p>
    </Drawer>
  )
}
