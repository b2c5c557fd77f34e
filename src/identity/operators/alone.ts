/**
 * Why a route that changes the gateway needs only one person: the reasons given in the reviewed lists for operators, a merchant's
 * own people, and anyone else. Routes that move money or grant access have no such reason: they need a second person, or
 * something that only the owner can present.
 */
export const WHY_ALONE = {
  READS: 'It reads, tries or asks: nothing is stored that counts.',
  ASKS: 'It asks. Somebody else decides.',
  DECIDES: 'It is what the second person does.',
  CLOSES: 'It closes. What is closed is opened again by an act, or by whoever it belongs to.',
  OWN: 'It is about who asks it: their own session and ways in, or what was made for them alone.',
  TESTS: 'It is for test merchants, where no money is.',
  AGAIN: 'It does again what was decided before, and nothing else.',
  WORK: 'It orders work: who looks at what, and when. Money stays where it is.',
  TAKES_IN:
    'It begins a payment to the merchant, or tells of one. Money that nobody has paid counts as little as before.',
  TELLS: 'It tells what the gateway asks the sender about, or believes from this sender alone.',
} as const satisfies Readonly<Record<string, string>>

export type WhyAlone = keyof typeof WHY_ALONE

export interface MayAlone {
  readonly why: WhyAlone
  /** What the route allows, as a part of a sentence: `pause an own account`. */
  readonly can: string
  /** The worst that a thief could do with it. */
  readonly worst: string
}
