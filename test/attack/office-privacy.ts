/** Prepares requests about personal data: the index by which a person is found, a request for erasure, and a legal hold. */
import { SearchIndexer } from '@sluice/gateway/search/indexer.ts'
import type { Office, Stages } from './office-world.ts'

export function privacyStages(office: Office): Stages {
  const { gateway, ask, merchant } = office
  const identifier = 'nobody@example.com'
  /** Nobody indexes here, and a person is not sought in an index that lacks payments. */
  const indexed = async (): Promise<void> => {
    await gateway.advance(6_000)
    const indexer = new SearchIndexer(gateway.database, gateway.deps)
    while ((await indexer.round()) === 0);
  }
  const requested = async (): Promise<string> => {
    await indexed()
    return String((await ask('POST', '/admin/privacy/requests', { identifier })).id)
  }
  return {
    'POST /admin/privacy/!find': async () => {
      await indexed()
      return { body: { identifier } }
    },
    'POST /admin/privacy/requests': async () => {
      await indexed()
      return { body: { identifier } }
    },
    'GET /admin/privacy/requests/{id}': async () => ({ segments: { id: await requested() } }),
    'POST /admin/privacy/requests/{id}/!verify': async () => ({
      segments: { id: await requested() },
      body: { identifier },
    }),
    'POST /admin/privacy/holds': () => ({ body: { merchantCode: merchant.code, reason: 'a court asks' } }),
    'POST /admin/privacy/holds/{id}/!release': async () => {
      const hold = { merchantCode: merchant.code, reason: 'a court asks' }
      return { segments: { id: String((await ask('POST', '/admin/privacy/holds', hold)).id) }, body: {} }
    },
    'PUT /admin/privacy/terms': () => ({ body: { keepDays: 1826, mostDays: 3653 } }),
    'PATCH /admin/privacy/terms/{merchantCode}': () => ({
      segments: { merchantCode: merchant.code },
      body: { eraseDays: null },
    }),
  }
}
