/** The gateway's own keys: those that sign, and the master key. None of them is ever shown: names and fingerprints only. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { MasterKeys, Noted, RotateRefusal } from '../../access/master-keys.ts'
import { listSigningKeys } from '../../access/signing-key-list.ts'
import type { KeyPurpose, SigningKeys } from '../../access/signing-keys.ts'
import { isoTime } from '../../foundation/instants.ts'
import { auditCall } from '../../operators/audit.ts'
import {
  type AdminContext,
  auditLine,
  described,
  instant,
  invalid,
  notFound,
  objectOf,
  refuse,
} from '../context.ts'
import { adminProblem } from '../problems.ts'

export interface GatewayKeys {
  readonly signing: Readonly<Record<KeyPurpose, SigningKeys>>
  readonly master: MasterKeys
}

const SigningKeySchema = Type.Object({
  kid: Type.String(),
  purpose: Type.String({ description: '`token` or `callback`.' }),
  state: Type.String({
    description:
      '`COMING`: it signs from `signsFrom` on. `SIGNS`. `VERIFIES`: what it signed is still believed. `GONE`.',
  }),
  createdAt: instant(),
  signsFrom: instant(),
  retiredAt: Type.Optional(instant('When the next one takes or took its place.')),
  verifiesUntil: Type.Optional(instant('Until when what it signed is believed.')),
  endedAt: Type.Optional(instant('When somebody ended it before its time.')),
})
const SigningKeysAnswer = Type.Object({ data: Type.Array(SigningKeySchema) })

const MasterKeyAnswer = Type.Object({
  sealing: Type.String({ description: 'Fingerprint of the key that new values are sealed with.' }),
  finished: Type.Boolean({ description: 'Everything is sealed with it.' }),
  keys: Type.Array(
    Type.Object({
      fingerprint: Type.String({ description: 'Empty for values that were sealed before keys had names.' }),
      state: Type.String({
        description: '`SEALS`, `OPENS` (values are left that it sealed), `EMPTY` or `RETIRED`.',
      }),
      known: Type.Boolean({ description: 'This node has it.' }),
      sealed: Type.Integer({ description: 'How many values are sealed with it.' }),
      of: Type.Record(Type.String(), Type.Integer(), { description: 'The same, by what they are.' }),
      begunAt: Type.Optional(instant()),
      finishedAt: Type.Optional(instant()),
      emptiedAt: Type.Optional(instant()),
      retiredAt: Type.Optional(instant()),
    }),
  ),
  nodes: Type.Array(
    Type.Object({
      id: Type.String(),
      knows: Type.Array(Type.String(), { description: 'Fingerprints.' }),
      seals: Type.Optional(Type.String()),
    }),
  ),
})

export function registerKeyRoutes(context: AdminContext, keys: GatewayKeys): void {
  registerSigningKeys(context, keys.signing)
  registerMasterKey(context, keys.master)
}

const isPurpose = (value: unknown): value is KeyPurpose => value === 'token' || value === 'callback'

function registerSigningKeys(context: AdminContext, signing: GatewayKeys['signing']): void {
  const { app, gateway } = context
  const { database, deps } = gateway
  const all = async () => ({
    data: (await listSigningKeys(database, deps.clock.now())).map(
      ({ createdAt, signsFrom, retiredAt, verifiesUntil, endedAt, ...key }) => ({
        ...key,
        createdAt: isoTime(createdAt),
        signsFrom: isoTime(signsFrom),
        ...(retiredAt !== undefined && { retiredAt: isoTime(retiredAt) }),
        ...(verifiesUntil !== undefined && { verifiesUntil: isoTime(verifiesUntil) }),
        ...(endedAt !== undefined && { endedAt: isoTime(endedAt) }),
      }),
    ),
  })

  app.get(
    '/admin/signing-keys',
    described(context, {
      role: 'VIEWER',
      summary: 'List the gateway’s signing keys, of tokens and of callbacks',
      answers: { 200: SigningKeysAnswer },
    }),
    all,
  )

  app.post<{ Body: unknown; Reply: unknown }>(
    '/admin/signing-keys/!rotate',
    described(context, {
      role: 'ADMIN',
      summary:
        'Make the next signing key: it signs after ten minutes, and the one before verifies for 32 days more',
      body: Type.Object({ purpose: Type.Union([Type.Literal('token'), Type.Literal('callback')]) }),
      answers: { 200: SigningKeysAnswer },
      problems: ['INVALID_STATE'],
    }),
    async (request) => {
      const { purpose } = objectOf(request.body)
      if (!isPurpose(purpose))
        throw invalid(
          '/purpose',
          purpose === undefined ? 'REQUIRED' : 'UNKNOWN_VALUE',
          'must be token or callback',
        )
      const made = await signing[purpose].rotate((kid) => [
        noteOf(context, request)('signing-key.rotate', kid, {}),
      ])
      if (!made.ok)
        throw refuse(
          adminProblem('INVALID_STATE', 'The last key that was made does not sign yet: wait until it does.'),
        )
      return all()
    },
  )

  app.post<{ Params: { kid: string }; Reply: unknown }>(
    '/admin/signing-keys/:kid/!retire',
    described(context, {
      role: 'ADMIN',
      summary:
        'End a signing key before its time: what it signed is no longer believed, on every node within a minute',
      params: { kid: Type.String({ description: 'Such as `token-1`.' }) },
      answers: { 200: SigningKeysAnswer },
      problems: ['NOT_FOUND', 'INVALID_STATE'],
    }),
    async (request) => {
      const { kid } = request.params
      const purpose = kid.slice(0, Math.max(0, kid.lastIndexOf('-')))
      if (!isPurpose(purpose)) throw notFound('signing key in force')
      const ended = await signing[purpose].retire(kid, [
        noteOf(context, request)('signing-key.retire', kid, {}),
      ])
      if (!ended.ok && ended.failure === 'NOT_FOUND') throw notFound('signing key in force')
      if (!ended.ok)
        throw refuse(
          adminProblem(
            'INVALID_STATE',
            'It still signs: rotate first, and wait until the next one has signed for five minutes.',
          ),
        )
      return all()
    },
  )
}

const noteOf =
  ({ gateway }: AdminContext, request: FastifyRequest): Noted =>
  (action, subject, detail) =>
    auditCall(auditLine(gateway, request, { action, subject, detail }))

function whyNotRotated(refusal: RotateRefusal): string {
  switch (refusal.code) {
    case 'IN_PROGRESS':
      return 'Not everything is sealed with the key that seals now: wait until that change is finished.'
    case 'SAME_KEY':
      return (
        'This node knows no newer key. Make one, set it as SLUICE_MASTER_KEY and the present one as SLUICE_MASTER_KEY_PREVIOUS ' +
        'on every node, start them again one after the other, and ask again.'
      )
    case 'RETIRED':
      return 'That key was retired, and never seals again: make another one.'
    case 'NODES_DO_NOT_KNOW':
      return `Not every live node has the new key: ${refusal.nodes.slice(0, 5).join(', ')}. Set SLUICE_MASTER_KEY and SLUICE_MASTER_KEY_PREVIOUS there, and start them again.`
  }
}

function registerMasterKey(context: AdminContext, master: MasterKeys): void {
  const { app, gateway } = context
  const state = () => masterKeyState(gateway.masterKey, master)

  app.get(
    '/admin/master-key',
    described(context, {
      role: 'VIEWER',
      summary: 'Say what is sealed with which master key, and which nodes know it',
      answers: { 200: MasterKeyAnswer },
    }),
    state,
  )

  app.post<{ Reply: unknown }>(
    '/admin/master-key/!rotate',
    described(context, {
      role: 'ADMIN',
      summary:
        'Begin to seal with the next master key; what is sealed already is sealed anew while everything runs',
      answers: { 200: MasterKeyAnswer },
      problems: ['INVALID_STATE'],
    }),
    async (request) => {
      const begun = await master.rotate(noteOf(context, request))
      if (!begun.ok) throw refuse(adminProblem('INVALID_STATE', whyNotRotated(begun.failure)))
      return state()
    },
  )

  app.post<{ Params: { fingerprint: string }; Reply: unknown }>(
    '/admin/master-key/:fingerprint/!retire',
    described(context, {
      role: 'ADMIN',
      summary:
        'Let go of a master key that nothing is sealed with any more; backups from before still need it',
      params: { fingerprint: Type.String() },
      answers: { 200: MasterKeyAnswer },
      problems: ['NOT_FOUND', 'INVALID_STATE'],
    }),
    async (request) => {
      const retired = await master.retire(request.params.fingerprint, noteOf(context, request))
      if (!retired.ok && retired.failure === 'NOT_FOUND') throw notFound('master key in force')
      if (!retired.ok)
        throw refuse(
          adminProblem(
            'INVALID_STATE',
            'Values are sealed with it, or may yet be: wait until the change is finished.',
          ),
        )
      return state()
    },
  )
}

/** What the endpoint and the doctor tell. */
export async function masterKeyState(known: { knows(fingerprint: string): boolean }, master: MasterKeys) {
  const counts = await master.counts()
  const stored = await master.read()
  const names = new Set([
    ...stored.map(({ fingerprint }) => fingerprint),
    ...counts.map((one) => one.fingerprint),
  ])
  const keys = Array.from(names, (fingerprint) => {
    const of = counts.filter((one) => one.fingerprint === fingerprint)
    const sealed = of.reduce((sum, one) => sum + one.sealed, 0)
    const key = stored.find((one) => one.fingerprint === fingerprint)
    return {
      fingerprint,
      state: key?.seals
        ? 'SEALS'
        : key?.retiredAt
          ? 'RETIRED'
          : key?.emptiedAt && sealed === 0
            ? 'EMPTY'
            : 'OPENS',
      known: fingerprint === '' || known.knows(fingerprint),
      sealed,
      of: Object.fromEntries(of.map(({ what, sealed: number }) => [what, number])),
      ...(key && { begunAt: isoTime(key.begunAt) }),
      ...(key?.finishedAt !== undefined && { finishedAt: isoTime(key.finishedAt) }),
      ...(key?.emptiedAt !== undefined && { emptiedAt: isoTime(key.emptiedAt) }),
      ...(key?.retiredAt !== undefined && { retiredAt: isoTime(key.retiredAt) }),
    }
  })
  const sealing = stored.find(({ seals }) => seals)
  return {
    sealing: sealing?.fingerprint ?? '',
    finished: sealing?.finishedAt !== undefined,
    keys,
    nodes: (await master.nodes()).map(({ id, knows, seals }) => ({
      id,
      knows,
      ...(seals !== undefined && { seals }),
    })),
  }
}
