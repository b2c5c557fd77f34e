/** The callbacks of a payment, attempt by attempt. The signed bytes are on the screen of callbacks. */
import { Section } from '@sluice/ui-kit/small.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { placeOf, viewOf } from '../places.ts'
import { plainWords, Status } from '../texts.tsx'
import type { History } from './payment-history.ts'

const MINUTE_MS = 60_000

/** The callbacks screen, opened at this callback. */
function placeOfBytes(merchantCode: string, at: string): string {
  const time = new Date(at).getTime()
  const around = (ms: number) => new Date(time + ms).toISOString()
  return viewOf(placeOf.callbacks, { merchantCode, from: around(-MINUTE_MS), to: around(MINUTE_MS) })
}

export function PaymentCallbacks({ payment }: { readonly payment: History }) {
  const { callbacks, merchantCode } = payment
  return (
    <Section title="Callbacks" count={callbacks.length}>
      <Table
        nothing="No callbacks yet"
        label="Callbacks"
        rows={callbacks}
        keyOf={({ sequence }) => String(sequence)}
        href={({ at }) => placeOfBytes(merchantCode, at)}
        columns={[
          { name: 'Event', cell: ({ sequence, status }) => `${sequence}. ${plainWords(status)}` },
          { name: 'State', cell: ({ state }) => <Status status={state} /> },
          { name: 'Created', cell: ({ at }) => <Time at={at} /> },
          {
            name: 'Latest attempt',
            cell: ({ attempts, nextAttemptAt, waitsFor }) => {
              const latest = attempts.at(-1)
              return (
                <>
                  {latest
                    ? `${latest.attempt}. ${plainWords(latest.outcome)}${latest.httpStatus === undefined ? '' : ` (${latest.httpStatus})`}`
                    : 'none'}
                  {nextAttemptAt !== undefined && (
                    <span class="quiet">
                      {' '}
                      · next <Time at={nextAttemptAt} />
                    </span>
                  )}
                  {waitsFor && (
                    <span class="quiet">
                      {' '}
                      · waits for callback {waitsFor.sequence} of {waitsFor.id}
                    </span>
                  )}
                </>
              )
            },
          },
        ]}
      />
    </Section>
  )
}
