/** What operators are told of processors that they add, of whichever kind: connectors, accounts with providers. */
import type { RemoteRecord } from '../processors/remote.ts'
import { fingerprintOf } from './asking.ts'
import { notFound, refuse } from './context.ts'
import { adminProblem } from './problems.ts'

interface Known<Row> {
  load(): Promise<void>
  find(name: string): { readonly record: Row } | undefined
}

/**
 * As it is now, also if another node has just changed it.
 * @param noun what one is called
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

/** As it is now: each change has the next version, and is refused where another one came first. */
export const aboutRecord = ({ name, version }: RemoteRecord): string => fingerprintOf(name, version)

export const nameTaken = (name: string) =>
  refuse(adminProblem('ALREADY_EXISTS', `There is a processor ${name}.`))

export const changedMeanwhile = () =>
  refuse(adminProblem('INVALID_STATE', 'Somebody else has just changed it. Read it, and try again.'))

/** @param payments how many, as far as is known; where they are over meanwhile, whoever tries again gets on */
export const stillWaitedFor = (payments: number) =>
  refuse(
    adminProblem(
      'INVALID_STATE',
      `${waiting(payments)} for news from it. Pause it, and take it away when they are over.`,
    ),
  )

/** `3 payments still wait` */
export const waiting = (payments: number): string =>
  payments === 1 ? '1 payment still waits' : `${payments} payments still wait`
