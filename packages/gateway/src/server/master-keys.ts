/** The master keys of a gateway, put together: lists every column of every module that holds encrypted values. */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import type { Database } from '@sluice/database/port.ts'
import { SEALED_ANSWERS } from '../approvals/answers.ts'
import { SEALED_OPERATIONS } from '../approvals/sealed-body.ts'
import { type KeySource, MasterKeys } from '../identity/access/master-keys.ts'
import type { MasterKey } from '../identity/access/secrets.ts'
import { SEALED_SIGNING_KEYS } from '../identity/access/signing-keys.ts'
import { SEALED_LINK_MAILS } from '../identity/people/link-mail.ts'
import { SEALED_AUTHENTICATOR_APPS } from '../identity/people/sealed.ts'
import { SEALED_CALLBACK_SECRETS } from '../merchants/credentials.ts'
import { SEALED_LINK_TOKENS } from '../payment-links/store.ts'
import { SEALED_ERASURE_KEYS } from '../privacy/requests.ts'
import { SEALED_CONNECTOR_SECRETS } from '../processors/connectors/store.ts'
import { SEALED_PROVIDER_SETTINGS } from '../processors/providers/store.ts'
import { SEALED_RPC_URLS } from '../processors/stablecoin/networks.ts'

export const SEALED_PLACES = [
  SEALED_SIGNING_KEYS,
  SEALED_CALLBACK_SECRETS,
  SEALED_CONNECTOR_SECRETS,
  SEALED_PROVIDER_SETTINGS,
  SEALED_RPC_URLS,
  SEALED_AUTHENTICATOR_APPS,
  SEALED_LINK_TOKENS,
  SEALED_OPERATIONS,
  SEALED_ANSWERS,
  SEALED_LINK_MAILS,
  SEALED_ERASURE_KEYS,
]

interface Settings {
  readonly masterKey: MasterKey
  readonly masterKeyFiles?: KeySource | undefined
  readonly roles: readonly string[]
}

/** @throws Error if the key that encrypts in this database is not among those given */
export async function masterKeysOf(
  database: Database,
  deps: Deps,
  { masterKey, masterKeyFiles, roles }: Settings,
): Promise<MasterKeys> {
  const works = roles.includes('worker')
  const keys = new MasterKeys({
    database,
    deps,
    masterKey,
    places: SEALED_PLACES,
    source: masterKeyFiles,
    works,
  })
  await keys.load()
  return keys
}
