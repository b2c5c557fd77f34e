/**
 * The form for a payout to one payee; its button shows the amount and the payee. It offers the methods of the currency and asks for the
 * required fields first; the gateway reports missing or wrong values at the field.
 */
import { type Signal, useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button, Field, Form, fieldValue, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { isBelowZero, isNil, moneyText } from '@sluice/ui-kit/money.tsx'
import { CALM_MS } from '@sluice/ui-kit/operation.ts'
import { refresh } from '@sluice/ui-kit/query.ts'
import { Answered, Empty } from '@sluice/ui-kit/states.tsx'
import { useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ask, asking } from '../api.ts'
import { t } from '../language.ts'
import {
  PAYEE_FIELDS,
  type PayeeField,
  pathOfField,
  payoutMethodOf,
  payoutMethodsIn,
  wantedFields,
} from '../payout-request.ts'
import { placeOf } from '../places.ts'
import { amountOf, methodName, newId } from '../texts.tsx'

const useBalances = asking('GET /balances', CALM_MS)

interface PayOutProps {
  readonly onClose: () => void
}

export function PayOut(props: PayOutProps) {
  const balances = useBalances({})
  return (
    <Drawer title={t('payoutTitle')} onClose={props.onClose}>
      <Answered of={balances}>
        {({ data }) => {
          const payable = data.filter(({ currencyCode }) => payoutMethodsIn(currencyCode).length > 0)
          return payable.length === 0 ? (
            <Empty title={t('noBalance')} />
          ) : (
            <PayoutForm
              currencies={payable.map(({ currencyCode, available }) => [
                currencyCode,
                `${currencyCode} · ${t('available')}: ${moneyText(available)}`,
              ])}
              // Show the available balance before a choice is made.
              first={
                payable.find(({ available }) => !isNil(available) && !isBelowZero(available))?.currencyCode
              }
            />
          )
        }}
      </Answered>
    </Drawer>
  )
}

type Choices = readonly (readonly [value: string, words: string])[]

interface PayoutFormProps {
  readonly currencies: Choices
  readonly first: string | undefined
}

function PayoutForm({ currencies, first }: PayoutFormProps) {
  const { route } = useLocation()
  const action = useAction()
  const id = useSignal(useMemo(() => newId('payout'), []))
  const amount = useSignal('')
  const currencyCode = useSignal(first ?? currencies[0]?.[0] ?? '')
  const chosen = useSignal('')
  const methods = payoutMethodsIn(currencyCode.value)
  /** Keep the chosen method when the currency changes, if the new currency has it. */
  const methodCode = methods.find((code) => code === chosen.value) ?? methods[0] ?? ''
  const method = fieldValue(methodCode, (code) => {
    chosen.value = code
  })
  const wanted = wantedFields(methodCode, currencyCode.value)
  const payee = usePayee()
  const operator = useSignal('')
  const digits = amountOf(amount.value.trim())
  const isAmountOdd = amount.value !== '' && !digits
  const send = (): void => {
    if (!digits) return
    const fields = Object.fromEntries(PAYEE_FIELDS.map((name) => [name, payee[name].value]))
    const idPayout = id.value.trim()
    void action.run(
      () =>
        ask('POST /payouts/{idPayout}', {
          path: { idPayout },
          body: {
            paymentRequested: { money: { amount: digits, currencyCode: currencyCode.value } },
            paymentMethod: payoutMethodOf({ methodCode, operatorCode: operator.value, fields }),
          },
        }),
      () => {
        refresh()
        route(placeOf.payment('payout', idPayout))
      },
    )
  }
  const sum = moneyText({ amount: digits ? amount.value.trim() : '0', currencyCode: currencyCode.value })
  return (
    <Form label={t('payoutTitle')} onSend={send}>
      <Refused refusal={action.now.refusal} />
      <Field label={t('currency')} value={currencyCode} choices={currencies} />
      <Field
        label={t('amount')}
        value={amount}
        inputMode="decimal"
        fault={action.faultAt('paymentRequested/money/amount') ?? (isAmountOdd ? t('digits') : undefined)}
        required
      />
      <Field
        label={t('method')}
        value={method}
        choices={methods.map((code) => [code, methodName(code)])}
        fault={action.faultAt('paymentMethod/paymentMethodCode')}
      />
      <PayeeFields
        names={PAYEE_FIELDS.filter((name) => wanted[name] !== undefined)}
        {...{ payee, wanted, faultAt: action.faultAt }}
      />
      <details>
        <summary>{t('moreFields')}</summary>
        <div class="form more">
          <Field
            label={t('operatorCode')}
            value={operator}
            fault={action.faultAt('paymentMethod/paymentOperatorCode')}
          />
          <PayeeFields
            names={PAYEE_FIELDS.filter((name) => wanted[name] === undefined)}
            {...{ payee, wanted, faultAt: action.faultAt }}
          />
          <Field label={t('payoutId')} value={id} hint={t('payoutIdHint')} maxLength={64} required />
        </div>
      </details>
      <Button type="submit" tone="primary" acting={action.now}>
        {t('payoutAction', { amount: sum, name: payee.accountName.value.trim() || '…' })}
      </Button>
    </Form>
  )
}

type Payee = { readonly [Name in PayeeField]: Signal<string> }

const usePayee = (): Payee => ({
  accountName: useSignal(''),
  accountNumber: useSignal(''),
  bankCode: useSignal(''),
  branchCode: useSignal(''),
  accountType: useSignal(''),
  identifyingReference: useSignal(''),
  emailAddress: useSignal(''),
  phoneNumber: useSignal(''),
})

interface PayeeFieldsProps {
  readonly names: readonly PayeeField[]
  readonly payee: Payee
  readonly wanted: ReturnType<typeof wantedFields>
  readonly faultAt: (path: string) => string | undefined
}

function PayeeFields({ names, payee, wanted, faultAt }: PayeeFieldsProps) {
  return (
    <>
      {names.map((name) => (
        <Field
          key={name}
          label={t(name)}
          value={payee[name]}
          fault={faultAt(pathOfField(name))}
          {...(wanted[name] && { hint: wanted[name] })}
          maxLength={128}
        />
      ))}
    </>
  )
}
