/** An account with the bank of `fake.fixture.ts`. */
import type { MasterKey } from '../../../access/secrets.ts'
import type { Database } from '../../../database/port.ts'
import type { Deps } from '../../../foundation/deps.ts'
import type { Settings } from '../provider.ts'
import { type AccountRecord, insertAccount, NOTIFICATION_SECRET, sealSetting } from '../store.ts'
import { pix } from './pix.ts'

export const PIX_SETTINGS = {
  pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  payeeName: 'Loja Exemplo',
  city: 'Sao Paulo',
  clientId: 'client-of-the-fake',
  clientSecret: 'secret-of-the-fake',
} as const

export const NOTIFIED_AT = 'the-last-part-of-its-address'

export async function pixAccount(
  database: Database,
  masterKey: MasterKey,
  deps: Deps,
  { name, settings }: { readonly name: string; readonly settings: Settings },
): Promise<AccountRecord> {
  const at = deps.clock.now()
  const isSecret = new Set(pix.settings.filter((each) => each.isSecret).map((each) => each.name))
  const sealed = (setting: string, text: string) => [
    setting,
    sealSetting(masterKey, { name, setting, text }, deps),
  ]
  const record: AccountRecord = {
    name,
    provider: 'pix',
    isTest: name.startsWith('test-'),
    status: 'ACTIVE',
    settings: Object.fromEntries(Object.entries(settings).filter(([each]) => !isSecret.has(each))),
    secrets: Object.fromEntries([
      ...Object.entries(settings).flatMap(([each, text]) => (isSecret.has(each) ? [sealed(each, text)] : [])),
      sealed(NOTIFICATION_SECRET, NOTIFIED_AT),
    ]),
    version: 1,
    createdAt: at,
    updatedAt: at,
  }
  const audit = {
    id: deps.randomness.uuidV7(at),
    at,
    operator: 'test',
    action: 'provider.create',
    detail: {},
  }
  await insertAccount(database, record, { ...audit, subject: `provider ${name}` })
  return record
}
