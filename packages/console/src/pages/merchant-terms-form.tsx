/** The form of a merchant's settlement terms, for a currency that already has terms or is chosen first. */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button, Field, fieldValue } from '@sluice/ui-kit/form.tsx'
import { zonesWith } from '@sluice/ui-kit/zones.ts'
import type { AnswerOf } from '../api.ts'
import { asking, CALM_MS } from '../approval-requests.tsx'
import type { Customs, Place } from '../forms/fields.tsx'
import { textIn } from '../forms/shape.ts'
import { Payee } from './merchant-payee.tsx'
import { SetupForm } from './setup-list.tsx'

export type Profile = AnswerOf<'GET /admin/merchants/{merchantCode}'>

export type Agreed = AnswerOf<'GET /admin/merchants/{merchantCode}/settlement-terms'>['data'][number]

const useCalendars = asking('GET /admin/settlement-calendars', CALM_MS)

const PUT_TERMS = 'PUT /admin/merchants/{merchantCode}/settlement-terms/{currencyCode}'

export interface TermsProps {
  readonly profile: Profile
  /** Undefined: no form is open. Empty: a currency without terms is chosen first. */
  readonly currency: { value: string | undefined }
}

interface TermsFormProps extends TermsProps {
  readonly agreed: readonly Agreed[]
}

export function TermsForm({ profile, agreed, currency }: TermsFormProps) {
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

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

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

const textOf = (place: Place) => fieldValue(textIn(place.draft), place.write)

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
