/** Where operators come: how they sign in, and by which address alone, where they have one of their own. */
import type { AddressPolicy } from '../foundation/deps.ts'
import { isBelow } from '../http/first-checks.ts'
import type { Server } from '../http/server.ts'
import { signInAddress } from '../identity/people/address.ts'
import type { PeopleContext } from '../identity/people/context.ts'
import { IdentityProvider } from '../identity/people/identity-provider.ts'
import { OPERATORS_REALM } from '../identity/people/realm.ts'
import type { AppSettings } from './app-settings.ts'

/** @param guard which addresses an identity provider may have */
export const operatorsPeople = (
  context: Pick<PeopleContext, 'database' | 'deps' | 'masterKey' | 'isTrial' | 'mailLink'>,
  { office, baseUrl, identityProvider }: AppSettings,
  guard: AddressPolicy,
): PeopleContext => ({
  ...context,
  address: () => signInAddress((office?.url ?? baseUrl)()),
  identityProvider: identityProvider && new IdentityProvider(identityProvider, context.deps, guard),
  realm: OPERATORS_REALM,
})

/** Beginnings of what is for operators alone. The metrics tell volumes, processors and accounts by name, and ask for no token. */
const isOfOffice = isBelow(['/admin', '/console', '/sign-in', '/metrics'])

/** By the pattern of the route that was found, however its path was spelt: before anything else of it is looked at. */
export function keepApart(server: Server, office: AppSettings['office']): void {
  if (!office) return
  server.addHook('onRequest', async (request, reply) => {
    const isOffice = isOfOffice(request.routeOptions.url ?? '')
    return isOffice && !office.listener.has(request) ? reply.callNotFound() : undefined
  })
}
