/** Pays out to one payee: a form whose button says how much goes to whom. Which fields a method needs, the gateway says at the field. */
import { type Signal, useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { plainWords } from '../../../kit/codes.ts'
import { Drawer } from '../../../kit/drawer.tsx'
import { Button, Field, Form, Refused, useAct } from '../../../kit/form.tsx'
import { moneyText } from '../../../kit/money.tsx'
import { CALM_MS } from '../../../kit/operation.ts'
import { refresh } from '../../../kit/query.ts'
import { Answered, Empty } from '../../../kit/states.tsx'
import { ask, asking } from '../api.ts'
import { t } from '../language.ts'
import { placeOf } from '../places.ts'
import { amountOf, newId } from '../words.tsx'

const useBalances = asking('GET /balances', CALM_MS)

const METHODS = [
  'BANK_TRANSFER',
  'WALLET_TRANSFER',
  'PHONE_NUMBER_TRANSFER',
  'EMAIL_TRANSFER',
  'TAX_PAYER_ID_TRANSFER',
  'RANDOM_KEY_TRANSFER',
] as const

interface PayOutProps {
  readonly onClose: () => void
}

export function PayOut(props: PayOutProps) {
  const balances = useBalances({})
  return (
    <Drawer title={t('payoutTitle')} onClose={props.onClose}>
      <Answered of={balances}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t('noBalance')} />
          ) : (
            <PayoutForm
              currencies={data.map(({ currencyCode, available }) => [
                currencyCode,
                `${currencyCode} · ${t('available')}: ${moneyText(available)}`,
              ])}
            />
          )
        }
      </Answered>
    </Drawer>
  )
}

type Choices = readonly (readonly [value: string, words: string])[]

function PayoutForm({ currencies }: { readonly currencies: Choices }) {
  const { route } = useLocation()
  const act = useAct()
  const id = useSignal(useMemo(() => newId('payout'), []))
  const amount = useSignal('')
  const currencyCode = useSignal(currencies[0]?.[0] ?? '')
  const method = useSignal<string>(METHODS[0])
  const account = {
    accountName: useSignal(''),
    accountNumber: useSignal(''),
    bankCode: useSignal(''),
    branchCode: useSignal(''),
    accountType: useSignal(''),
    identifyingReference: useSignal(''),
    emailAddress: useSignal(''),
    phoneNumber: useSignal(''),
  }
  const operator = useSignal('')
  const digits = amountOf(amount.value.trim())
  const isAmountOdd = amount.value !== '' && !digits
  const send = (): void => {
    if (!digits) return
    const given = Object.entries(account).flatMap(([name, { value }]) =>
      value.trim() === '' ? [] : [[name, value.trim()]],
    )
    const idPayout = id.value.trim()
    void act.run(
      () =>
        ask('POST /payouts/{idPayout}', {
          path: { idPayout },
          body: {
            paymentRequested: { money: { amount: digits, currencyCode: currencyCode.value } },
            paymentMethod: {
              paymentMethodCode: method.value,
              ...(operator.value.trim() !== '' && { paymentOperatorCode: operator.value.trim() }),
              account: Object.fromEntries(given),
            },
          },
        }),
      () => {
        refresh()
        route(placeOf.payment('payout', idPayout))
      },
    )
  }
  const atAccount = (name: keyof typeof account, label: string) => (
    <AccountField label={label} value={account[name]} fault={act.faultAt(`paymentMethod/account/${name}`)} />
  )
  const sum = moneyText({ amount: amount.value.trim() || '0', currencyCode: currencyCode.value })
  return (
    <Form label={t('payoutTitle')} onSend={send}>
      <Refused refusal={act.now.refusal} />
      <Field label={t('currency')} value={currencyCode} choices={currencies} />
      <Field
        label={t('amount')}
        value={amount}
        inputMode="decimal"
        fault={act.faultAt('paymentRequested/money/amount') ?? (isAmountOdd ? t('digits') : undefined)}
        required
      />
      <Field
        label={t('method')}
        value={method}
        choices={METHODS.map((code) => [code, plainWords(code)])}
        fault={act.faultAt('paymentMethod/paymentMethodCode')}
      />
      {atAccount('accountName', t('accountName'))}
      {atAccount('accountNumber', t('accountNumber'))}
      {atAccount('bankCode', t('bankCode'))}
      <details open={act.now.refusal !== undefined}>
        <summary>{t('moreFields')}</summary>
        <div class="form more">
          <Field
            label={t('operatorCode')}
            value={operator}
            fault={act.faultAt('paymentMethod/paymentOperatorCode')}
          />
          {atAccount('branchCode', t('branchCode'))}
          {atAccount('accountType', t('accountType'))}
          {atAccount('identifyingReference', t('identifyingReference'))}
          {atAccount('emailAddress', t('emailAddress'))}
          {atAccount('phoneNumber', t('phoneNumber'))}
          <Field label={t('payoutId')} value={id} hint={t('payoutIdHint')} maxLength={64} required />
        </div>
      </details>
      <Button type="submit" tone="primary" acting={act.now}>
        {t('payoutAct', { amount: sum, name: account.accountName.value.trim() || '…' })}
      </Button>
    </Form>
  )
}

interface AccountFieldProps {
  readonly label: string
  readonly value: Signal<string>
  readonly fault: string | undefined
}

const AccountField = ({ label, value, fault }: AccountFieldProps) => (
  <Field label={label} value={value} fault={fault} maxLength={128} />
)
