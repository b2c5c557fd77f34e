/** The merchant's details for its invoices. */
import { useSignal } from '@preact/signals'
import { Button } from '@sluice/ui-kit/form.tsx'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Notice, Section } from '@sluice/ui-kit/small.tsx'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { asking, CALM_MS } from '../approval-requests.tsx'
import { placeOf } from '../places.ts'
import { may } from '../rights.ts'
import type { Profile } from './merchant-terms-form.tsx'
import { SetupForm } from './setup-list.tsx'

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
              <Button onClick={setTo(isOpen, true)}>Billing of {merchantCode}…</Button>
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
                onClose={setTo(isOpen, false)}
              />
            )}
          </>
        )}
      </Answered>
    </Section>
  )
}
