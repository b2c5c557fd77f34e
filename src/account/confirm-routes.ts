/**
 * An owner confirms a key or secret that somebody else has made, and takes that back: `POST /keys/{id}/!confirm` and `/!unconfirm`, and the
 * same of secrets.
 *
 * Only an owner whom nothing narrows lets a key do everything, with a fresh proof; whoever may remove it may take that back. A
 * confirmation that was taken back ends what the key's tokens could do beyond its maker's rights with their next request.
 */
import type { onRequestHookHandler } from 'fastify'
import { type Caller, readCaller, readPerson } from '../api/caller.ts'
import type { Gateway } from '../api/gateway.ts'
import { READ_PROBLEMS } from '../api/schemas.ts'
import { describeOnly, problemResponsesOf } from '../http/openapi.ts'
import { HTTP_PROBLEMS, httpProblem, ProblemError } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { PEOPLE_PROBLEMS } from '../identity/people/problems.ts'
import {
  type CredentialKind,
  confirmingCredential,
  credentialsInForce,
  KEY,
  SECRET,
} from '../merchants/changing-credentials.ts'
import type { Credential } from '../merchants/merchant.ts'
import { findMerchant } from '../merchants/store.ts'
import { ABSENT, type ChangeOwn, keyBody, secretBody } from './own-credentials.ts'
import { IdSchema, KeySchema, SecretSchema } from './own-schemas.ts'

const problems = problemResponsesOf({ ...HTTP_PROBLEMS, ...PEOPLE_PROBLEMS })

interface ById {
  readonly Params: { readonly id: string }
}

export function registerConfirmRoutes(
  app: Server,
  gateway: Gateway,
  bearer: onRequestHookHandler,
  change: ChangeOwn,
): void {
  const common = { onRequest: bearer, validatorCompiler: describeOnly }
  const shape = (operationId: string, summary: string, description: string) => ({
    tags: ['Developers'],
    operationId,
    summary,
    description: `For somebody who is signed in at the dashboard; no token opens it. ${description}`,
    security: [{ session: [] }],
    params: IdSchema,
  })
  const inForce = async ({ profile }: Caller, kind: CredentialKind, id: string): Promise<Credential> => {
    const record = await findMerchant(gateway.database, profile.merchantCode)
    const found = record && credentialsInForce(record, kind).find((each) => each.id === id)
    if (!found) throw new ProblemError(ABSENT)
    return found
  }
  const confirm = async (caller: Caller, kind: CredentialKind, id: string): Promise<Credential> => {
    const { name, isWholeOwner } = readPerson(caller, 'fresh')
    if (!isWholeOwner) throw new ProblemError(NOT_OWNER)
    const operation = { action: 'confirm', id: id.slice(0, 64) } as const
    await change(caller, kind, operation, (record) => confirmingCredential(record, kind, id, name))
    return inForce(caller, kind, id)
  }
  const unconfirm = async (caller: Caller, kind: CredentialKind, id: string): Promise<Credential> => {
    readPerson(caller, 'fresh')
    const operation = { action: 'unconfirm', id: id.slice(0, 64) } as const
    await change(caller, kind, operation, (record) => confirmingCredential(record, kind, id, undefined))
    return inForce(caller, kind, id)
  }
  const WITHDRAWN = 'Its tokens can do no more than its maker could, from their next request on.'
  const CONFIRMED = 'Takes an owner whom nothing narrows. From then on it lets a program do everything.'
  const answers = problems(...READ_PROBLEMS, 'STEP_UP_NEEDED')

  app.post<ById>(
    '/keys/:id/!confirm',
    {
      ...common,
      schema: {
        ...shape('confirmKey', 'Confirm a public key that somebody else has added', CONFIRMED),
        response: { 200: KeySchema, ...answers },
      },
    },
    async (request) => {
      const caller = await readCaller(gateway, request)
      return keyBody(caller.profile.isTest, await confirm(caller, KEY, request.params.id))
    },
  )
  app.post<ById>(
    '/keys/:id/!unconfirm',
    {
      ...common,
      schema: {
        ...shape('unconfirmKey', 'Take the confirmation of a public key back', WITHDRAWN),
        response: { 200: KeySchema, ...answers },
      },
    },
    async (request) => {
      const caller = await readCaller(gateway, request)
      return keyBody(caller.profile.isTest, await unconfirm(caller, KEY, request.params.id))
    },
  )
  app.post<ById>(
    '/secrets/:id/!confirm',
    {
      ...common,
      schema: {
        ...shape('confirmSecret', 'Confirm a secret that somebody else has made', CONFIRMED),
        response: { 200: SecretSchema, ...answers },
      },
    },
    async (request) => {
      const caller = await readCaller(gateway, request)
      return secretBody(caller.profile.isTest, await confirm(caller, SECRET, request.params.id))
    },
  )
  app.post<ById>(
    '/secrets/:id/!unconfirm',
    {
      ...common,
      schema: {
        ...shape('unconfirmSecret', 'Take the confirmation of a secret back', WITHDRAWN),
        response: { 200: SecretSchema, ...answers },
      },
    },
    async (request) => {
      const caller = await readCaller(gateway, request)
      return secretBody(caller.profile.isTest, await unconfirm(caller, SECRET, request.params.id))
    },
  )
}

const NOT_OWNER = httpProblem('SCOPE_EXCEEDED', 'this needs an owner whom nothing narrows')
