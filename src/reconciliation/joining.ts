/**
 * Whether a day's statements join: the first opens with what the day before closed with, each next one with what the one before it
 * closed with, and the entries lead from the first to the last. Pure.
 */
import type { StatementDay } from './statement-days.ts'

export type BalanceRemark =
  /** No statement with balances tells of the day. */
  | { readonly type: 'NO_STATEMENT' }
  /** One between two is missing: of the day, or since the last day that a statement tells of. */
  | {
      readonly type: 'GAP'
      readonly afterDay: string
      readonly closingMinor: bigint
      readonly openingMinor: bigint
    }
  /** The entries that were taken in come to something else than the balances. */
  | { readonly type: 'ENTRIES_DIFFER'; readonly balancesMinor: bigint; readonly entriesMinor: bigint }

export interface DayBalances {
  readonly openingMinor: bigint | undefined
  readonly closingMinor: bigint | undefined
  readonly remarks: readonly BalanceRemark[]
}

/** A day's statements, and what its entries moved. */
export interface ReportedOfDay {
  readonly statements: readonly StatementDay[]
  readonly entriesMinor: bigint
}

/** @param before of the last day before this one that has statements */
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
 * In the order in which they follow each other, whatever the order in which they came. Where one tells of all that the others tell of
 * and is proven by the day's entries, it stands alone: interim statements, and that of the whole day.
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
