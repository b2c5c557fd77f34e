/**
 * A merchant's keys, secrets and callback secrets: listed without their secret part, created and shown once, removed.
 * Only the merchant's signed-in people may do this.
 *
 * No token may: a token is short-lived, and what it created would outlive it. Each change needs a fresh proof of
 * identity. A key carries no more rights than its maker has (`merchants/credential-rights.ts`) until an owner confirms it
 * (`confirm-routes.ts`), and a person with an amount limit cannot create one without a limit. Several credentials of a
 * kind may be in force together (`merchants/changing-credentials.ts`), so a rotation interrupts nothing. The last
 * credential that lets programs in cannot be removed.
 */
import { Type } from 'typebox'
import type { Caller } from '../api/caller.ts'
import { endpointsIn } from '../api/endpoint.ts'
import { ProblemError, validationFailed } from '../http/problems.ts'
import {
  addingCredential,
  CALLBACK_SECRET,
  type CredentialKind,
  credentialsInForce,
  KEY,
  madeBy,
  publicKeyFault,
  removingCredential,
  SECRET,
} from '../merchants/changing-credentials.ts'
import {
  keyFacts,
  newMerchantCallbackSecret,
  newMerchantSecret,
  newPublicKey,
} from '../merchants/credentials.ts'
import type { Credential } from '../merchants/merchant.ts'
import { findMerchant } from '../merchants/store.ts'
import { CONFIRM_ENDPOINTS } from './confirm-routes.ts'
import { ABSENT, changeOwn, keyBody, madeBody, makerIn, secretBody } from './own-credentials.ts'
import { type OwnCall, type OwnContext, readUnlimitedPerson } from './own-operations.ts'
import {
  AddKey,
  CredentialsSchema,
  IdParam,
  KeySchema,
  NewCallbackSecretSchema,
  NewSecretSchema,
} from './own-schemas.ts'

const endpoint = endpointsIn<OwnContext>()

const Gone = Type.Null({ description: 'Removed.' })
const ROTATION = 'Older ones stay valid until they are removed.'
const ADDING = { puts: 'RIGHTS', proof: true, can: 'add keys and secrets' } as const

async function add(
  context: OwnContext,
  caller: Caller,
  kind: CredentialKind,
  made: Credential,
): Promise<Credential> {
  const credential = madeBy(made, makerIn(caller))
  const operation = {
    action: 'add',
    id: credential.id,
    ...(kind === KEY && { fingerprint: keyFacts(credential).fingerprint }),
    ...(credential.carries && {
      reported: 'until an owner confirms it, it can do no more than the person who created it',
    }),
  } as const
  await changeOwn(context, caller, kind, operation, (record) => addingCredential(record, kind, credential))
  return credential
}

const list = endpoint({
  route: 'GET /credentials',
  tag: 'Developers',
  operationId: 'readCredentials',
  summary: 'List the valid keys, secrets and callback secrets',
  forPeople: true,
  answers: { 200: CredentialsSchema },
  problems: ['NOT_FOUND'],
  async handle({ gateway, caller: { profile } }) {
    const { merchantCode, isTest } = profile
    const record = await findMerchant(gateway.database, merchantCode)
    if (!record) throw new ProblemError(ABSENT)
    return {
      keys: credentialsInForce(record, KEY).map((key) => keyBody(isTest, key)),
      secrets: credentialsInForce(record, SECRET).map((secret) => secretBody(isTest, secret)),
      callbackSecrets: credentialsInForce(record, CALLBACK_SECRET).map(madeBody),
    }
  },
})

const addKey = endpoint({
  route: 'POST /keys',
  tag: 'Developers',
  operationId: 'addKey',
  summary: 'Add a public key',
  description: ROTATION,
  forPeople: true,
  person: ADDING,
  body: AddKey,
  answers: { 201: KeySchema },
  problems: ['NOT_FOUND', 'STEP_UP_NEEDED', 'KEY_EXISTS', 'CREDENTIAL_LIMIT'],
  async handle(call) {
    const { context, caller } = call
    const { deps } = call.gateway
    readUnlimitedPerson(caller)
    const { publicKey } = call.body()
    const key = newPublicKey(publicKey, deps.randomness, deps.clock.now())
    if (!key.ok) throw new ProblemError(validationFailed([publicKeyFault('/publicKey', key.failure)]))
    return keyBody(caller.profile.isTest, await add(context, caller, KEY, key.value))
  },
})

