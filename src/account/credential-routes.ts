/**
 * A merchant's keys, secrets and callback secrets, for its own people alone: listed without what is secret, made and shown once, removed.
 *
 * A token opens none of it: it is short-lived, and what it could leave behind would not be. Each change takes a fresh proof of who is
 * signed in. What somebody makes carries no more than they may (`merchants/carrying.ts`), until an owner confirms it (`confirm-routes.ts`),
 * and nobody whom an amount limits makes what has no limit. By their rules (`merchants/changing-credentials.ts`) several of a
 * kind are in force together, so that a rotation interrupts nothing; and one way in for programs always stays.
 */
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { type Caller, readCaller, readPerson } from '../api/caller.ts'
import type { Gateway } from '../api/gateway.ts'
import { READ_PROBLEMS, WRITE_PROBLEMS } from '../api/schemas.ts'
import { describeOnly, problemResponsesOf } from '../http/openapi.ts'
import { HTTP_PROBLEMS, ProblemError, validationFailed } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { PEOPLE_PROBLEMS } from '../identity/people/problems.ts'
import { bodyOf } from '../identity/people/requests.ts'
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
import { MERCHANT_PROBLEMS } from '../merchants/problems.ts'
import { findMerchant } from '../merchants/store.ts'
import { registerConfirmRoutes } from './confirm-routes.ts'
import { ABSENT, keyBody, madeBody, makerIn, ownChanges, secretBody } from './own-credentials.ts'
import { type NoteOwnOperation, readUnlimitedPerson } from './own-operations.ts'
import {
  AddKey,
  CredentialsSchema,
  IdSchema,
  KeySchema,
  NewCallbackSecretSchema,
  NewSecretSchema,
} from './own-schemas.ts'

const problems = problemResponsesOf({ ...HTTP_PROBLEMS, ...PEOPLE_PROBLEMS, ...MERCHANT_PROBLEMS })
const Gone = Type.Null({ description: 'Removed.' })

const described = (operationId: string, summary: string, more = '') => ({
  tags: ['Developers'],
  operationId,
  summary,
  description: `For somebody who is signed in at the dashboard; no token opens it.${more}`,
  security: [{ session: [] }],
})
const ROTATION = ' Older ones stay in force until they are removed.'

export function registerCredentialRoutes(
  app: Server,
  gateway: Gateway,
  bearer: onRequestHookHandler,
  note: NoteOwnOperation,
): void {
  const { database, deps, masterKey } = gateway
  const common = { onRequest: bearer, validatorCompiler: describeOnly }

  const change = ownChanges(gateway, note)
  const add = async (caller: Caller, kind: CredentialKind, made: Credential): Promise<Credential> => {
    const credential = madeBy(made, makerIn(caller))
    const operation = {
      action: 'add',
      id: credential.id,
      ...(kind === KEY && { fingerprint: keyFacts(credential).fingerprint }),
      ...(credential.carries && {
        reported: 'until an owner confirms it, it does no more than its maker may',
      }),
    } as const
    await change(caller, kind, operation, (record) => addingCredential(record, kind, credential))
    return credential
  }
  /** @throws ProblemError 403 */
  const readMaker = async (request: FastifyRequest): Promise<Caller> => {
    const caller = await readCaller(gateway, request)
    readUnlimitedPerson(caller)
    return caller
  }

  app.get(
    '/credentials',
    {
      ...common,
      schema: {
        ...described('readCredentials', 'List the keys, secrets and callback secrets in force'),
        response: { 200: CredentialsSchema, ...problems(...READ_PROBLEMS) },
      },
    },
    async (request) => {
      const caller = await readCaller(gateway, request)
      readPerson(caller)
      const record = await findMerchant(database, caller.profile.merchantCode)
      if (!record) throw new ProblemError(ABSENT)
      const { isTest } = caller.profile
      return {
        keys: credentialsInForce(record, KEY).map((key) => keyBody(isTest, key)),
        secrets: credentialsInForce(record, SECRET).map((secret) => secretBody(isTest, secret)),
        callbackSecrets: credentialsInForce(record, CALLBACK_SECRET).map(madeBody),
      }
    },
  )

  app.post(
    '/keys',
    {
      ...common,
      config: { bodyRequired: true },
      schema: {
        ...described('addKey', 'Add a public key', ROTATION),
        body: AddKey,
        response: {
          201: KeySchema,
          ...problems(...WRITE_PROBLEMS, 'STEP_UP_NEEDED', 'KEY_EXISTS', 'CREDENTIAL_LIMIT'),
        },
      },
    },
    async (request, reply) => {
      const caller = await readMaker(request)
      const { publicKey } = bodyOf(AddKey, request)
      const key = newPublicKey(publicKey, deps.randomness, deps.clock.now())
      if (!key.ok) throw new ProblemError(validationFailed([publicKeyFault('/publicKey', key.failure)]))
      const added = await add(caller, KEY, key.value)
      return reply.code(201).send(keyBody(caller.profile.isTest, added))
    },
  )

  app.post(
    '/secrets',
    {
      ...common,
      schema: {
        ...described('makeSecret', 'Make a secret, which is shown this once', ROTATION),
        response: {
          201: NewSecretSchema,
          ...problems(...READ_PROBLEMS, 'STEP_UP_NEEDED', 'CREDENTIAL_LIMIT'),
        },
      },
    },
    async (request, reply) => {
      const caller = await readMaker(request)
      const { secret, credential } = newMerchantSecret(deps.randomness, deps.clock.now())
      const added = await add(caller, SECRET, credential)
      return reply.code(201).send({ ...secretBody(caller.profile.isTest, added), secret })
    },
  )

  app.post(
    '/callback-secrets',
    {
      ...common,
      schema: {
        ...described(
          'makeCallbackSecret',
          'Make a callback secret, which is shown this once',
          ' From then on callbacks carry a signature by each that is in force.',
        ),
        response: {
          201: NewCallbackSecretSchema,
          ...problems(...READ_PROBLEMS, 'STEP_UP_NEEDED', 'CREDENTIAL_LIMIT'),
        },
      },
    },
    async (request, reply) => {
      const caller = await readMaker(request)
      const now = deps.clock.now()
      const made = newMerchantCallbackSecret(caller.profile.merchantCode, masterKey, deps.randomness, now)
      const added = await add(caller, CALLBACK_SECRET, made.credential)
      return reply.code(201).send({ ...madeBody(added), callbackSecret: made.secret })
    },
  )

  const registerRemoval = (kind: CredentialKind, operationId: string): void => {
    app.delete<{ Params: { readonly id: string } }>(
      `/${kind.noun}/:id`,
      {
        ...common,
        schema: {
          ...described(operationId, `Remove a ${kind.words}`, ' What still uses it is refused from then on.'),
          params: IdSchema,
          response: { 204: Gone, ...problems(...READ_PROBLEMS, 'STEP_UP_NEEDED', 'LAST_CREDENTIAL') },
        },
      },
      async (request, reply) => {
        const caller = await readCaller(gateway, request)
        readPerson(caller, 'fresh')
        const { id } = request.params
        const operation = { action: 'remove', id: id.slice(0, 64) } as const
        await change(caller, kind, operation, (record) => removingCredential(record, kind, id, 'a way in'))
        return reply.code(204).send()
      },
    )
  }
  registerRemoval(KEY, 'removeKey')
  registerRemoval(SECRET, 'removeSecret')
  registerRemoval(CALLBACK_SECRET, 'removeCallbackSecret')
  registerConfirmRoutes(app, gateway, bearer, change)
}
