/** The input of every format: a statement with its totals, and its lines with the balance after each. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { Timers } from '@sluice/core/foundation/deps.ts'
import { amountText, type Minor, minor } from '@sluice/core/foundation/money.ts'
import type { Database } from '@sluice/database/port.ts'
import { linesOf } from '../lines.ts'
import { type KindTotal, netOf, type Statement, type StatementLine, totalOf } from '../statement.ts'
import { totalsOf } from '../store.ts'

export interface BalancedLine extends StatementLine {
  readonly netMinor: Minor
  /** The merchant's money after this line. */
  readonly balanceMinor: Minor
}

export interface StatementDocument {
  readonly statement: Statement
  readonly totals: readonly KindTotal[]
  /** In order of time, in batches. Each call reads them again. */
  readonly lines: () => AsyncIterable<readonly BalancedLine[]>
  /** Lets other work run in between. */
  readonly turn: () => Promise<void>
}

export async function documentOf(
  { database, deps }: { readonly database: Database; readonly deps: { readonly timers: Timers } },
  statement: Statement,
): Promise<StatementDocument> {
  return {
    statement,
    totals: await totalsOf(database, statement),
    lines: () => balanced(database, statement),
    turn: () => new Promise((resolve) => deps.timers.soon(resolve)),
  }
}

async function* balanced(database: Database, statement: Statement): AsyncGenerator<readonly BalancedLine[]> {
  let balance: bigint = totalOf(statement.opening)
  for await (const lines of linesOf(database, statement)) {
    yield lines.map((line) => {
      const netMinor = netOf(line)
      balance += netMinor
      return { ...line, netMinor, balanceMinor: minor(balance) }
    })
  }
}

/** Amounts of a statement as decimal text in major units. */
export const textIn = ({ currency }: Pick<Statement, 'currency'>): ((amountMinor: Minor) => string) => {
  const { ledgerDigits } = offered(currency)
  return (amountMinor) => amountText(amountMinor, ledgerDigits)
}
