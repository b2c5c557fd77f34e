/**
 * Backups of the embedded database, begun by an ADMIN and made while the gateway serves.
 *
 * The file stays on the gateway's machine, in its data folder: no token, not even a stolen one, carries all payments away over
 * HTTP. So the answer tells its name, its size and its hash, and never a path.
 */
import { Type } from 'typebox'
import { isoTime } from '../../foundation/instants.ts'
import type { BackupState, Backups } from '../../transfer/backups.ts'
import {
  type AdminContext,
  auditFirst,
  auditLine,
  described,
  instant,
  invalid,
  objectOf,
  refuse,
} from '../context.ts'
import { adminProblem } from '../problems.ts'

const MOST_KEPT = 1_000

const StateSchema = Type.Object({
  name: Type.String({ description: "Its file, in the folder `backups` of the gateway's data folder." }),
  state: Type.Union([Type.Literal('RUNNING'), Type.Literal('DONE'), Type.Literal('FAILED')]),
  startedAt: instant(),
  finishedAt: Type.Optional(instant()),
  bytes: Type.Optional(Type.Integer()),
  sha256: Type.Optional(Type.String({ description: 'Of the file, as `sha256sum` prints it.' })),
  why: Type.Optional(Type.String({ description: 'Why it failed.' })),
})

function stateBody(state: BackupState) {
  const { startedAt, ...rest } = state
  const finished = state.state === 'RUNNING' ? {} : { finishedAt: isoTime(state.finishedAt) }
  return { ...rest, startedAt: isoTime(startedAt), ...finished }
}

export function registerBackupRoutes(context: AdminContext, backups: Backups | undefined): void {
  const { app, gateway } = context
  const here = (): Backups => {
    if (backups !== undefined) return backups
    throw refuse(
      adminProblem(
        'BACKUP_ELSEWHERE',
        "this gateway's database is not a folder of its own: back PostgreSQL up with pg_basebackup or pg_dump",
      ),
    )
  }

  app.post<{ Body: unknown; Reply: unknown }>(
    '/admin/backups',
    described(context, {
      role: 'ADMIN',
      summary: 'Begin a backup of the embedded database; read /admin/backups until it is done',
      body: Type.Object({
        keep: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: MOST_KEPT,
            description:
              'How many to have in the end: when it is done, older ones are removed. Left out: all.',
          }),
        ),
      }),
      answers: { 202: StateSchema },
      problems: ['BACKUP_UNDER_WAY', 'BACKUP_ELSEWHERE'],
    }),
    async (request, reply) => {
      const keep = readKeep(request.body)
      const made = here()
      const act = {
        action: 'backup.make',
        subject: 'backups',
        detail: { ...(keep !== undefined && { keep }) },
      }
      await auditFirst(gateway, auditLine(gateway, request, act))
      const begun = made.begin(keep)
      if (!begun.ok)
        throw refuse(adminProblem('BACKUP_UNDER_WAY', 'one is made at a time: wait until it is done'))
      reply.code(202)
      return stateBody(begun.value)
    },
  )

  app.get<{ Reply: unknown }>(
    '/admin/backups',
    described(context, {
      role: 'VIEWER',
      summary: 'List the backups that are there, and how the latest try stands',
      answers: {
        200: Type.Object({
          latest: Type.Optional(StateSchema),
          data: Type.Array(Type.Object({ name: Type.String(), madeAt: instant(), bytes: Type.Integer() }), {
            description: 'The newest first.',
          }),
        }),
      },
      problems: ['BACKUP_ELSEWHERE'],
    }),
    async () => {
      const { latest, ...folder } = { latest: here().latest, data: await here().list() }
      return { ...(latest && { latest: stateBody(latest) }), ...folder }
    },
  )
}

/** @throws ProblemError 400 */
function readKeep(body: unknown): number | undefined {
  const { keep } = objectOf(body)
  if (keep === undefined || keep === null) return undefined
  if (typeof keep === 'number' && Number.isInteger(keep) && keep >= 1 && keep <= MOST_KEPT) return keep
  throw invalid('/keep', 'OUT_OF_RANGE', `must be a whole number from 1 to ${MOST_KEPT}`)
}
