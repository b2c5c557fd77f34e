/** The callbacks of one payment and the server's responses; sends the latest again. */
import type { ReadonlySignal } from '@preact/signals'
import { useSignal } from '@preact/signals'
import { Button, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { LIVE_MS } from '@sluice/ui-kit/operation.ts'
import { type Loaded, refresh } from '@sluice/ui-kit/query.ts'
import type { Answer } from '@sluice/ui-kit/result.ts'
import { Section } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { type AnswerOf, ask, asking } from '../api.ts'
import { t, wordOf } from '../language.ts'
import { may } from '../merchant.ts'
import type { Kind } from '../places.ts'
import { Status } from '../texts.tsx'

type Callbacks = AnswerOf<'GET /payins/{idPayin}/callbacks'>

const usePayin = asking('GET /payins/{idPayin}/callbacks', LIVE_MS)
const usePayout = asking('GET /payouts/{idPayout}/callbacks', LIVE_MS)
const useRefund = asking('GET /refunds/{idRefund}/callbacks', LIVE_MS)

/** Sends the payment's latest callback again. */
export function sendAgain(kind: Kind, id: string): Promise<Answer<unknown>> {
  if (kind === 'payin') return ask('POST /payins/{idPayin}/callbacks/!redeliver', { path: { idPayin: id } })
  if (kind === 'payout')
    return ask('POST /payouts/{idPayout}/callbacks/!redeliver', { path: { idPayout: id } })
  return ask('POST /refunds/{idRefund}/callbacks/!redeliver', { path: { idRefund: id } })
}

interface ReportedProps {
  readonly kind: Kind
  readonly id: string
}

export function Reported({ kind, id }: ReportedProps) {
  if (!may('callbacks:read') && !may('payins:read')) return null
  if (kind === 'payin') return <OfPayin id={id} />
  if (kind === 'payout') return <OfPayout id={id} />
  return <OfRefund id={id} />
}

type OfProps = Omit<ReportedProps, 'kind'>
const OfPayin = ({ id }: OfProps) => <List kind="payin" id={id} of={usePayin({ path: { idPayin: id } })} />
const OfPayout = ({ id }: OfProps) => (
  <List kind="payout" id={id} of={usePayout({ path: { idPayout: id } })} />
)
const OfRefund = ({ id }: OfProps) => (
  <List kind="refund" id={id} of={useRefund({ path: { idRefund: id } })} />
)

interface ListProps extends ReportedProps {
  readonly of: ReadonlySignal<Loaded<Callbacks>>
}

function List({ kind, id, of }: ListProps) {
  return (
    <Section title={t('callbacks')}>
      <Answered of={of} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">{t('noCallbacks')}</p>
          ) : (
            <>
              <Table
                label={t('callbacks')}
                rows={data}
                keyOf={({ sequence }) => String(sequence)}
                columns={[
                  { name: t('status'), cell: ({ status }) => wordOf(status) },
                  {
                    name: t('answer'),
                    cell: ({ state, waitsFor }) => <State state={state} waitsFor={waitsFor} />,
                  },
                  { name: t('attempts'), cell: ({ attempts }) => attempts.length, atEnd: true },
                  {
                    name: t('code'),
                    cell: ({ attempts }) => attempts.at(-1)?.httpStatus ?? attempts.at(-1)?.problem ?? '–',
                  },
                  { name: t('time'), cell: ({ at }) => <Time at={at} /> },
                ]}
              />
              {may('callbacks:act') && <Again kind={kind} id={id} />}
            </>
          )
        }
      </Answered>
    </Section>
  )
}

type Line = Callbacks['data'][number]

/** The state of a callback and, if it may not be sent yet, which other one goes first. */
export function State({ state, waitsFor }: Pick<Line, 'state'> & { readonly waitsFor: Line['waitsFor'] }) {
  return (
    <>
      <Status status={state} />
      {waitsFor && (
        <span class="quiet">
          {' '}
          {t('callbackWaits', { sequence: String(waitsFor.sequence), id: waitsFor.id })}
        </span>
      )}
    </>
  )
}

export function Again({ kind, id }: ReportedProps) {
  const action = useAction()
  const isSent = useSignal(false)
  const send = (): void =>
    void action.run(
      () => sendAgain(kind, id),
      () => {
        isSent.value = true
        refresh()
      },
    )
  return (
    <div class="after">
      <Refused refusal={action.now.refusal} />
      <Button acting={action.now} onClick={send}>
        {t('sendAgain')}
      </Button>
      {isSent.value && (
        <span role="status" class="quiet">
          {' '}
          {t('sentAgain')}
        </span>
      )}
    </div>
  )
}
