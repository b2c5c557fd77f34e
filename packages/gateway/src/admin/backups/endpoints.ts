/**
 * Backups of the embedded database: an ADMIN begins one, and it is made while the gateway serves.
 *
 * The file stays in the data folder of the gateway's machine, so that no token, not even a stolen one, can download all
 * payments over HTTP. The answer has its name, size and hash, and never a path.
 */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Type } from 'typebox'
import type { BackupState, Backups } from '../../backup/backups.ts'
import type { BackOffice } from '../back-office.ts'
import { instant, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { choice } from '../fields.ts'
import { adminProblem } from '../problems.ts'

const MOST_KEPT = 1_000

const StateSchema = Type.Object({
  name: Type.String({ description: "The file name, in the folder `backups` of the gateway's data folder." }),
  state: choice(['RUNNING', 'DONE', 'FAILED']),
  startedAt: instant(),
  finishedAt: Type.Optional(instant()),
  bytes: Type.Optional(Type.Integer()),
  sha256: Type.Optional(Type.String({ description: 'SHA-256 of the file, as `sha256sum` prints it.' })),
  why: Type.Optional(Type.String({ description: 'Why it failed.' })),
})

function stateBody(state: BackupState) {
  const { name, startedAt } = state
  const begun = { name, startedAt: isoTime(startedAt) }
  if (state.state === 'RUNNING') return { ...begun, state: state.state }
  const finished = { ...begun, finishedAt: isoTime(state.finishedAt) }
  if (state.state === 'FAILED') return { ...finished, state: state.state, why: state.why }
  return { ...finished, state: state.state, bytes: state.bytes, sha256: state.sha256 }
}

const backupsOf = ({ backups }: BackOffice): Backups => {
  if (backups !== undefined) return backups
  throw refuse(
    adminProblem(
      'BACKUP_ELSEWHERE',
      'this gateway uses a PostgreSQL server: back it up with pg_basebackup or pg_dump',
    ),
  )
}

const create = endpoint({
  route: 'POST /admin/backups',
  role: 'ADMIN',
  stepUp: true,
  summary: 'Start a backup of the embedded database; poll /admin/backups until it is done',
  body: Type.Object({
    keep: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_KEPT,
        description:
          'The number of backups to keep. Older ones are removed when the backup is done. Default: all are kept.',
      }),
    ),
  }),
  example: { keep: 7 },
  answers: { 202: StateSchema },
  problems: ['BACKUP_IN_PROGRESS', 'BACKUP_ELSEWHERE'],
  async handle(call) {
    const { keep } = call.body()
    const begun = backupsOf(call.backOffice).begin(keep)
    if (!begun.ok)
      throw refuse(adminProblem('BACKUP_IN_PROGRESS', 'a backup is already running: wait until it is done'))
    await call.note({
      action: 'backup.make',
      subject: 'backups',
      detail: { name: begun.value.name, ...(keep !== undefined && { keep }) },
    })
    return stateBody(begun.value)
  },
})

const list = endpoint({
  route: 'GET /admin/backups',
  role: 'VIEWER',
  summary: 'List the backups, and the state of the latest one',
  answers: {
    200: Type.Object({
      latest: Type.Optional(StateSchema),
      data: Type.Array(Type.Object({ name: Type.String(), madeAt: instant(), bytes: Type.Integer() }), {
        description: 'Newest first.',
      }),
    }),
  },
  problems: ['BACKUP_ELSEWHERE'],
  async handle(call) {
    const made = backupsOf(call.backOffice)
    const data = await made.list()
    return { ...(made.latest && { latest: stateBody(made.latest) }), data }
  },
})

export const BACKUP_ENDPOINTS = [create, list]
