/**
 * A merchant's keys, secrets and callback secrets: added and removed, never shown again.
 *
 * Several may be in force, so a rotation adds the new one, waits until it is in use, and removes the old one. The last
 * callback secret stays: callbacks are always signed.
 */
import { type TSchema, Type } from 'typebox'
import { isMerchantCode, type MerchantCode } from '../../foundation/identifiers.ts'
import { isoTime } from '../../foundation/instants.ts'
import { fail, type Result, succeed } from '../../foundation/result.ts'
import { type Problem, validationFailed } from '../../http/problems.ts'
import type { Gateway } from '../../intake/gateway.ts'
import {
  keyFacts,
  newMerchantCallbackSecret,
  newMerchantSecret,
  newPublicKey,
} from '../../merchants/credentials.ts'
import type { Credential, CredentialPurpose, MerchantRecord } from '../../merchants/merchant.ts'
import { changeMerchant, type MerchantChange } from '../../merchants/store.ts'
import {
  type AdminContext,
  auditLine,
  described,
  instant,
  MerchantCodeParam,
  notFound,
  refuse,
} from '../context.ts'
import { adminProblem } from '../problems.ts'
import { publicKeyFault } from './register-merchant.ts'
import { KEY_FACTS } from './routes.ts'

const MAX_IN_FORCE = 20

interface Made {
  readonly credential: Credential
  /** What the answer shows besides id and time. */
  readonly shown: Readonly<Record<string, string | number>>
}

interface Kind {
  /** In the path. */
  readonly noun: string
  readonly purpose: CredentialPurpose
  readonly words: string
  /** The properties that the answer shows. */
  readonly shows: Readonly<Record<string, TSchema>>
  readonly make: (gateway: Gateway, code: MerchantCode, body: unknown) => Result<Made, Problem>
  readonly takesBody: boolean
  readonly keepsLast: boolean
}

const KINDS: readonly Kind[] = [
  {
    noun: 'keys',
    purpose: 'PUBLIC_KEY',
    words: 'public key',
    shows: { publicKey: Type.String(), ...KEY_FACTS },
    takesBody: true,
    keepsLast: false,
    make({ deps }, _code, body) {
      const pem =
        typeof body === 'object' && body !== null && 'publicKey' in body ? body.publicKey : undefined
      if (typeof pem !== 'string') {
        const code = pem === undefined ? 'REQUIRED' : 'WRONG_TYPE'
        return fail(validationFailed([{ path: '/publicKey', code, message: 'must be a public key in PEM' }]))
      }
      const key = newPublicKey(pem, deps.randomness, deps.clock.now())
      if (!key.ok) return fail(validationFailed([publicKeyFault('/publicKey', key.failure)]))
      return succeed({ credential: key.value, shown: { publicKey: key.value.value, ...keyFacts(key.value) } })
    },
  },
  {
    noun: 'secrets',
    purpose: 'SECRET',
    words: 'secret',
    shows: { secret: Type.String() },
    takesBody: false,
    keepsLast: false,
    make({ deps }) {
      const { secret, credential } = newMerchantSecret(deps.randomness, deps.clock.now())
      return succeed({ credential, shown: { secret } })
    },
  },
  {
    noun: 'callback-secrets',
    purpose: 'CALLBACK_SECRET',
    words: 'callback secret',
    shows: { callbackSecret: Type.String() },
    takesBody: false,
    keepsLast: true,
    make({ deps, masterKey }, code) {
      const now = deps.clock.now()
      const { secret, credential } = newMerchantCallbackSecret(code, masterKey, deps.randomness, now)
      return succeed({ credential, shown: { callbackSecret: secret } })
    },
  },
]

export function registerCredentialRoutes(context: AdminContext): void {
  for (const kind of KINDS) {
    registerAdding(context, kind)
    registerRemoving(context, kind)
  }
}

