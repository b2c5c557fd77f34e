/**
 * The gateway's own keys: the signing keys and the master key. They are never shown, only their names and fingerprints.
 */
import { Type } from 'typebox'
import { isoTime } from '../../foundation/instants.ts'
import type { Noted, RotateRefusal } from '../../identity/access/master-keys.ts'
import { listSigningKeys } from '../../identity/access/signing-key-list.ts'
import type { KeyPurpose } from '../../identity/access/signing-keys.ts'
import { auditCall } from '../../identity/operators/audit.ts'
import type { BackOffice } from '../back-office.ts'
import { instant, notFound, refuse } from '../context.ts'
import { type Call, endpoint } from '../endpoint.ts'
import { choice } from '../fields.ts'
import { adminProblem } from '../problems.ts'
import { masterKeyState } from './master-key-state.ts'

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

const PURPOSES = ['token', 'callback'] as const satisfies readonly KeyPurpose[]

const all = async ({ gateway: { database, deps } }: BackOffice) => ({
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

const list = endpoint({
  route: 'GET /admin/signing-keys',
  role: 'VIEWER',
  summary: 'List the gateway’s signing keys, of tokens and of callbacks',
  answers: { 200: SigningKeysAnswer },
  handle: ({ office }) => all(office),
})

const rotate = endpoint({
  route: 'POST /admin/signing-keys/!rotate',
  role: 'ADMIN',
  stepUp: true,
  summary:
    'Make the next signing key: it signs after ten minutes, and the one before verifies for 32 days more',
  body: Type.Object({ purpose: choice(PURPOSES) }),
  example: { purpose: 'callback' },
  answers: { 200: SigningKeysAnswer },
  problems: ['INVALID_STATE'],
  async handle(call) {
    const { purpose } = call.body()
    const made = await call.office.examined.keys.signing[purpose].rotate((kid) => [
      noteOf(call)('signing-key.rotate', kid, {}),
    ])
    if (!made.ok)
      throw refuse(
        adminProblem('INVALID_STATE', 'The last key that was made does not sign yet: wait until it does.'),
      )
    return all(call.office)
  },
})

const retire = endpoint({
  route: 'POST /admin/signing-keys/:kid/!retire',
  role: 'ADMIN',
  stepUp: true,
  summary:
    'End a signing key before its time: what it signed is no longer believed, on every node within a minute',
  params: { kid: Type.String({ description: 'Such as `token-1`.' }) },
  answers: { 200: SigningKeysAnswer },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  async handle(call) {
    const { kid } = call.params
    const purpose = PURPOSES.find((each) => each === kid.slice(0, Math.max(0, kid.lastIndexOf('-'))))
    if (purpose === undefined) throw notFound('signing key in force')
    const ended = await call.office.examined.keys.signing[purpose].retire(kid, [
      noteOf(call)('signing-key.retire', kid, {}),
    ])
    if (!ended.ok && ended.failure === 'NOT_FOUND') throw notFound('signing key in force')
    if (!ended.ok)
      throw refuse(
        adminProblem(
          'INVALID_STATE',
          'It still signs: rotate first, and wait until the next one has signed for five minutes.',
        ),
      )
    return all(call.office)
  },
})

const noteOf =
  ({ audit }: Pick<Call<unknown, unknown, unknown>, 'audit'>): Noted =>
  (action, subject, detail) =>
    auditCall(audit({ action, subject, detail }))

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

const state = ({ gateway, examined }: BackOffice) => masterKeyState(gateway.masterKey, examined.keys.master)

const showMasterKey = endpoint({
  route: 'GET /admin/master-key',
  role: 'VIEWER',
  summary: 'List what is sealed with each master key, and which nodes have it',
  guide: 'keys.md#the-master-key',
  answers: { 200: MasterKeyAnswer },
  handle: ({ office }) => state(office),
})

const rotateMasterKey = endpoint({
  route: 'POST /admin/master-key/!rotate',
  role: 'ADMIN',
  stepUp: true,
  summary:
    'Begin to seal with the next master key; what is sealed already is sealed anew while everything runs',
  answers: { 200: MasterKeyAnswer },
  problems: ['INVALID_STATE'],
  async handle(call) {
    const begun = await call.office.examined.keys.master.rotate(noteOf(call))
    if (!begun.ok) throw refuse(adminProblem('INVALID_STATE', whyNotRotated(begun.failure)))
    return state(call.office)
  },
})

const retireMasterKey = endpoint({
  route: 'POST /admin/master-key/:fingerprint/!retire',
  role: 'ADMIN',
  stepUp: true,
  summary: 'Retire a master key that no longer seals anything; older backups still need it',
  params: { fingerprint: Type.String() },
  answers: { 200: MasterKeyAnswer },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  async handle(call) {
    const retired = await call.office.examined.keys.master.retire(call.params.fingerprint, noteOf(call))
    if (!retired.ok && retired.failure === 'NOT_FOUND') throw notFound('master key in force')
    if (!retired.ok)
      throw refuse(
        adminProblem(
          'INVALID_STATE',
          'Values are sealed with it, or may yet be: wait until the change is finished.',
        ),
      )
    return state(call.office)
  },
})

export const KEY_ENDPOINTS = [list, rotate, retire, showMasterKey, rotateMasterKey, retireMasterKey]
