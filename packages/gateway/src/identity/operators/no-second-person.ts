/**
 * Why a route that changes the gateway needs only one person: the reasons given in the reviewed lists for operators, a merchant's
 * own people, and anyone else. Routes that move money or grant access have no such reason: they need a second person, or
 * something that only the owner can present.
 */
export const SINGLE_APPROVAL_REASONS = {
  READS: 'It only reads, tests or requests. It stores nothing of consequence.',
  ASKS: 'It only requests. Another person decides.',
  DECIDES: "It is the second person's approval itself.",
  CLOSES: 'It only closes access. An approved operation, or its owner, can open it again.',
  OWN: 'It concerns only the caller: their own session and sign-in methods, or something created for them alone.',
  TESTS: 'It is for test merchants, which have no money.',
  AGAIN: 'It only repeats what was decided before.',
  WORK: 'It organises work: who looks at what, and when. No money moves.',
  TAKES_IN: 'It starts or reports a payment to the merchant. Only money that was really paid counts.',
  TELLS: 'It reports something that the gateway verifies with the sender, or accepts from this sender only.',
} as const satisfies Readonly<Record<string, string>>

export type SingleApprovalReason = keyof typeof SINGLE_APPROVAL_REASONS

export interface SingleApproval {
  readonly why: SingleApprovalReason
  /** What the route allows, as a part of a sentence: `pause an own account`. */
  readonly can: string
  /** The worst that a thief could do with it. */
  readonly worst: string
}
