/** The form for the account that a merchant's settlements are paid to. To the API it is a free-form object. */
import { useSignal } from '@preact/signals'
import { GroupFields, type Place } from '../forms/fields.tsx'
import { type DraftGroup, type GroupShape, groupIn, listIn, textIn } from '../forms/shape.ts'
import { methodName } from '../texts.tsx'

/** The account on one line, for every method. */
export const payeeWords = ({ paymentMethodCode, account }: Readonly<Record<string, unknown>>): string =>
  [methodName(String(paymentMethodCode ?? '')), ...Object.values(Object(account)).map(String)]
    .filter(Boolean)
    .join(', ')

const PAYEE: GroupShape = {
  is: 'group',
  members: [
    {
      name: 'paymentMethodCode',
      shape: { is: 'text' },
      isNeeded: true,
      hint: 'The payout method, such as BANK_TRANSFER.',
    },
    {
      name: 'paymentOperatorCode',
      shape: { is: 'text' },
      hint: 'The bank or wallet, if the method has several.',
    },
    {
      name: 'account',
      shape: { is: 'by-name', of: { is: 'text' } },
      isNeeded: true,
      hint: 'The details that the method needs, by name: accountName, accountNumber.',
    },
  ],
}

const ACCOUNT = ['accountName', 'accountNumber'] as const

/** The payee is a free-form object in the API and is kept as JSON while it is typed. */
export function Payee({ place }: { readonly place: Place }) {
  const held = payeeIn(place.draft)
  const details = Object.entries(held.account)
  const rows = details.length === 0 ? ACCOUNT.map((name) => [name, ''] as const) : details
  const started: DraftGroup = {
    paymentMethodCode: held.paymentMethodCode,
    paymentOperatorCode: held.paymentOperatorCode,
    account: rows.map(([name, value]) => ({ name, value })),
  }
  const draft = useSignal<DraftGroup>(started)
  const write = (next: DraftGroup): void => {
    draft.value = next
    const account = listIn(next.account)
      .map(groupIn)
      .flatMap(({ name, value }) =>
        textIn(name) === '' || textIn(value) === '' ? [] : [[textIn(name).trim(), textIn(value).trim()]],
      )
    const [method, operator] = [
      textIn(next.paymentMethodCode).trim(),
      textIn(next.paymentOperatorCode).trim(),
    ]
    place.write(
      JSON.stringify({
        ...(method !== '' && { paymentMethodCode: method }),
        ...(operator !== '' && { paymentOperatorCode: operator }),
        account: Object.fromEntries(account),
      }),
    )
  }
  /** The API's fault names a detail; find the field that shows it. */
  const faultAt = (at: string): string | undefined => {
    const [, line] = /\/account\/(\d+)\/value$/.exec(at) ?? []
    if (line !== undefined) {
      const name = textIn(groupIn(listIn(draft.value.account)[Number(line)]).name)
      return place.faultAt(`${place.path}/account/${name}`)
    }
    return place.faultAt(at)
  }
  const lacking = place.faultAt(place.path)
  return (
    <fieldset class="form-part">
      <legend>Payout account</legend>
      {lacking !== undefined && <p class="fault">{lacking}</p>}
      <GroupFields
        shape={PAYEE}
        customs={{
          paymentMethodCode: { label: 'Method' },
          paymentOperatorCode: { label: 'Operator' },
          account: { label: 'Details' },
        }}
        place={{ path: place.path, draft: draft.value, write: (next) => write(groupIn(next)), faultAt }}
      />
    </fieldset>
  )
}

function payeeIn(draft: Place['draft']): {
  readonly paymentMethodCode: string
  readonly paymentOperatorCode: string
  readonly account: Readonly<Record<string, string>>
} {
  let held: unknown
  try {
    held = JSON.parse(textIn(draft) || '{}')
  } catch {
    held = {}
  }
  const { paymentMethodCode = '', paymentOperatorCode = '', account = {} } = Object(held)
  return {
    paymentMethodCode: String(paymentMethodCode),
    paymentOperatorCode: String(paymentOperatorCode),
    account: Object.fromEntries(Object.entries(Object(account)).map(([name, text]) => [name, String(text)])),
  }
}
