/** What every format writes: a statement with its totals, and its lines as they are read, each with the balance after it. */
import { offered } from '../../catalogue/currencies.ts'
import type { Database } from '../../database/port.ts'
import type { Timers } from '../../foundation/deps.ts'
import { amountText, type Minor, minor } from '../../foundation/money.ts'
import { linesOf } from '../lines.ts'
import { type KindTotal, netOf, type Statement, type StatementLine, totalOf } from '../statement.ts'
import { totalsOf } from '../store.ts'

export interface BalancedLine extends StatementLine {
  readonly netMinor: Minor
  /** What the merchant has after it. */
  readonly balanceMinor: Minor
}

export interface StatementDocument {
  readonly statement: Statement
  readonly totals: readonly KindTotal[]
  /** In the order of their time, some at once. Each call reads them anew. */
  readonly lines: () => AsyncIterable<readonly BalancedLine[]>
  /** Lets all others have a turn, in the midst of long work. */
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

/** How the amounts of a statement are written: decimal text in major units. */
export const textIn = ({ currency }: Pick<Statement, 'currency'>): ((amountMinor: Minor) => string) => {
  const { ledgerDigits } = offered(currency)
  return (amountMinor) => amountText(amountMinor, ledgerDigits)
}
