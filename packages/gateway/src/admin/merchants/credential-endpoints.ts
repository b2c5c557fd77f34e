/**
 * A merchant's keys, secrets and callback secrets: added and removed, never shown again.
 *
 * `merchants/changing-credentials.ts` has the rules, which apply to the merchant's own people as well.
 */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { isMerchantCode, type MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Result } from '@sluice/core/foundation/result.ts'
import { Type } from 'typebox'
import { EXAMPLE_PUBLIC_KEY } from '../../account/own-schemas.ts'
import type { Gateway } from '../../api/gateway.ts'
import { type Terms, worded } from '../../http/reading.ts'
import type { AuditLine } from '../../identity/operators/audit.ts'
import {
  addingCredential,
  CALLBACK_SECRET,
  type CredentialKind,
  type CredentialRefusal,
  credentialsInForce,
  KEY,
  MAX_IN_FORCE,
  madeBy,
  publicKeyFault,
  removingCredential,
  SECRET,
} from '../../merchants/changing-credentials.ts'
import {
  keyFacts,
  newMerchantCallbackSecret,
  newMerchantSecret,
  newPublicKey,
} from '../../merchants/credentials.ts'
import type { Credential, MerchantRecord } from '../../merchants/merchant.ts'
import { changeMerchant, findMerchant, type MerchantChange } from '../../merchants/store.ts'
import { type ApprovalRequest, fingerprintOf } from '../approval-requests.ts'
import { instant, MerchantCodeParam, notFound, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { adminProblem } from '../problems.ts'
import { KEY_FACTS } from './schemas.ts'

/** The common properties of all three. */
const SHOWN = { id: Type.String(), createdAt: instant() }

/** The common part of adding one; `KEY_EXISTS` is only for keys. */
const adding = ({ words }: CredentialKind) =>
  ({
    role: 'ADMIN',
    stepUp: true,
    summary: `Add a ${words} to a merchant`,
    params: { merchantCode: MerchantCodeParam },
  }) as const
const described = ({ words }: CredentialKind) => ({ description: `The new ${words}.` })

type AddingCall = Pick<
  Call<{ readonly merchantCode: string }, unknown, unknown>,
  'backOffice' | 'params' | 'audit' | 'still'
>

/** @throws ProblemError 404 */
function codeOf({ params: { merchantCode } }: Pick<AddingCall, 'params'>): MerchantCode {
  if (!isMerchantCode(merchantCode)) throw notFound('merchant')
  return merchantCode
}

const aboutKeys = (record: MerchantRecord, kind: CredentialKind): string =>
  fingerprintOf(
    record.merchant.code,
    credentialsInForce(record, kind).map(({ id }) => id),
  )

/**
 * The holder of a live merchant's key can take its money. Removing one needs no approval and must not wait. @throws
 * ProblemError 404
 */
async function approvalRequestOf(
  call: Pick<AddingCall, 'backOffice' | 'params'>,
  kind: CredentialKind,
  more = '',
): Promise<ApprovalRequest | undefined> {
  const { database } = call.backOffice.gateway
  const record = await findMerchant(database, codeOf(call))
  if (!record) throw notFound('merchant')
  const { code, isTest } = record.merchant
  if (isTest) return undefined
  const summary = `Add a ${kind.words} to ${code}${more}`
  return { operation: 'merchant.keys', summary, about: aboutKeys(record, kind) }
}

/** For a live merchant two people have approved it, if there are two, so it carries all rights. */
async function add(call: AddingCall, kind: CredentialKind, made: Credential) {
  const merchantCode = codeOf(call)
  const audit = call.audit({
    action: `${kind.noun}.add`,
    subject: `merchant ${merchantCode}`,
    detail: { id: made.id },
  })
  const credential = madeBy(made, { name: `operator ${audit.operator}` })
  const added = { what: 'add', id: credential.id } as const
  await change(call.backOffice.gateway, kind, merchantCode, audit, added, (record) => {
    call.still(aboutKeys(record, kind))
    return addingCredential(record, kind, credential)
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
  example: { publicKey: EXAMPLE_PUBLIC_KEY },
  answers: { 201: Type.Object({ ...SHOWN, publicKey: Type.String(), ...KEY_FACTS }, described(KEY)) },
  problems: ['NOT_FOUND', 'INVALID_STATE', 'KEY_EXISTS'],
  operations: ['merchant.keys'],
  async operation(call) {
    codeOf(call)
    const { fingerprint } = keyFacts(call.check(keyIn(call.backOffice.gateway.deps)))
    return approvalRequestOf(call, KEY, `: SHA-256 ${fingerprint}`)
  },
  async handle(call) {
    codeOf(call)
    const key = call.check(keyIn(call.backOffice.gateway.deps))
    return { ...(await add(call, KEY, key)), publicKey: key.value, ...keyFacts(key) }
  },
})

const addSecret = endpoint({
  route: 'POST /admin/merchants/:merchantCode/secrets',
  ...adding(SECRET),
  answerFor: 'asker',
  answers: { 201: Type.Object({ ...SHOWN, secret: Type.String() }, described(SECRET)) },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  operations: ['merchant.keys'],
  operation: (call) => approvalRequestOf(call, SECRET),
  async handle(call) {
    const { deps } = call.backOffice.gateway
    const { secret, credential } = newMerchantSecret(deps.randomness, deps.clock.now())
    return { ...(await add(call, SECRET, credential)), secret }
  },
})

const addCallbackSecret = endpoint({
  route: 'POST /admin/merchants/:merchantCode/callback-secrets',
  ...adding(CALLBACK_SECRET),
  answerFor: 'asker',
  answers: { 201: Type.Object({ ...SHOWN, callbackSecret: Type.String() }, described(CALLBACK_SECRET)) },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  operations: ['merchant.keys'],
  operation: (call) => approvalRequestOf(call, CALLBACK_SECRET),
  async handle(call) {
    const { deps, masterKey } = call.backOffice.gateway
    const now = deps.clock.now()
    const { secret, credential } = newMerchantCallbackSecret(codeOf(call), masterKey, deps.randomness, now)
    return { ...(await add(call, CALLBACK_SECRET, credential)), callbackSecret: secret }
  },
})

const removing = (kind: CredentialKind) =>
  endpoint({
    route: `DELETE /admin/merchants/:merchantCode/${kind.noun}/:id`,
    role: 'ADMIN',
    stepUp: true,
    summary: `Remove a ${kind.words} of a merchant`,
    params: { merchantCode: MerchantCodeParam, id: Type.String() },
    answers: { 204: Type.Null({ description: 'Removed.' }) },
    problems: ['NOT_FOUND', 'INVALID_STATE'],
    async handle(call) {
      const { gateway } = call.backOffice
      const { merchantCode, id } = call.params
      const audit = call.audit({
        action: `${kind.noun}.remove`,
        subject: `merchant ${merchantCode}`,
        detail: { id: id.slice(0, 64) },
      })
      await change(gateway, kind, merchantCode, audit, { what: 'remove', id }, (record) =>
        removingCredential(record, kind, id, 'nothing'),
      )
      return null
    },
  })

async function change(
  gateway: Gateway,
  kind: CredentialKind,
  code: string,
  audit: AuditLine,
  { what, id }: { readonly what: 'add' | 'remove'; readonly id: string },
  decide: (record: MerchantRecord) => Result<MerchantChange, CredentialRefusal>,
): Promise<void> {
  const reported = gateway.notifyOwners({
    merchantCode: code,
    what: `${kind.noun}.${what}`,
    by: `operator ${audit.operator}`,
    about: id,
  })
  const changed = await changeMerchant(gateway.database, code, audit, decide, reported)
  gateway.merchants.forget(code)
  if (!changed.ok) throw changed.failure === 'NOT_FOUND' ? absent() : refused(kind, changed.failure)
}

const absent = () => notFound('merchant or credential')

function refused({ words }: CredentialKind, refusal: CredentialRefusal) {
  switch (refusal.type) {
    case 'absent':
    case 'unchanged':
      return absent()
    case 'exists':
      return refuse(adminProblem('KEY_EXISTS', `The merchant already has this public key, as ${refusal.id}.`))
    case 'too many':
      return refuse(
        adminProblem('INVALID_STATE', `A merchant has at most ${MAX_IN_FORCE}; remove an old one.`),
      )
    case 'last':
      return refuse(adminProblem('INVALID_STATE', `The last ${words} cannot be removed; add another first.`))
  }
}

export const CREDENTIAL_ENDPOINTS = [
  addKey,
  removing(KEY),
  addSecret,
  removing(SECRET),
  addCallbackSecret,
  removing(CALLBACK_SECRET),
]
