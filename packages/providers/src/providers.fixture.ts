/** Provider accounts for tests: stored as an operator would, or open without a gateway. */
import { generateKeyPairSync } from 'node:crypto'
import type { Deps } from '@sluice/core/foundation/deps.ts'
import type { PaymentKind } from '@sluice/core/foundation/identifiers.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { Breaker } from '@sluice/core/processor/breaker.ts'
import type { Database } from '@sluice/database/port.ts'
import type { MasterKey } from '@sluice/gateway/identity/access/secrets.ts'
import { maker } from '@sluice/gateway/payments/payments.fixture.ts'
import {
  type AccountRecord,
  insertAccount,
  NOTIFICATION_SECRET,
  sealSetting,
} from '@sluice/gateway/processors/providers/store.ts'
import { type CallRecord, Calls } from '@sluice/provider-kit/calls.ts'
import type {
  Notification,
  Provider,
  ProviderAccount,
  ProviderOrder,
  Settings,
} from '@sluice/provider-kit/provider.ts'

/** The secret in the notification URL of a stored account. */
export const NOTIFIED_AT = 'the-last-part-of-its-address'

/** Stores an account, its secrets sealed. @param account its `name` is the processor's: `test-native-bank` */
export async function keepAccount(
  database: Database,
  masterKey: MasterKey,
  deps: Deps,
  account: { readonly provider: Provider; readonly name: string; readonly settings: Settings },
): Promise<AccountRecord> {
  const { provider, name, settings } = account
  const at = deps.clock.now()
  const secret = new Set(provider.settings.filter(({ isSecret }) => isSecret).map((each) => each.name))
  const named = Object.entries(settings)
  const sealed = (setting: string, text: string) => [
    setting,
    sealSetting(masterKey, { name, setting, text }, deps),
  ]
  const record: AccountRecord = {
    name,
    provider: provider.code,
    isTest: name.startsWith('test-'),
    status: 'ACTIVE',
    settings: Object.fromEntries(named.filter(([setting]) => !secret.has(setting))),
    secrets: Object.fromEntries([
      ...named.filter(([setting]) => secret.has(setting)).map(([setting, text]) => sealed(setting, text)),
      sealed(NOTIFICATION_SECRET, NOTIFIED_AT),
    ]),
    identity: deps.randomness.uuidV7(at),
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

/** An open account without a gateway: its calls go to the network of `deps`, and each is added to `records`. */
export function openAlone(
  provider: Provider,
  settings: Settings,
  deps: Deps,
): { readonly account: ProviderAccount; readonly records: readonly CallRecord[] } {
  const records: CallRecord[] = []
  const calls = new Calls({
    name: 'test',
    deps,
    reach: provider.reach(settings),
    token: provider.token?.(settings),
    policy: { refuses: () => undefined },
    breaker: new Breaker(deps.clock),
    ...(provider.pauseMsAfter && { pauseMsAfter: provider.pauseMsAfter }),
    record: (record) => void records.push(record),
  })
  const notificationUrl = () =>
    `http://127.0.0.1:8080/providers/test-native-bank/notifications/${NOTIFIED_AT}`
  return { account: provider.open(settings, { calls, clock: deps.clock, notificationUrl }), records }
}

let made = 0

/** A try of a new payment. @param changes of the payment that `maker` makes: at least its money and method */
export function newOrder(
  provider: Provider,
  deps: Deps,
  kind: PaymentKind,
  changes: Partial<Payment>,
  isFirst = true,
): ProviderOrder {
  made += 1
  const payment = maker(deps).payment(kind, `${kind}-${made}`, {
    expireAt: deps.clock.now() + 600_000,
    ...changes,
  })
  // The same seed makes the same keys: each of these is another payment.
  const key = `${payment.key.slice(0, -6)}${String(made).padStart(6, '0')}` as typeof payment.key
  const own = { ...payment, key }
  return {
    payment: own,
    reference: provider.referenceOf(own),
    isFirst,
    // What a later try or a status inquiry gets.
    lastTriedAt: own.createdAt,
    merchantName: 'Shop',
  }
}

/** A notification at the account's URL. @param body a text as it is, anything else as JSON */
export const notificationOf = (body: unknown, headers: Notification['headers'] = {}): Notification => ({
  path: '',
  headers,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
})

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
/** The documents' examples have no keys. */
const withKeys = (example: string): string => {
  const written = (pem: string) => (example.startsWith('[') ? JSON.stringify(pem).slice(1, -1) : pem)
  return example
    .replaceAll('-----BEGIN PUBLIC KEY-----…', written(keys.publicKey))
    .replaceAll('-----BEGIN PRIVATE KEY-----…', written(keys.privateKey))
}

/** An account with the documents' examples, and keys. @param needs which settings: `mandatory`, `optional` */
export const exampleSettings = ({ settings }: Provider, needs: readonly string[]): Settings =>
  Object.fromEntries(
    settings.filter(({ need }) => needs.includes(need)).map(({ name, example }) => [name, withKeys(example)]),
  )
