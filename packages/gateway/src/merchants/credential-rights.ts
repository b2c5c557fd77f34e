/**
 * What a merchant's keys and secrets allow a program to do: never more than the person who made them may do. Pure.
 *
 * A key or secret allows everything if it was made by an owner without restrictions or by an operator, or if such an owner has
 * confirmed it. Any other allows what its maker could do at that time; of a live merchant it cannot pay out until an owner
 * confirms it.
 */
import { lackedOf, type MemberCapability } from './capabilities.ts'
import type { Credential, Merchant } from './merchant.ts'

const PAYS_OUT: MemberCapability = 'payouts:act'

type Carrying = Pick<Credential, 'carries' | 'confirmed'>

/** @returns undefined if it allows everything */
export function carriedBy(
  { carries, confirmed }: Carrying,
  { isTest }: Pick<Merchant, 'isTest'>,
): readonly MemberCapability[] | undefined {
  if (carries === undefined || confirmed) return undefined
  return isTest ? carries : carries.filter((capability) => capability !== PAYS_OUT)
}

/** In the form that access control uses; undefined if nothing is missing. */
export function lackOf(
  credential: Carrying,
  merchant: Pick<Merchant, 'isTest'>,
): ((path: string, isRead: boolean) => string | undefined) | undefined {
  const held = carriedBy(credential, merchant)
  return held && ((path, isRead) => lackedOf(held, path, isRead))
}
