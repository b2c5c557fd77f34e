/** A merchant's settlement terms, as a table. */
import { Button } from '@sluice/ui-kit/form.tsx'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Section, TextButton } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { asking, CALM_MS } from '../approval-requests.tsx'
import { may } from '../rights.ts'
import { payeeWords } from './merchant-payee.tsx'
import { type Agreed, TermsForm, type TermsProps, WEEKDAYS } from './merchant-terms-form.tsx'

export const useTerms = asking('GET /admin/merchants/{merchantCode}/settlement-terms', CALM_MS)

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

export function Terms({ profile, currency }: TermsProps) {
  const { merchantCode } = profile
  const terms = useTerms({ path: { merchantCode } })
  const mayManage = may('merchants:manage')
  return (
    <Section title="Settlement terms">
      <Answered of={terms} rows={2}>
        {({ data }) => (
          <>
            <Table
              nothing="No settlement terms. The balance stays here until the merchant creates payouts"
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
                          <TextButton
                            label={`Change ${currencyCode} terms`}
                            onClick={setTo(currency, currencyCode)}
                          >
                            Change…
                          </TextButton>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
            {mayManage && (
              <p class="row-acts">
                <Button onClick={setTo(currency, '')}>
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
