/** What the endpoints of connectors and of accounts with providers share. */
import type { Database } from '@sluice/database/port.ts'
import type { ProblemError } from '../http/problems.ts'
import { productsThatName } from '../merchants/finding.ts'
import { countWaiting } from '../payments/reading.ts'
import type { RemoteRecord } from '../processing/remote.ts'
import { fingerprintOf } from './approval-requests.ts'
import { notFound, refuse } from './context.ts'
import { adminProblem } from './problems.ts'

interface Known<Row> {
  load(): Promise<void>
  find(name: string): { readonly record: Row } | undefined
}

/**
 * The current record, also if another node has just changed it.
 * @param noun what to call it
 * @throws ProblemError 404
 */
export async function recordIn<Row extends RemoteRecord>(
  known: Known<Row>,
  name: string,
  noun: string,
): Promise<Row> {
  await known.load()
  const found = known.find(name)
  if (!found) throw notFound(noun)
  return found.record
}

/** The current version: each change has the next one and is refused if another came first. */
export const aboutRecord = ({ name, version }: RemoteRecord): string => fingerprintOf(name, version)

export const nameTaken = (name: string) =>
  refuse(adminProblem('ALREADY_EXISTS', `There is a processor ${name}.`))

export const changedMeanwhile = () =>
  refuse(adminProblem('INVALID_STATE', 'Somebody else has just changed it. Read it, and try again.'))

const MOST_NAMED = 5

/** Why it was not removed: payments wait for it, or products name it. */
export async function stillNeeded(database: Database, name: string): Promise<ProblemError> {
  const payments = await countWaiting(database, name)
  if (payments > 0)
    return refuse(
      adminProblem(
        'INVALID_STATE',
        `${waiting(payments)} for a status update from it. Pause it, and delete it when they are final.`,
      ),
    )
  const { first, many } = await productsThatName(database, name, MOST_NAMED)
  if (many === 0) return changedMeanwhile()
  const named = first.map(({ merchantCode, code, currency }) => `${merchantCode} (${code} in ${currency})`)
  const others = many > first.length ? ` and ${many - first.length} more` : ''
  return refuse(
    adminProblem(
      'INVALID_STATE',
      `Products name it: of ${named.join(', ')}${others}. Take it out of them first.`,
    ),
  )
}

/** `3 payments still wait` */
export const waiting = (payments: number): string =>
  payments === 1 ? '1 payment still waits' : `${payments} payments still wait`
