/**
 * What a merchant's keys and secrets let a program do: no more than whoever made them may. Pure.
 *
 * One that an owner made whom nothing narrows, or operators, carries everything, and so does one that such an owner has confirmed. Any other
 * carries what its maker could do when it was made, and of a live merchant no right to pay out: that is for an owner to confirm.
 */
import { lackedOf, type MemberCapability } from './capabilities.ts'
import type { Credential, Merchant } from './merchant.ts'

const PAYS_OUT: MemberCapability = 'payouts:act'

type Carrying = Pick<Credential, 'carries' | 'confirmed'>

/** @returns undefined: everything */
export function carriedBy(
  { carries, confirmed }: Carrying,
  { isTest }: Pick<Merchant, 'isTest'>,
): readonly MemberCapability[] | undefined {
  if (carries === undefined || confirmed) return undefined
  return isTest ? carries : carries.filter((capability) => capability !== PAYS_OUT)
}

/** As access control asks it; undefined: it lacks nothing. */
export function lackOf(
  credential: Carrying,
  merchant: Pick<Merchant, 'isTest'>,
): ((path: string, isRead: boolean) => string | undefined) | undefined {
  const held = carriedBy(credential, merchant)
  return held && ((path, isRead) => lackedOf(held, path, isRead))
}
