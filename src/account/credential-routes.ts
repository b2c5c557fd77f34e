/**
 * A merchant's keys, secrets and callback secrets, for its own people alone: listed without what is secret, made and shown once, removed.
 *
 * A token opens none of it: it is short-lived, and what it could leave behind would not be. Each change takes a fresh proof of who is
 * signed in, and nobody whom an amount limits makes what has no limit. By their rules (`merchants/changing-credentials.ts`) several of a
 * kind are in force together, so that a rotation interrupts nothing; and one way in for programs always stays.
 */
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { isoTime } from '../foundation/instants.ts'
import type { Result } from '../foundation/result.ts'
import { describeOnly, problemResponsesOf } from '../http/openapi.ts'
import { HTTP_PROBLEMS, httpProblem, type Problem, ProblemError, validationFailed } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { type Caller, readCaller, readPerson } from '../intake/caller.ts'
import type { Gateway } from '../intake/gateway.ts'
import { READ_PROBLEMS, WRITE_PROBLEMS } from '../intake/schemas.ts'
import {
  addingCredential,
  CALLBACK_SECRET,
  type CredentialKind,
  type CredentialRefusal,
  credentialsInForce,
  KEY,
  MAX_IN_FORCE,
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
import type { Credential, MerchantRecord } from '../merchants/merchant.ts'
import { MERCHANT_PROBLEMS, merchantProblem } from '../merchants/problems.ts'
import { changeMerchant, findMerchant, type MerchantChange } from '../merchants/store.ts'
import { PEOPLE_PROBLEMS } from '../people/problems.ts'
import { bodyOf } from '../people/requests.ts'
import { type NoteOwnAct, ownAuditLine, readUnlimitedPerson } from './own-acts.ts'
import {
  AddKey,
  CredentialsSchema,
  NewCallbackSecretSchema,
  NewKeySchema,
  NewSecretSchema,
} from './own-schemas.ts'

const problems = problemResponsesOf({ ...HTTP_PROBLEMS, ...PEOPLE_PROBLEMS, ...MERCHANT_PROBLEMS })
const IdSchema = Type.Object({ id: Type.String({ description: 'As it is listed.' }) })
const Gone = Type.Null({ description: 'Removed.' })

const described = (operationId: string, summary: string, more = '') => ({
  tags: ['Developers'],
  operationId,
  summary,
  description: `For somebody who is signed in at the dashboard; no token opens it.${more}`,
  security: [{ session: [] }],
})
const ROTATION = ' Older ones stay in force until they are removed.'

const isoMade = ({ id, createdAt, usedAt }: Credential) => ({
  id,
  createdAt: isoTime(createdAt),
  ...(usedAt !== undefined && { usedAt: isoTime(usedAt) }),
})
const keyBody = (key: Credential) => ({ ...isoMade(key), publicKey: key.value, ...keyFacts(key) })

export function registerCredentialRoutes(
  app: Server,
  gateway: Gateway,
  bearer: onRequestHookHandler,
  note: NoteOwnAct,
): void {
  const { database, deps, masterKey, merchants } = gateway
  const common = { onRequest: bearer, validatorCompiler: describeOnly }

  const change = async (
    caller: Caller,
    kind: CredentialKind,
    act: { readonly action: 'add' | 'remove'; readonly id: string; readonly fingerprint?: string },
    decide: (record: MerchantRecord) => Result<MerchantChange, CredentialRefusal>,
  ): Promise<void> => {
    const { merchantCode } = caller.profile
    const { id, fingerprint } = act
    const action = `${kind.noun}.${act.action}` as const
    const detail = { id, ...(fingerprint !== undefined && { fingerprint }) }
    const noted = note(caller, { action, subject: `${kind.words} ${id}`, detail })
    const audit = ownAuditLine(gateway, caller, { action, detail: { id } })
    const told = gateway.tellOwners({ merchantCode, what: action, by: audit.operator, about: id })
    const changed = await changeMerchant(database, merchantCode, audit, decide, [noted, ...told])
    merchants.forget(merchantCode)
    if (!changed.ok)
      throw new ProblemError(changed.failure === 'NOT_FOUND' ? ABSENT : refused(kind, changed.failure))
  }
  const add = async (caller: Caller, kind: CredentialKind, credential: Credential): Promise<void> =>
    change(
      caller,
      kind,
      {
        action: 'add',
        id: credential.id,
        ...(kind === KEY && { fingerprint: keyFacts(credential).fingerprint }),
      },
      (record) => addingCredential(record, kind, credential),
    )
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
      return {
        keys: credentialsInForce(record, KEY).map(keyBody),
        secrets: credentialsInForce(record, SECRET).map(isoMade),
        callbackSecrets: credentialsInForce(record, CALLBACK_SECRET).map(isoMade),
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
          201: NewKeySchema,
          ...problems(...WRITE_PROBLEMS, 'STEP_UP_NEEDED', 'KEY_EXISTS', 'CREDENTIAL_LIMIT'),
        },
      },
    },
    async (request, reply) => {
      const caller = await readMaker(request)
      const { publicKey } = bodyOf(AddKey, request)
      const key = newPublicKey(publicKey, deps.randomness, deps.clock.now())
      if (!key.ok) throw new ProblemError(validationFailed([publicKeyFault('/publicKey', key.failure)]))
      await add(caller, KEY, key.value)
      return reply.code(201).send(keyBody(key.value))
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
      await add(caller, SECRET, credential)
      return reply.code(201).send({ ...isoMade(credential), secret })
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
      await add(caller, CALLBACK_SECRET, made.credential)
      return reply.code(201).send({ ...isoMade(made.credential), callbackSecret: made.secret })
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
        const act = { action: 'remove', id: id.slice(0, 64) } as const
        await change(caller, kind, act, (record) => removingCredential(record, kind, id, 'a way in'))
        return reply.code(204).send()
      },
    )
  }
  registerRemoval(KEY, 'removeKey')
  registerRemoval(SECRET, 'removeSecret')
  registerRemoval(CALLBACK_SECRET, 'removeCallbackSecret')
}

const ABSENT = httpProblem('NOT_FOUND', 'there is none with this ID in force')

function refused({ words }: CredentialKind, refusal: CredentialRefusal): Problem {
  switch (refusal.type) {
    case 'absent':
      return ABSENT
    case 'exists':
      return merchantProblem('KEY_EXISTS', `You have this public key already, as ${refusal.id}.`)
    case 'too many':
      return merchantProblem(
        'CREDENTIAL_LIMIT',
        `You have ${MAX_IN_FORCE} in force, which is the most: remove an old ${words} first.`,
      )
    case 'last':
      return merchantProblem(
        'LAST_CREDENTIAL',
        refusal.of === 'kind'
          ? `This is your last ${words}: make another first.`
          : 'By this your programs get their tokens, and there is no other key or secret: add another first.',
      )
  }
}
