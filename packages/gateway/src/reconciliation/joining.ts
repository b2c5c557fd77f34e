/**
 * Whether a day's statements connect: the first opens with the closing balance of the day before, each further one with
 * that of the one before it, and the entries lead from the first to the last. Pure.
 */
import type { StatementDay } from './statement-days.ts'

export type BalanceRemark =
  /** No statement with balances covers the day. */
  | { readonly type: 'NO_STATEMENT' }
  /** A statement is missing: of this day, or since the last reported day. */
  | {
      readonly type: 'GAP'
      readonly afterDay: string
      readonly closingMinor: bigint
      readonly openingMinor: bigint
    }
  /** The imported entries do not add up to the balances. */
  | { readonly type: 'ENTRIES_DIFFER'; readonly balancesMinor: bigint; readonly entriesMinor: bigint }

export interface DayBalances {
  readonly openingMinor: bigint | undefined
  readonly closingMinor: bigint | undefined
  readonly remarks: readonly BalanceRemark[]
}

/** A day's statements, and the sum of its entries. */
export interface ReportedOfDay {
  readonly statements: readonly StatementDay[]
  readonly entriesMinor: bigint
}

/** @param before the last earlier day with statements */
export function joined({ statements, entriesMinor }: ReportedOfDay, before: ReportedOfDay): DayBalances {
  const chain = chainOf(statements, entriesMinor)
  const [first, last] = [chain[0], chain.at(-1)]
  if (!first || !last)
    return { openingMinor: undefined, closingMinor: undefined, remarks: [{ type: 'NO_STATEMENT' }] }
  const { openingMinor } = first
  const { closingMinor } = last
  const remarks: BalanceRemark[] = []
  const lastBefore = chainOf(before.statements, before.entriesMinor).at(-1)
  for (const [index, next] of chain.entries()) {
    const previous = index === 0 ? lastBefore : chain[index - 1]
    if (previous && previous.closingMinor !== next.openingMinor)
      remarks.push({
        type: 'GAP',
        afterDay: previous.day,
        closingMinor: previous.closingMinor,
        openingMinor: next.openingMinor,
      })
  }
  const balancesMinor = closingMinor - openingMinor
  if (balancesMinor !== entriesMinor) remarks.push({ type: 'ENTRIES_DIFFER', balancesMinor, entriesMinor })
  return { openingMinor, closingMinor, remarks }
}

/**
 * In the order in which they follow each other, not in order of arrival. If the statement of the whole day covers
 * interim ones and matches the day's entries, it is used alone.
 */
function chainOf(statements: readonly StatementDay[], entriesMinor: bigint): readonly StatementDay[] {
  for (const whole of statements) {
    if (whole.closingMinor - whole.openingMinor !== entriesMinor) continue
    const others = inOrder(statements.filter((each) => each !== whole))
    const isPart = others.every(
      ({ openingMinor }, index) => openingMinor === (others[index - 1]?.closingMinor ?? whole.openingMinor),
    )
    if (isPart) return [whole]
  }
  return inOrder(statements)
}

function inOrder(statements: readonly StatementDay[]): readonly StatementDay[] {
  const left = [...statements]
  const chain: StatementDay[] = []
  while (left.length > 0) {
    const end = chain.at(-1)
    const follows = left.findIndex(
      ({ openingMinor }) => end !== undefined && openingMinor === end.closingMinor,
    )
    const begins = left.findIndex(
      (each) => !left.some((other) => other !== each && other.closingMinor === each.openingMinor),
    )
    chain.push(...left.splice(Math.max(follows >= 0 ? follows : begins, 0), 1))
  }
  return chain
}
