/** Sign-in: for operators, and for merchants' own people, with the check of their sessions. */
import type { Failures } from '../http/failures.ts'
import type { Server } from '../http/server.ts'
import type { SessionAccess } from '../identity/access/bearer.ts'
import { MEMBERS, type MerchantPerson } from '../identity/members/member.ts'
import { memberAccess, type SessionAccessOptions } from '../identity/members/session-access.ts'
import { signInAddress } from '../identity/people/address.ts'
import type { PeopleContext } from '../identity/people/context.ts'
import { registerProvider } from '../identity/people/provider-routes.ts'
import { operatorsSignIn, registerSignIn } from '../identity/people/routes.ts'

export interface MembersModule {
  readonly members: PeopleContext<MerchantPerson>
  readonly access: SessionAccess
}

/** @param baseUrl of the merchants' API: their pages are on its address, never on the operators' separate one */
export function membersModule(
  people: PeopleContext,
  baseUrl: () => string,
  options: Omit<SessionAccessOptions, 'people'>,
): MembersModule {
  const members: PeopleContext<MerchantPerson> = {
    ...people,
    address: () => signInAddress(baseUrl(), '-dashboard'),
    realm: MEMBERS,
    // The identity provider is for the operators' people only.
    identityProvider: undefined,
  }
  return { members, access: memberAccess({ ...options, people: members }) }
}

export function registerOperatorsSignIn(server: Server, people: PeopleContext, failures: Failures): void {
  const routes = operatorsSignIn(people, failures)
  registerSignIn(server, routes)
  registerProvider(server, routes)
}