function registerAdding(context: AdminContext, kind: Kind): void {
  const { gateway } = context
  context.app.post<{ Params: { merchantCode: string }; Body: unknown; Reply: unknown }>(
    `/admin/merchants/:merchantCode/${kind.noun}`,
    described(context, {
      role: 'ADMIN',
      summary: `Add a ${kind.words} to a merchant`,
      params: { merchantCode: MerchantCodeParam },
      ...(kind.takesBody && { body: Type.Object({ publicKey: Type.String({ description: 'RSA, PEM.' }) }) }),
      answers: {
        201: Type.Object(
          { id: Type.String(), createdAt: instant(), ...kind.shows },
          { description: `The new ${kind.words}.` },
        ),
      },
      problems: ['NOT_FOUND', 'INVALID_STATE', ...(kind.takesBody ? (['KEY_EXISTS'] as const) : [])],
    }),
    async (request, reply) => {
      const { merchantCode } = request.params
      if (!isMerchantCode(merchantCode)) throw notFound('merchant')
      const made = kind.make(gateway, merchantCode, request.body)
      if (!made.ok) throw refuse(made.failure)
      const { credential, shown } = made.value
      const audit = auditLine(gateway, request, {
        action: `${kind.noun}.add`,
        subject: `merchant ${merchantCode}`,
        detail: { id: credential.id },
      })
      await change(gateway, merchantCode, audit, (record) => added(inForce(record, kind), credential))
      reply.code(201)
      return { id: credential.id, createdAt: isoTime(credential.createdAt), ...shown }
    },
  )
}

function added(all: readonly Credential[], credential: Credential): Result<MerchantChange, Problem> {
  const same = all.find(({ purpose, value }) => purpose === 'PUBLIC_KEY' && value === credential.value)
  if (same)
    return fail(adminProblem('KEY_EXISTS', `The merchant has this public key already, as ${same.id}.`))
  if (all.length < MAX_IN_FORCE) return succeed({ add: [credential] })
  return fail(adminProblem('INVALID_STATE', `A merchant has at most ${MAX_IN_FORCE}; remove an old one.`))
}

function registerRemoving(context: AdminContext, kind: Kind): void {
  const { gateway } = context
  context.app.delete<{ Params: { merchantCode: string; id: string }; Reply: unknown }>(
    `/admin/merchants/:merchantCode/${kind.noun}/:id`,
    described(context, {
      role: 'ADMIN',
      summary: `Remove a ${kind.words} of a merchant`,
      params: { merchantCode: MerchantCodeParam, id: Type.String() },
      answers: { 204: Type.Null({ description: 'Removed.' }) },
      problems: ['NOT_FOUND', 'INVALID_STATE'],
    }),
    async (request, reply) => {
      const { merchantCode, id } = request.params
      const audit = auditLine(gateway, request, {
        action: `${kind.noun}.remove`,
        subject: `merchant ${merchantCode}`,
        detail: { id: id.slice(0, 64) },
      })
      await change(gateway, merchantCode, audit, (record) => {
        const all = inForce(record, kind)
        if (!all.some((each) => each.id === id)) return fail('NOT_FOUND')
        if (kind.keepsLast && all.length === 1) {
          return fail(
            adminProblem('INVALID_STATE', `The last ${kind.words} cannot be removed; add another first.`),
          )
        }
        return succeed({ remove: [id] })
      })
      return reply.code(204).send()
    },
  )
}

const inForce = ({ credentials }: MerchantRecord, { purpose }: Kind): readonly Credential[] =>
  credentials.filter((credential) => credential.purpose === purpose)

async function change(
  gateway: Gateway,
  code: string,
  audit: ReturnType<typeof auditLine>,
  decide: (record: MerchantRecord) => Result<MerchantChange, Problem | 'NOT_FOUND'>,
): Promise<void> {
  const changed = await changeMerchant(gateway.database, code, audit, decide)
  gateway.merchants.forget(code)
  if (changed.ok) return
  throw changed.failure === 'NOT_FOUND' ? notFound('merchant or credential') : refuse(changed.failure)
}
