/** When a merchant is paid out, and what stands of it on its invoices: agreed with it, and written down by an operator. */
import { useSignal } from '@preact/signals'
import { Drawer } from '../../../kit/drawer.tsx'
import { Button, Field } from '../../../kit/form.tsx'
import { Notice, Section } from '../../../kit/small.tsx'
import { Answered, Empty } from '../../../kit/states.tsx'
import { Table } from '../../../kit/table.tsx'
import { Time } from '../../../kit/time.tsx'
import { zonesWith } from '../../../kit/zones.ts'
import type { AnswerOf } from '../api.ts'
import { asking, CALM_MS } from '../approval-requests.tsx'
import { type Customs, GroupFields, type Place } from '../forms/fields.tsx'
import { type DraftGroup, type GroupShape, groupIn, listIn, textIn } from '../forms/shape.ts'
import { placeOf } from '../places.ts'
import { may } from '../rights.ts'
import { methodName } from '../texts.tsx'
import { SetupForm } from './setup-list.tsx'

type Profile = AnswerOf<'GET /admin/merchants/{merchantCode}'>
type Agreed = AnswerOf<'GET /admin/merchants/{merchantCode}/settlement-terms'>['data'][number]

export const useTerms = asking('GET /admin/merchants/{merchantCode}/settlement-terms', CALM_MS)
const useCalendars = asking('GET /admin/settlement-calendars', CALM_MS)

const PUT_TERMS = 'PUT /admin/merchants/{merchantCode}/settlement-terms/{currencyCode}'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

function rhythm({ schedule, weekday, dayOfMonth }: Agreed): string {
  switch (schedule) {
    case 'DAILY':
      return 'Every business day'
    case 'WEEKLY':
      return `Every ${WEEKDAYS[weekday - 1] ?? weekday}`
    case 'MONTHLY':
      return `Every month, on day ${dayOfMonth}`
    case 'MANUAL':
      return 'Only in manual runs'
  }
}

interface TermsProps {
  readonly profile: Profile
  /** Undefined: no form is open; empty: of a currency that has no terms yet. */
  readonly currency: { value: string | undefined }
}

export function Terms({ profile, currency }: TermsProps) {
  const { merchantCode } = profile
  const terms = useTerms({ path: { merchantCode } })
  const mayManage = may('merchants:manage')
  return (
    <Section title="Settlement terms">
      <Answered of={terms} rows={2}>
        {({ data }) => (
          <>
            {data.length === 0 ? (
              <Empty title="No settlement terms. The balance stays here until the merchant creates payouts" />
            ) : (
              <Table
                label="Settlement terms"
                rows={data}
                keyOf={({ currencyCode }) => currencyCode}
                columns={[
                  { name: 'Currency', cell: ({ currencyCode }) => currencyCode },
                  { name: 'Schedule', cell: rhythm },
                  { name: 'Cut-off', cell: ({ cutOff, zone }) => `${cutOff} ${zone}` },
                  { name: 'Calendar', cell: ({ calendar }) => calendar },
                  {
                    name: 'Next cut-offs',
                    cell: ({ cutOffs }) =>
                      cutOffs.length === 0 ? (
                        '–'
                      ) : (
                        <span class="totals">
                          {cutOffs.map(({ day, at }) => (
                            <Time key={day} at={at} />
                          ))}
                        </span>
                      ),
                  },
                  { name: 'Minimum', cell: ({ minimum }) => String(minimum), atEnd: true },
                  {
                    name: 'Reserve',
                    cell: ({ reserve: { percent, days } }) =>
                      percent === '0' || days === 0 ? 'nothing' : `${percent} % of ${days} days`,
                  },
                  { name: 'To', cell: ({ payee }) => <span class="breaks">{payeeWords(payee)}</span> },
                  ...(mayManage
                    ? [
                        {
                          name: 'Change',
                          cell: ({ currencyCode }: Agreed) => (
                            <button
                              type="button"
                              class="as-link"
                              aria-label={`Change ${currencyCode} terms`}
                              onClick={() => {
                                currency.value = currencyCode
                              }}
                            >
                              Change…
                            </button>
                          ),
                        },
                      ]
                    : []),
                ]}
              />
            )}
            {mayManage && (
              <p class="row-acts">
                <Button
                  onClick={() => {
                    currency.value = ''
                  }}
                >
                  Set terms for {data.length === 0 ? 'a' : 'another'} currency…
                </Button>
              </p>
            )}
            {currency.value !== undefined && (
              <TermsForm profile={profile} agreed={data} currency={currency} />
            )}
          </>
        )}
      </Answered>
    </Section>
  )
}

/** An account as one line, whatever its method asks for. */
export const payeeWords = ({ paymentMethodCode, account }: Readonly<Record<string, unknown>>): string =>
  [methodName(String(paymentMethodCode ?? '')), ...Object.values(Object(account)).map(String)]
    .filter(Boolean)
    .join(', ')

interface TermsFormProps extends TermsProps {
  readonly agreed: readonly Agreed[]
}

