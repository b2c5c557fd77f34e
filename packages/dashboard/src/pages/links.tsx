/** The list of payment links, and the form to create one. */
import { type Signal, useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button, Field, Form, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { ListPage } from '@sluice/ui-kit/list-page.tsx'
import { Amount, moneyText } from '@sluice/ui-kit/money.tsx'
import { CALM_MS, LIVE_MS } from '@sluice/ui-kit/operation.ts'
import { refresh } from '@sluice/ui-kit/query.ts'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type AnswerOf, ask, asking } from '../api.ts'
import { ByCommand } from '../by-command.tsx'
import { t } from '../language.ts'
import { may } from '../merchant.ts'
import { placeOf, useView } from '../places.ts'
import { amountOf, choiceFilter, newId, Status } from '../texts.tsx'

const useLinks = asking('GET /payment-links', LIVE_MS)
const useCurrencies = asking('GET /currencies', CALM_MS)
const useBalances = asking('GET /balances', CALM_MS)

type Line = AnswerOf<'GET /payment-links'>['data'][number]

export const paidText = ({ paid, uses }: Pick<Line, 'paid' | 'uses'>): string =>
  uses === undefined
    ? t('paidAny', { paid: String(paid) })
    : t('paidTimes', { paid: String(paid), uses: String(uses) })

export const linkAmount = ({ money, openAmount }: Pick<Line, 'money' | 'openAmount'>) =>
  money ? <Amount money={money} /> : `${t('openAmount')} · ${openAmount?.currencyCode ?? ''}`

export function PaymentLinks() {
  const { view, show } = useView()
  const { open, ...filters } = view
  const requested = { query: { limit: '50', ...filters } }
  return (
    <ListPage<Line>
      title={t('links')}
      actions={
        may('links:act') && (
          <Button tone="primary" onClick={() => show({ open: 'new' })}>
            {t('newLink')}
          </Button>
        )
      }
      filters={[choiceFilter('status', t('status'), ['OPEN', 'USED_UP', 'EXPIRED', 'CLOSED'])]}
      answer={useLinks(requested)}
      keyOf={({ idLink }) => idLink}
      href={({ idLink }) => placeOf.link(idLink)}
      columns={[
        { name: t('linkTitle'), cell: ({ title }) => <span class="name">{title}</span> },
        { name: t('status'), cell: ({ status }) => <Status status={status} /> },
        { name: t('amount'), cell: linkAmount, atEnd: true },
        { name: t('paidOf'), cell: paidText, atEnd: true },
        { name: t('linkReference'), cell: ({ reference }) => reference ?? '–', minor: true },
        { name: t('created'), cell: ({ createdAt }) => <Time at={createdAt} brief /> },
      ]}
      nothing={t('noLinks')}
      byCommand={
        <ByCommand
          name="GET /payment-links"
          requested={requested}
          client="for await (const link of sluice.links.list()) console.log(link.url)"
        />
      }
    >
      <p class="quiet after">{t('noLinksText')}</p>
      {open === 'new' && may('links:act') && <NewLink onClose={() => show({ open: undefined })} />}
    </ListPage>
  )
}

function NewLink({ onClose }: { readonly onClose: () => void }) {
  const currencies = useCurrencies({})
  // Currencies that the account already holds come first.
  const balances = useBalances({}).value
  const first = balances.state === 'ready' ? balances.value.data[0]?.currencyCode : undefined
  return (
    <Drawer title={t('newLink')} onClose={onClose}>
      <Answered of={currencies}>
        {({ data }) => (
          <LinkForm
            key={first}
            first={first ?? data[0]?.code ?? ''}
            currencies={data.map(({ code, name }) => [code, `${code} · ${name}`])}
          />
        )}
      </Answered>
    </Drawer>
  )
}

interface LinkFormProps {
  readonly first: string
  readonly currencies: readonly (readonly [value: string, words: string])[]
}

