/**
 * An owner confirms a key or secret that another person created, or withdraws the confirmation: `POST
 * /keys/{id}/!confirm` and `/!unconfirm`, and the same for secrets.
 *
 * A confirmed key may do everything, so only an owner without restrictions may confirm it, with a fresh proof of
 * identity. Anyone who may remove the key may withdraw its confirmation. From the next request on, its tokens can then
 * do no more than its maker.
 */
import { endpointsIn } from '../api/endpoint.ts'
import { httpProblem, ProblemError } from '../http/problems.ts'
import {
  type CredentialKind,
  confirmingCredential,
  credentialsInForce,
  KEY,
  SECRET,
} from '../merchants/changing-credentials.ts'
import type { Credential } from '../merchants/merchant.ts'
import { findMerchant } from '../merchants/store.ts'
import { ABSENT, changeOwn, keyBody, secretBody } from './own-credentials.ts'
import type { OwnCall, OwnContext } from './own-operations.ts'
import { IdParam, KeySchema, SecretSchema } from './own-schemas.ts'

const endpoint = endpointsIn<OwnContext>()

const NOT_OWNER = httpProblem('SCOPE_EXCEEDED', 'only an owner without restrictions can do this')

type ById = OwnCall<{ readonly id: string }>

/** @param by the owner who confirms it; undefined withdraws the confirmation */
async function decide(
  { context, caller, params: { id } }: ById,
  kind: CredentialKind,
  by: string | undefined,
): Promise<Credential> {
  const action = by === undefined ? 'unconfirm' : 'confirm'
  const operation = { action, id: id.slice(0, 64) } as const
  await changeOwn(context, caller, kind, operation, (record) => confirmingCredential(record, kind, id, by))
  const record = await findMerchant(context.gateway.database, caller.profile.merchantCode)
  const found = record && credentialsInForce(record, kind).find((each) => each.id === id)
  if (!found) throw new ProblemError(ABSENT)
  return found
}

function confirm(call: ById, kind: CredentialKind): Promise<Credential> {
  const { name, isWholeOwner } = call.person
  if (!isWholeOwner) throw new ProblemError(NOT_OWNER)
  return decide(call, kind, name)
}

const shared = {
  tag: 'Developers',
  forPeople: true,
  params: { id: IdParam },
  problems: ['NOT_FOUND', 'STEP_UP_NEEDED'],
} as const

const confirming = {
  ...shared,
  description:
    'Only an owner without restrictions can do this. From then on it lets a program do everything.',
  person: {
    puts: 'RIGHTS',
    proof: true,
    can: 'as an owner without restrictions, confirm a key or secret for payouts',
  },
} as const

const unconfirming = {
  ...shared,
  description: 'From their next request on, its tokens can do no more than the person who created it.',
  person: {
    why: 'CLOSES',
    proof: true,
    can: 'withdraw that confirmation',
    worst: 'The shop cannot pay out with that key until an owner confirms it again.',
  },
} as const

const confirmKey = endpoint({
  ...confirming,
  route: 'POST /keys/:id/!confirm',
  operationId: 'confirmKey',
  summary: 'Confirm a public key that another member added',
  answers: { 200: KeySchema },
  handle: async (call) => keyBody(call.caller.profile.isTest, await confirm(call, KEY)),
})

const unconfirmKey = endpoint({
  ...unconfirming,
  route: 'POST /keys/:id/!unconfirm',
  operationId: 'unconfirmKey',
  summary: 'Withdraw the confirmation of a public key',
  answers: { 200: KeySchema },
  handle: async (call) => keyBody(call.caller.profile.isTest, await decide(call, KEY, undefined)),
})

const confirmSecret = endpoint({
  ...confirming,
  route: 'POST /secrets/:id/!confirm',
  operationId: 'confirmSecret',
  summary: 'Confirm a secret that another member created',
  answers: { 200: SecretSchema },
  handle: async (call) => secretBody(call.caller.profile.isTest, await confirm(call, SECRET)),
})

const unconfirmSecret = endpoint({
  ...unconfirming,
  route: 'POST /secrets/:id/!unconfirm',
  operationId: 'unconfirmSecret',
  summary: 'Withdraw the confirmation of a secret',
  answers: { 200: SecretSchema },
  handle: async (call) => secretBody(call.caller.profile.isTest, await decide(call, SECRET, undefined)),
})

export const CONFIRM_ENDPOINTS = [confirmKey, unconfirmKey, confirmSecret, unconfirmSecret] as const
