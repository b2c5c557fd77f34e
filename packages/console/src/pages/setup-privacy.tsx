/** How long personal data is kept: the bounds of the installation, and merchants with their own term. */
import { useSignal } from '@preact/signals'
import { Button } from '@sluice/ui-kit/form.tsx'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { Answered } from '@sluice/ui-kit/states.tsx'
import { asking, ByCommand, CALM_MS } from '../approval-requests.tsx'
import { may } from '../rights.ts'
import { SetupForm, SetupList } from './setup-list.tsx'

const useTerms = asking('GET /admin/privacy/terms', CALM_MS)

export function PrivacyTerms() {
  const isChanging = useSignal(false)
  return (
    <Answered of={useTerms({})} rows={4}>
      {({ keepDays, mostDays, eraseDays, merchants }) => (
        <>
          <SetupList
            title="Personal data"
            about={
              <>
                Kept for at least {keepDays} days after the close of a payment, and by any merchant for at
                most {mostDays}.{' '}
                {eraseDays === undefined
                  ? 'After that it is erased only on request.'
                  : `It is erased after ${eraseDays} days.`}{' '}
                {may('privacy:manage') && (
                  <Button onClick={setTo(isChanging, true)}>Change for all merchants…</Button>
                )}
              </>
            }
            rows={merchants}
            keyOf={({ merchantCode }) => merchantCode}
            nothing="No merchant has its own term"
            needs="privacy:manage"
            columns={[
              { name: 'Merchant', cell: ({ merchantCode }) => merchantCode },
              { name: 'Days', cell: ({ eraseDays: own }) => own },
            ]}
            byCommand={<ByCommand name="GET /admin/privacy/terms" requested={{}} />}
          />
          {isChanging.value && (
            <SetupForm
              name="PUT /admin/privacy/terms"
              title="Personal data"
              start={{ keepDays, mostDays, ...(eraseDays !== undefined && { eraseDays }) }}
              effect="What is erased does not come back."
              button="Save terms"
              onClose={setTo(isChanging, false)}
            />
          )}
        </>
      )}
    </Answered>
  )
}