function TermsForm({ profile, agreed, currency }: TermsFormProps) {
  const { merchantCode, paymentMethods, isTest } = profile
  const calendars = useCalendars({}).value
  const chosen = useSignal(currency.value ?? '')
  const codes = calendars.state === 'ready' ? calendars.value.data.map(({ code }) => code) : []
  const close = (): void => {
    currency.value = undefined
  }
  const before = agreed.find(({ currencyCode }) => currencyCode === chosen.value)
  const offered = [...new Set(paymentMethods?.map((each) => each.currency) ?? [])]
  if (chosen.value === '')
    return (
      <ChooseCurrency
        merchantCode={merchantCode}
        offered={offered.filter((code) => !agreed.some(({ currencyCode }) => currencyCode === code))}
        onChosen={(code) => {
          chosen.value = code
        }}
        onClose={close}
      />
    )
  return (
    <SetupForm
      name={PUT_TERMS}
      path={{ merchantCode, currencyCode: chosen.value }}
      title={`${chosen.value} terms of ${merchantCode}`}
      start={before ?? USUAL}
      customs={customsOf(codes)}
      effect={
        isTest
          ? 'Applies from the next run. Runs already prepared keep their terms.'
          : 'Applies from the next run, after dual approval. Runs already prepared keep their terms.'
      }
      button={`Save ${chosen.value} terms`}
      onClose={close}
    />
  )
}

const USUAL = { schedule: 'DAILY', cutOff: '17:00', calendar: 'WEEKDAYS' }

const SCHEDULES = [
  ['DAILY', 'Every business day'],
  ['WEEKLY', 'Every week'],
  ['MONTHLY', 'Every month'],
  ['MANUAL', 'Only in manual runs'],
] as const

const customsOf = (calendars: readonly string[]): Customs => ({
  schedule: { label: 'Schedule', choices: SCHEDULES, hint: 'Only on business days of its calendar.' },
  weekday: {
    shown: (place, { schedule }) =>
      textIn(schedule) === 'WEEKLY' && (
        <Field
          label="On"
          value={textOf(place)}
          fault={place.faultAt(place.path)}
          hint="If that is not a business day, the next one."
          choices={[
            ['', 'Monday (default)'],
            ...WEEKDAYS.map((name, index) => [String(index + 1), name] as const),
          ]}
        />
      ),
  },
  dayOfMonth: {
    shown: (place, { schedule }) =>
      textIn(schedule) === 'MONTHLY' && (
        <Field
          label="On day"
          value={textOf(place)}
          fault={place.faultAt(place.path)}
          inputMode="numeric"
          hint="1 to 31. Default: 1. In shorter months, the last day. If that is not a business day, the next one."
        />
      ),
  },
  cutOff: { label: 'Cut-off' },
  zone: {
    label: 'Time zone',
    shown: (place) => (
      <Field
        label="Time zone"
        value={textOf(place)}
        fault={place.faultAt(place.path)}
        choices={[['', '–'], ...zonesWith(textIn(place.draft)).map((zone) => [zone, zone] as const)]}
      />
    ),
  },
  calendar: {
    shown: (place) => (
      <Field
        label="Calendar"
        value={textOf(place)}
        fault={place.faultAt(place.path)}
        choices={[['', '–'], ...calendars.map((code) => [code, code] as const)]}
      />
    ),
  },
  payee: {
    shown: (place) => <Payee place={place} />,
  },
})

const textOf = (place: Place) => ({
  get value() {
    return textIn(place.draft)
  },
  set value(next: string) {
    place.write(next)
  },
})

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

/** The payee as the API has it, an object of any kind, is kept as JSON while it is typed. */
function Payee({ place }: { readonly place: Place }) {
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
  /** The API names a detail, the form has it on a line. */
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

interface ChooseProps {
  readonly merchantCode: string
  readonly offered: readonly string[]
  readonly onChosen: (currency: string) => void
  readonly onClose: () => void
}

function ChooseCurrency({ merchantCode, offered, onChosen, onClose }: ChooseProps) {
  const typed = useSignal(offered[0] ?? '')
  return (
    <Drawer title={`Settlement terms of ${merchantCode}`} onClose={onClose}>
      {offered.length > 0 ? (
        <Field label="Currency" value={typed} choices={offered.map((code) => [code, code] as const)} />
      ) : (
        <Field label="Currency" value={typed} maxLength={8} hint="Such as THB." />
      )}
      <p class="row-acts">
        <Button
          tone="primary"
          onClick={() => {
            const code = typed.peek().trim().toUpperCase()
            if (code !== '') onChosen(code)
          }}
        >
          Continue
        </Button>
      </p>
    </Drawer>
  )
}

const useBilling = asking('GET /admin/merchants/{merchantCode}/billing', CALM_MS)

export function MerchantBilling({ profile: { merchantCode } }: { readonly profile: Profile }) {
  const isOpen = useSignal(false)
  const billing = useBilling({ path: { merchantCode } })
  return (
    <Section title="Invoice details">
      <Answered of={billing} rows={2}>
        {(held) => (
          <>
            {held.recipient ? (
              <p class="breaks">
                {[
                  held.recipient.name,
                  ...(held.recipient.address ?? []),
                  held.recipient.country,
                  held.recipient.taxId,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            ) : (
              <Notice tone="info">No invoice recipient yet.</Notice>
            )}
            <p class="quiet">
              Months in {held.zone ?? 'the time zone of the gateway’s billing'};{' '}
              <a href={placeOf.billing}>who issues them</a>
            </p>
            {may('merchants:manage') && (
              <Button
                onClick={() => {
                  isOpen.value = true
                }}
              >
                Billing of {merchantCode}…
              </Button>
            )}
            {isOpen.value && (
              <SetupForm
                name="PUT /admin/merchants/{merchantCode}/billing"
                path={{ merchantCode }}
                title={`Billing of ${merchantCode}`}
                start={held}
                customs={{
                  zone: { hint: 'An IANA name, such as Asia/Bangkok. Default: the gateway’s time zone.' },
                }}
                effect="Applies to documents issued from now on."
                button={`Save billing of ${merchantCode}`}
                onClose={() => {
                  isOpen.value = false
                }}
              />
            )}
          </>
        )}
      </Answered>
    </Section>
  )
}