const makeSecret = endpoint({
  route: 'POST /secrets',
  tag: 'Developers',
  operationId: 'makeSecret',
  summary: 'Create a secret; it is shown once',
  description: ROTATION,
  forPeople: true,
  person: ADDING,
  answers: { 201: NewSecretSchema },
  problems: ['NOT_FOUND', 'STEP_UP_NEEDED', 'CREDENTIAL_LIMIT'],
  async handle({ context, caller, gateway: { deps } }) {
    readUnlimitedPerson(caller)
    const { secret, credential } = newMerchantSecret(deps.randomness, deps.clock.now())
    const added = await add(context, caller, SECRET, credential)
    return { ...secretBody(caller.profile.isTest, added), secret }
  },
})

const makeCallbackSecret = endpoint({
  route: 'POST /callback-secrets',
  tag: 'Developers',
  operationId: 'makeCallbackSecret',
  summary: 'Create a callback secret; it is shown once',
  description: 'From then on callbacks have one signature for each valid callback secret.',
  forPeople: true,
  person: ADDING,
  answers: { 201: NewCallbackSecretSchema },
  problems: ['NOT_FOUND', 'STEP_UP_NEEDED', 'CREDENTIAL_LIMIT'],
  async handle({ context, caller, gateway: { deps, masterKey } }) {
    readUnlimitedPerson(caller)
    const { merchantCode } = caller.profile
    const made = newMerchantCallbackSecret(merchantCode, masterKey, deps.randomness, deps.clock.now())
    const added = await add(context, caller, CALLBACK_SECRET, made.credential)
    return { ...madeBody(added), callbackSecret: made.secret }
  },
})

const removal = {
  tag: 'Developers',
  description: 'Programs that still use it are refused from then on.',
  forPeople: true,
  params: { id: IdParam },
  answers: { 204: Gone },
  problems: ['NOT_FOUND', 'STEP_UP_NEEDED', 'LAST_CREDENTIAL'],
} as const

const removing = (worst: string) =>
  ({ why: 'CLOSES', proof: true, can: 'remove keys and secrets', worst }) as const

async function remove(
  { context, caller, params: { id } }: OwnCall<{ readonly id: string }>,
  kind: CredentialKind,
): Promise<null> {
  const operation = { action: 'remove', id: id.slice(0, 64) } as const
  await changeOwn(context, caller, kind, operation, (record) =>
    removingCredential(record, kind, id, 'access'),
  )
  return null
}

const STANDS_STILL = 'The shop cannot use the API until it has another. The last one cannot be removed.'

const removeKey = endpoint({
  ...removal,
  route: 'DELETE /keys/:id',
  operationId: 'removeKey',
  summary: `Remove a ${KEY.words}`,
  person: removing(STANDS_STILL),
  handle: (call) => remove(call, KEY),
})

const removeSecret = endpoint({
  ...removal,
  route: 'DELETE /secrets/:id',
  operationId: 'removeSecret',
  summary: `Remove a ${SECRET.words}`,
  person: removing(STANDS_STILL),
  handle: (call) => remove(call, SECRET),
})

const removeCallbackSecret = endpoint({
  ...removal,
  route: 'DELETE /callback-secrets/:id',
  operationId: 'removeCallbackSecret',
  summary: `Remove a ${CALLBACK_SECRET.words}`,
  person: removing('The shop cannot verify callbacks until it has another. The last one cannot be removed.'),
  handle: (call) => remove(call, CALLBACK_SECRET),
})

export const CREDENTIAL_ENDPOINTS = [
  list,
  addKey,
  makeSecret,
  makeCallbackSecret,
  removeKey,
  removeSecret,
  removeCallbackSecret,
  ...CONFIRM_ENDPOINTS,
] as const
