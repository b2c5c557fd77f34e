/** The form to issue a month's invoice or credit note. The address may name the merchant. */
import { Page } from '@sluice/ui-kit/page.tsx'
import { Notice, Section } from '@sluice/ui-kit/small.tsx'
import { useLocation } from 'preact-iso'
import type { Customs } from '../forms/fields.tsx'
import { OperationForm } from '../forms/operation-form.tsx'
import { type DraftGroup, textIn } from '../forms/shape.ts'
import { placeOf, useView } from '../places.ts'
import { may } from '../rights.ts'
import { WhoIssues } from './invoices.tsx'

const CUSTOMS: Customs = {
  merchantCode: { label: 'Merchant', hint: 'The merchant code.' },
  currencyCode: { label: 'Currency' },
  month: { hint: 'Such as 2026-11. The month must be over and its statements issued.' },
}

const buttonOf = ({ merchantCode, currencyCode, month }: DraftGroup): string => {
  const [whose, currency, when] = [merchantCode, currencyCode, month].map(textIn)
  return whose && currency && when ? `Issue ${when} for ${whose} in ${currency}` : 'Issue invoice'
}

export function NewInvoice() {
  const { route } = useLocation()
  const { merchantCode, month } = useView().view
  return (
    <Page title="Issue monthly invoice" above={<a href={placeOf.invoices}>Invoices</a>}>
      {may('statements:act') ? (
        <>
          <WhoIssues />
          <Section title="The month">
            <OperationForm
              name="POST /admin/invoices"
              label="Issue monthly invoice"
              start={{ merchantCode, month }}
              customs={CUSTOMS}
              button={buttonOf}
              effect="Issues an invoice for the month’s fees, or a credit note if more fees were refunded than charged. Issued documents never change; for a month already issued, you see the existing document."
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
        <Notice tone="warn">You need the permission “statements:act” to issue invoices.</Notice>
      )}
    </Page>
  )
}
