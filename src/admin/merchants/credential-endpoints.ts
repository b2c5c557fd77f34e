/**
 * A merchant's keys, secrets and callback secrets: added and removed, never shown again.
 *
 * Several may be in force, so a rotation adds the new one, waits until it is in use, and removes the old one. The last
 * callback secret stays: callbacks are always signed.
 */
import { Type } from 'typebox'
import type { Deps } from '../../foundation/deps.ts'
import { isMerchantCode, type MerchantCode } from '../../foundation/identifiers.ts'
import { isoTime } from '../../foundation/instants.ts'
import { fail, type Result, succeed } from '../../foundation/result.ts'
import type { Problem } from '../../http/problems.ts'
import { type Terms, worded } from '../../http/reading.ts'
import type { Gateway } from '../../intake/gateway.ts'
import {
  keyFacts,
  newMerchantCallbackSecret,
  newMerchantSecret,
  newPublicKey,
} from '../../merchants/credentials.ts'
import type { Credential, CredentialPurpose, MerchantRecord } from '../../merchants/merchant.ts'
import { changeMerchant, findMerchant, type MerchantChange } from '../../merchants/store.ts'
import type { AuditLine } from '../../operators/audit.ts'
import { fingerprintOf, type Stake } from '../asking.ts'
import { instant, MerchantCodeParam, notFound, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { adminProblem } from '../problems.ts'
import { publicKeyFault } from './register-merchant.ts'
import { KEY_FACTS } from './schemas.ts'

const MAX_IN_FORCE = 20

/** Nobody has its private half. */
const EXAMPLE_KEY = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAsGG8kWGPFU0Dwd2amFdk
WYxm8+epu1aEY8oXpyd0ieqmqvzV+8z4+QvvK+5vmEl06k9LmqIyyfNzzeptJ4Ld
UoaXKUzJBmAT0cOL/pmgm7G6I5pKSrd5MtrA7UfCxicinZE+zybXEgwt++6KbVBt
qKhZjZRH6jzD9mMQHWQmx2L3JLFMPKVDuHpo423CGI2PvQpCyti4FlO3001BPfHD
f+/JSpi93C2SN737ObSPiZZhl2q9W6q1WKFHGwKbeFcsdBH5cjzpj8iZNaRC3j2V
9FKxr0ajO0kp1LqBbids1X0mFR8H3MlfPMxDgDV7hnhCduISQc5moCb4IVZye+Wf
gwIDAQAB
-----END PUBLIC KEY-----
`

interface Kind {
  /** In the path. */
  readonly noun: string
  readonly purpose: CredentialPurpose
  readonly words: string
  readonly keepsLast: boolean
}

const KEY: Kind = { noun: 'keys', purpose: 'PUBLIC_KEY', words: 'public key', keepsLast: false }
const SECRET: Kind = { noun: 'secrets', purpose: 'SECRET', words: 'secret', keepsLast: false }
const CALLBACK_SECRET: Kind = {
  noun: 'callback-secrets',
  purpose: 'CALLBACK_SECRET',
  words: 'callback secret',
  keepsLast: true,
}

/** What each of them shows. */
const SHOWN = { id: Type.String(), createdAt: instant() }

/** What adding one has in common; `KEY_EXISTS` is for keys. */
const adding = ({ words }: Kind) =>
  ({
    role: 'ADMIN',
    stepUp: true,
    summary: `Add a ${words} to a merchant`,
    params: { merchantCode: MerchantCodeParam },
  }) as const
const described = ({ words }: Kind) => ({ description: `The new ${words}.` })

type AddingCall = Pick<
  Call<{ readonly merchantCode: string }, unknown, unknown>,
  'office' | 'params' | 'audit' | 'still'
>

/** @throws ProblemError 404 */
function codeOf({ params: { merchantCode } }: Pick<AddingCall, 'params'>): MerchantCode {
  if (!isMerchantCode(merchantCode)) throw notFound('merchant')
  return merchantCode
}

const aboutKeys = (record: MerchantRecord, kind: Kind): string =>
  fingerprintOf(
    record.merchant.code,
    inForce(record, kind).map(({ id }) => id),
  )

/** Who holds a key of a live merchant takes its money. Taking one away opens nothing, and must not wait. @throws ProblemError 404 */
async function stakeOf(
  call: Pick<AddingCall, 'office' | 'params'>,
  kind: Kind,
  more = '',
): Promise<Stake | undefined> {
  const { database } = call.office.gateway
  const record = await findMerchant(database, codeOf(call))
  if (!record) throw notFound('merchant')
  const { code, isTest } = record.merchant
  if (isTest) return undefined
  const summary = `Add a ${kind.words} to ${code}${more}`
  return { act: 'merchant.keys', summary, about: aboutKeys(record, kind) }
}

async function add(call: AddingCall, kind: Kind, credential: Credential) {
  const merchantCode = codeOf(call)
  const audit = call.audit({
    action: `${kind.noun}.add`,
    subject: `merchant ${merchantCode}`,
    detail: { id: credential.id },
  })
  await change(call.office.gateway, merchantCode, audit, (record) => {
    call.still(aboutKeys(record, kind))
    return added(inForce(record, kind), credential)
  })
  return { id: credential.id, createdAt: isoTime(credential.createdAt) }
}

const keyIn =
  ({ randomness, clock }: Pick<Deps, 'randomness' | 'clock'>) =>
  ({ publicKey }: { readonly publicKey?: string | undefined }, { add: refuseWith }: Terms) => {
    if (publicKey === undefined) return undefined
    const made = newPublicKey(publicKey, randomness, clock.now())
    return made.ok ? made.value : refuseWith([publicKeyFault('/publicKey', made.failure)])
  }

const addKey = endpoint({
  route: 'POST /admin/merchants/:merchantCode/keys',
  ...adding(KEY),
  body: Type.Object({
    publicKey: worded(Type.String({ description: 'RSA, PEM.' }), 'WRONG_TYPE', 'must be a public key in PEM'),
  }),
  example: { publicKey: EXAMPLE_KEY },
  answers: { 201: Type.Object({ ...SHOWN, publicKey: Type.String(), ...KEY_FACTS }, described(KEY)) },
  problems: ['NOT_FOUND', 'INVALID_STATE', 'KEY_EXISTS'],
  async act(call) {
    codeOf(call)
    const { fingerprint } = keyFacts(call.check(keyIn(call.office.gateway.deps)))
    return stakeOf(call, KEY, `: SHA-256 ${fingerprint}`)
  },
  async handle(call) {
    codeOf(call)
    const key = call.check(keyIn(call.office.gateway.deps))
    return { ...(await add(call, KEY, key)), publicKey: key.value, ...keyFacts(key) }
  },
})

const addSecret = endpoint({
  route: 'POST /admin/merchants/:merchantCode/secrets',
  ...adding(SECRET),
  answers: { 201: Type.Object({ ...SHOWN, secret: Type.String() }, described(SECRET)) },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  act: (call) => stakeOf(call, SECRET),
  async handle(call) {
    const { deps } = call.office.gateway
    const { secret, credential } = newMerchantSecret(deps.randomness, deps.clock.now())
    return { ...(await add(call, SECRET, credential)), secret }
  },
})

const addCallbackSecret = endpoint({
  route: 'POST /admin/merchants/:merchantCode/callback-secrets',
  ...adding(CALLBACK_SECRET),
  answers: { 201: Type.Object({ ...SHOWN, callbackSecret: Type.String() }, described(CALLBACK_SECRET)) },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  act: (call) => stakeOf(call, CALLBACK_SECRET),
  async handle(call) {
    const { deps, masterKey } = call.office.gateway
    const now = deps.clock.now()
    const { secret, credential } = newMerchantCallbackSecret(codeOf(call), masterKey, deps.randomness, now)
    return { ...(await add(call, CALLBACK_SECRET, credential)), callbackSecret: secret }
  },
})

function added(all: readonly Credential[], credential: Credential): Result<MerchantChange, Problem> {
  const same = all.find(({ purpose, value }) => purpose === 'PUBLIC_KEY' && value === credential.value)
  if (same)
    return fail(adminProblem('KEY_EXISTS', `The merchant has this public key already, as ${same.id}.`))
  if (all.length < MAX_IN_FORCE) return succeed({ add: [credential] })
  return fail(adminProblem('INVALID_STATE', `A merchant has at most ${MAX_IN_FORCE}; remove an old one.`))
}

const removing = (kind: Kind) =>
  endpoint({
    route: `DELETE /admin/merchants/:merchantCode/${kind.noun}/:id`,
    role: 'ADMIN',
    stepUp: true,
    summary: `Remove a ${kind.words} of a merchant`,
    params: { merchantCode: MerchantCodeParam, id: Type.String() },
    answers: { 204: Type.Null({ description: 'Removed.' }) },
    problems: ['NOT_FOUND', 'INVALID_STATE'],
    async handle(call) {
      const { gateway } = call.office
      const { merchantCode, id } = call.params
      const audit = call.audit({
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
      return null
    },
  })

const inForce = ({ credentials }: MerchantRecord, { purpose }: Kind): readonly Credential[] =>
  credentials.filter((credential) => credential.purpose === purpose)

async function change(
  gateway: Gateway,
  code: string,
  audit: AuditLine,
  decide: (record: MerchantRecord) => Result<MerchantChange, Problem | 'NOT_FOUND'>,
): Promise<void> {
  const changed = await changeMerchant(gateway.database, code, audit, decide)
  gateway.merchants.forget(code)
  if (changed.ok) return
  throw changed.failure === 'NOT_FOUND' ? notFound('merchant or credential') : refuse(changed.failure)
}

export const CREDENTIAL_ENDPOINTS = [
  addKey,
  removing(KEY),
  addSecret,
  removing(SECRET),
  addCallbackSecret,
  removing(CALLBACK_SECRET),
]
