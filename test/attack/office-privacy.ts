/** Prepares requests about personal data: a person's request for erasure, and a legal hold. */
import type { Office, Stages } from './office-world.ts'

export function privacyStages(office: Office): Stages {
  const { ask, merchant } = office
  const identifier = 'nobody@example.com'
  return {
    'GET /admin/privacy/requests/{id}': async () => ({
      segments: { id: String((await ask('POST', '/admin/privacy/requests', { identifier })).id) },
    }),
    'POST /admin/privacy/requests/{id}/!verify': async () => ({
      segments: { id: String((await ask('POST', '/admin/privacy/requests', { identifier })).id) },
      body: { identifier },
    }),
    'POST /admin/privacy/holds': () => ({ body: { merchantCode: merchant.code, reason: 'a court asks' } }),
    'POST /admin/privacy/holds/{id}/!release': async () => {
      const hold = { merchantCode: merchant.code, reason: 'a court asks' }
      return { segments: { id: String((await ask('POST', '/admin/privacy/holds', hold)).id) }, body: {} }
    },
    'PUT /admin/privacy/terms': () => ({ body: { keepDays: 1826, mostDays: 3653 } }),
    'PUT /admin/privacy/terms/{merchantCode}': () => ({
      segments: { merchantCode: merchant.code },
      body: { eraseDays: null },
    }),
  }
}
