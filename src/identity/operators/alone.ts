/**
 * Why somebody may do something alone that changes the gateway: the reasons that the reviewed lists give, of operators, of a merchant's
 * own people, and of whoever else reaches a route. What moves money or opens a door has none of them: it takes a second person, or what
 * only its owner can show.
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
  /** What one can do with it, as a part of a sentence: `pause an own account`. */
  readonly can: string
  /** The most that comes of it where who does it is a thief. */
  readonly worst: string
}
