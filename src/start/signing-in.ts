/** Who signs in: operators, and merchants' own people with the door by which their sessions are let in. */
import type { SessionDoor } from '../access/bearer.ts'
import type { Failures } from '../http/failures.ts'
import type { Server } from '../http/server.ts'
import { type DoorOptions, memberDoor } from '../members/door.ts'
import { MEMBERS, type MerchantPerson } from '../members/member.ts'
import { signInAddress } from '../people/address.ts'
import type { PeopleContext } from '../people/context.ts'
import { registerProvider } from '../people/provider-routes.ts'
import { operatorsSignIn, registerSignIn } from '../people/routes.ts'

export interface MembersRoom {
  readonly members: PeopleContext<MerchantPerson>
  readonly door: SessionDoor
}

/** @param baseUrl of the merchants' API: their pages are on its address, never on that of operators alone */
export function membersRoom(
  people: PeopleContext,
  baseUrl: () => string,
  options: Omit<DoorOptions, 'people'>,
): MembersRoom {
  const members: PeopleContext<MerchantPerson> = {
    ...people,
    address: () => signInAddress(baseUrl(), '-dashboard'),
    realm: MEMBERS,
    // It vouches for the gateway's own people.
    identityProvider: undefined,
  }
  return { members, door: memberDoor({ ...options, people: members }) }
}

export function registerOperatorsSignIn(office: Server, people: PeopleContext, failures: Failures): void {
  const routes = operatorsSignIn(people, failures)
  registerSignIn(office, routes)
  registerProvider(office, routes)
}
