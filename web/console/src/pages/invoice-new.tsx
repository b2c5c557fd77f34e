/** Issuing what a month comes to: an invoice, or a credit note. Whose it is may stand in the address. */
import { useLocation } from 'preact-iso'
import { Page } from '../../../kit/page.tsx'
import { Notice, Section } from '../../../kit/small.tsx'
import type { Customs } from '../forms/fields.tsx'
import { OperationForm } from '../forms/operation-form.tsx'
import { type DraftGroup, textIn } from '../forms/shape.ts'
import { placeOf, useView } from '../places.ts'
import { may } from '../rights.ts'
import { WhoIssues } from './invoices.tsx'

const CUSTOMS: Customs = {
  merchantCode: { label: 'Merchant', hint: 'Its code.' },
  currencyCode: { label: 'Currency' },
  month: { hint: 'Such as 2026-11. It must be over, and its statements issued.' },
}

const buttonOf = ({ merchantCode, currencyCode, month }: DraftGroup): string => {
  const [whose, currency, when] = [merchantCode, currencyCode, month].map(textIn)
  return whose && currency && when
    ? `Issue what ${when} comes to for ${whose} in ${currency}`
    : 'Issue what the month comes to'
}

export function NewInvoice() {
  const { route } = useLocation()
  const { merchantCode, month } = useView().view
  return (
    <Page title="Issue for a month" above={<a href={placeOf.invoices}>Invoices</a>}>
      {may('statements:act') ? (
        <>
          <WhoIssues />
          <Section title="The month">
            <OperationForm
              name="POST /admin/invoices"
              label="Issue for a month"
              start={{ merchantCode, month }}
              customs={CUSTOMS}
              button={buttonOf}
              effect="An invoice for its fees, and a credit note where more was given back than charged. What is issued never changes; a month that was issued is shown as it is."
              onDone={(made) =>
                route(
                  'idInvoice' in made
                    ? placeOf.invoice(made.merchantCode, made.idInvoice)
                    : placeOf.creditNote(made.merchantCode, made.idCreditNote),
                )
              }
            />
          </Section>
        </>
      ) : (
        <Notice tone="warn">Issuing invoices takes the right statements:act.</Notice>
      )}
    </Page>
  )
}
