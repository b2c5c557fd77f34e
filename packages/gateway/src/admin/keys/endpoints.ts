/**
 * The gateway's own keys: the signing keys and the master key. They are never shown, only their names and fingerprints.
 */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Type } from 'typebox'
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
      '`COMING`: it signs from `signsFrom` on. `SIGNS`: it signs now. `VERIFIES`: its signatures are still valid. `GONE`: its signatures are no longer valid.',
  }),
  createdAt: instant(),
  signsFrom: instant(),
  retiredAt: Type.Optional(instant('When the next one replaces or replaced it.')),
  verifiesUntil: Type.Optional(instant('When its signatures stop being valid.')),
  endedAt: Type.Optional(instant('When an operator ended it early.')),
})
const SigningKeysAnswer = Type.Object({ data: Type.Array(SigningKeySchema) })

const MasterKeyAnswer = Type.Object({
  sealing: Type.String({ description: 'Fingerprint of the key that encrypts new values.' }),
  finished: Type.Boolean({ description: 'Whether everything is encrypted with it.' }),
  keys: Type.Array(
    Type.Object({
      fingerprint: Type.String({ description: 'Empty for values encrypted before keys had names.' }),
      state: Type.String({
        description:
          '`SEALS` (it encrypts new values), `OPENS` (it decrypts older values), `EMPTY` or `RETIRED`.',
      }),
      known: Type.Boolean({ description: 'Whether this node has it.' }),
      sealed: Type.Integer({ description: 'Number of values encrypted with it.' }),
      of: Type.Record(Type.String(), Type.Integer(), { description: 'The same number by kind of value.' }),
      begunAt: Type.Optional(instant()),
      finishedAt: Type.Optional(instant()),
      emptiedAt: Type.Optional(instant()),
      retiredAt: Type.Optional(instant()),
    }),
  ),
  nodes: Type.Array(
    Type.Object({
      id: Type.String(),
      knows: Type.Array(Type.String(), { description: 'Fingerprints of the keys that the node has.' }),
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
  summary: "List the gateway's signing keys for tokens and callbacks",
  answers: { 200: SigningKeysAnswer },
  handle: ({ backOffice }) => all(backOffice),
})

const rotate = endpoint({
  route: 'POST /admin/signing-keys/!rotate',
  role: 'ADMIN',
  stepUp: true,
  summary:
    'Create the next signing key: it signs after ten minutes, and signatures of the previous one stay valid for 32 days',
  body: Type.Object({ purpose: choice(PURPOSES) }),
  example: { purpose: 'callback' },
  answers: { 200: SigningKeysAnswer },
  problems: ['INVALID_STATE'],
  async handle(call) {
    const { purpose } = call.body()
    const made = await call.backOffice.examined.keys.signing[purpose].rotate((kid) => [
      noteOf(call)('signing-key.rotate', kid, {}),
    ])
    if (!made.ok)
      throw refuse(
        adminProblem('INVALID_STATE', 'The last created key does not sign yet: wait until it does.'),
      )
    return all(call.backOffice)
  },
})

const retire = endpoint({
  route: 'POST /admin/signing-keys/:kid/!retire',
  role: 'ADMIN',
  stepUp: true,
  summary: 'End a signing key early: every node rejects its signatures within a minute',
  params: { kid: Type.String({ description: 'Such as `token-1`.' }) },
  answers: { 200: SigningKeysAnswer },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  async handle(call) {
    const { kid } = call.params
    const purpose = PURPOSES.find((each) => each === kid.slice(0, Math.max(0, kid.lastIndexOf('-'))))
    if (purpose === undefined) throw notFound('active signing key')
    const ended = await call.backOffice.examined.keys.signing[purpose].retire(kid, [
      noteOf(call)('signing-key.retire', kid, {}),
    ])
    if (!ended.ok && ended.failure === 'NOT_FOUND') throw notFound('active signing key')
    if (!ended.ok)
      throw refuse(
        adminProblem(
          'INVALID_STATE',
          'It still signs: rotate first, and wait until the next one has signed for five minutes.',
        ),
      )
    return all(call.backOffice)
  },
})

const noteOf =
  ({ audit }: Pick<Call<unknown, unknown, unknown>, 'audit'>): Noted =>
  (action, subject, detail) =>
    auditCall(audit({ action, subject, detail }))

function whyNotRotated(refusal: RotateRefusal): string {
  switch (refusal.code) {
    case 'IN_PROGRESS':
      return 'Not everything is encrypted with the current key yet: wait until the rotation has finished.'
    case 'SAME_KEY':
      return (
        'This node has no newer key. Create one, set it as SLUICE_MASTER_KEY and the current one as SLUICE_MASTER_KEY_PREVIOUS ' +
        'on every node, restart the nodes one after the other, and repeat this.'
      )
    case 'RETIRED':
      return 'That key was retired and cannot be used again: create another one.'
    case 'NODES_DO_NOT_KNOW':
      return `Not every live node has the new key: ${refusal.nodes.slice(0, 5).join(', ')}. Set SLUICE_MASTER_KEY and SLUICE_MASTER_KEY_PREVIOUS there and restart them.`
  }
}

const state = ({ gateway, examined }: BackOffice) => masterKeyState(gateway.masterKey, examined.keys.master)

const showMasterKey = endpoint({
  route: 'GET /admin/master-key',
  role: 'VIEWER',
  summary: 'List what is encrypted with each master key, and which nodes have it',
  guide: 'keys.md#the-master-key',
  answers: { 200: MasterKeyAnswer },
  handle: ({ backOffice }) => state(backOffice),
})

const rotateMasterKey = endpoint({
  route: 'POST /admin/master-key/!rotate',
  role: 'ADMIN',
  stepUp: true,
  summary: 'Start to encrypt with the next master key; existing values are re-encrypted in the background',
  answers: { 200: MasterKeyAnswer },
  problems: ['INVALID_STATE'],
  async handle(call) {
    const begun = await call.backOffice.examined.keys.master.rotate(noteOf(call))
    if (!begun.ok) throw refuse(adminProblem('INVALID_STATE', whyNotRotated(begun.failure)))
    return state(call.backOffice)
  },
})

const retireMasterKey = endpoint({
  route: 'POST /admin/master-key/:fingerprint/!retire',
  role: 'ADMIN',
  stepUp: true,
  summary: 'Retire a master key that no longer encrypts anything; older backups still need it',
  params: { fingerprint: Type.String() },
  answers: { 200: MasterKeyAnswer },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  async handle(call) {
    const retired = await call.backOffice.examined.keys.master.retire(call.params.fingerprint, noteOf(call))
    if (!retired.ok && retired.failure === 'NOT_FOUND') throw notFound('active master key')
    if (!retired.ok)
      throw refuse(
        adminProblem(
          'INVALID_STATE',
          'Values are or may still be encrypted with it: wait until the rotation has finished.',
        ),
      )
    return state(call.backOffice)
  },
})

export const KEY_ENDPOINTS = [list, rotate, retire, showMasterKey, rotateMasterKey, retireMasterKey]