function LinkForm({ first, currencies }: LinkFormProps) {
  const { route } = useLocation()
  const action = useAction()
  const idLink = useMemo(() => newId('link'), [])
  const typed = {
    title: useSignal(''),
    reference: useSignal(''),
    kind: useSignal('fixed'),
    currencyCode: useSignal(first),
    amount: useSignal(''),
    min: useSignal(''),
    max: useSignal(''),
    uses: useSignal('once'),
    count: useSignal('10'),
    day: useSignal(''),
  }
  const { title, reference, kind, currencyCode, amount, day } = typed
  const isFixed = kind.value === 'fixed'
  const digits = amountOf(amount.value.trim())
  const send = (): void => {
    if (isFixed && !digits) return
    void action.run(
      () => ask('POST /payment-links/{idLink}', { path: { idLink }, body: bodyOf(typed) }),
      () => {
        refresh()
        route(placeOf.link(idLink))
      },
    )
  }
  const sum = { amount: amount.value.trim(), currencyCode: currencyCode.value }
  return (
    <Form label={t('newLink')} onSend={send}>
      <Refused refusal={action.now.refusal} />
      <Field
        label={t('linkTitle')}
        value={title}
        hint={t('linkTitleHint')}
        fault={action.faultAt('title')}
        maxLength={80}
        required
      />
      <Field
        label={t('amountKind')}
        value={kind}
        choices={[
          ['fixed', t('fixedAmount')],
          ['open', t('openAmount')],
        ]}
      />
      <Field label={t('currency')} value={currencyCode} choices={currencies} />
      <AmountFields typed={typed} faultAt={action.faultAt} />
      <UsesFields typed={typed} faultAt={action.faultAt} />
      <Field
        label={t('expireAt')}
        value={day}
        type="date"
        hint={t('expireHint')}
        fault={action.faultAt('expireAt')}
      />
      <Field
        label={t('linkReference')}
        value={reference}
        hint={t('linkReferenceHint')}
        fault={action.faultAt('reference')}
        maxLength={64}
      />
      <Button type="submit" tone="primary" acting={action.now}>
        {isFixed && digits ? t('makeLinkFor', { amount: moneyText(sum) }) : t('makeLink')}
      </Button>
    </Form>
  )
}

type TypedLink = Readonly<
  Record<
    'title' | 'reference' | 'kind' | 'currencyCode' | 'amount' | 'min' | 'max' | 'uses' | 'count' | 'day',
    Signal<string>
  >
>

function bodyOf({ title, reference, kind, currencyCode, amount, min, max, uses, count, day }: TypedLink) {
  const [sum, least, most] = [amount, min, max].map(({ value }) => amountOf(value.trim()))
  const times =
    uses.value === 'once' ? 1 : uses.value === 'some' ? Number.parseInt(count.value, 10) : undefined
  return {
    title: title.value.trim(),
    ...(reference.value.trim() !== '' && { reference: reference.value.trim() }),
    ...(kind.value === 'fixed'
      ? { money: { amount: sum, currencyCode: currencyCode.value } }
      : {
          openAmount: {
            currencyCode: currencyCode.value,
            ...(least && { min: least }),
            ...(most && { max: most }),
          },
        }),
    ...(times !== undefined && { uses: times }),
    ...(day.value !== '' && { expireAt: `${day.value}T23:59:59Z` }),
  }
}

interface TypedProps {
  readonly typed: TypedLink
  readonly faultAt: (path: string) => string | undefined
}

/** The amount: fixed by the link, or chosen by the payer within limits. */
function AmountFields({ typed: { kind, amount, min, max }, faultAt }: TypedProps) {
  if (kind.value !== 'fixed')
    return (
      <>
        <Field label={t('min')} value={min} inputMode="decimal" fault={faultAt('openAmount/min')} />
        <Field label={t('max')} value={max} inputMode="decimal" fault={faultAt('openAmount/max')} />
      </>
    )
  const isOdd = amount.value !== '' && !amountOf(amount.value.trim())
  return (
    <Field
      label={t('amount')}
      value={amount}
      inputMode="decimal"
      fault={faultAt('money/amount') ?? (isOdd ? t('digits') : undefined)}
      required
    />
  )
}

function UsesFields({ typed: { uses, count }, faultAt }: TypedProps) {
  return (
    <>
      <Field
        label={t('uses')}
        value={uses}
        choices={[
          ['once', t('usesOnce')],
          ['many', t('usesMany')],
          ['some', t('usesSome')],
        ]}
      />
      {uses.value === 'some' && (
        <Field label={t('usesCount')} value={count} inputMode="numeric" fault={faultAt('uses')} required />
      )}
    </>
  )
}
