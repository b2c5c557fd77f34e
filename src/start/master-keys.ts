/** The master keys of a gateway, put together: every column of every room that holds sealed values is named here. */
import { type KeySource, MasterKeys } from '../access/master-keys.ts'
import type { MasterKey } from '../access/secrets.ts'
import { SEALED_SIGNING_KEYS } from '../access/signing-keys.ts'
import { SEALED_ANSWERS } from '../approvals/answers.ts'
import { SEALED_ACTS } from '../approvals/sealed-body.ts'
import type { Database } from '../database/port.ts'
import type { Deps } from '../foundation/deps.ts'
import { SEALED_LINK_TOKENS } from '../links/store.ts'
import { SEALED_CALLBACK_SECRETS } from '../merchants/credentials.ts'
import { SEALED_LINK_MAILS } from '../people/link-mail.ts'
import { SEALED_AUTHENTICATOR_APPS } from '../people/sealed.ts'
import { SEALED_CONNECTOR_SECRETS } from '../processors/http/store.ts'
import { SEALED_PROVIDER_SETTINGS } from '../processors/native/store.ts'
import { SEALED_RPC_URLS } from '../processors/stablecoin/networks.ts'

export const SEALED_PLACES = [
  SEALED_SIGNING_KEYS,
  SEALED_CALLBACK_SECRETS,
  SEALED_CONNECTOR_SECRETS,
  SEALED_PROVIDER_SETTINGS,
  SEALED_RPC_URLS,
  SEALED_AUTHENTICATOR_APPS,
  SEALED_LINK_TOKENS,
  SEALED_ACTS,
  SEALED_ANSWERS,
  SEALED_LINK_MAILS,
]

interface Settings {
  readonly masterKey: MasterKey
  readonly masterKeyFiles?: KeySource | undefined
  readonly roles: readonly string[]
}

/** @throws Error where the key that seals in this database is not among those given */
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
