/** The operators' access: how they sign in, and their separate address, if they have one. */
import type { AddressPolicy } from '@sluice/core/foundation/deps.ts'
import { isBelow } from '../http/first-checks.ts'
import type { Server } from '../http/server.ts'
import { signInAddress } from '../identity/people/address.ts'
import type { PeopleContext } from '../identity/people/context.ts'
import { IdentityProvider } from '../identity/people/identity-provider.ts'
import { OPERATORS_REALM } from '../identity/people/realm.ts'
import type { AppSettings } from './app-settings.ts'

/** @param guard the addresses that an identity provider may have */
export const operatorsPeople = (
  context: Pick<PeopleContext, 'database' | 'deps' | 'masterKey' | 'isTrial' | 'mailLink'>,
  { operatorAddress, baseUrl, identityProvider }: AppSettings,
  guard: AddressPolicy,
): PeopleContext => ({
  ...context,
  address: () => signInAddress((operatorAddress?.url ?? baseUrl)()),
  identityProvider: identityProvider && new IdentityProvider(identityProvider, context.deps, guard),
  realm: OPERATORS_REALM,
})

/** Path prefixes for operators only. The metrics show volumes, processors and accounts by name, and need no token. */
const isOperatorPath = isBelow(['/admin', '/console', '/sign-in', '/metrics'])

/** Uses the pattern of the matched route, however its path was spelt, before anything else of the request is read. */
export function keepOperatorPathsSeparate(
  server: Server,
  operatorAddress: AppSettings['operatorAddress'],
): void {
  if (!operatorAddress) return
  server.addHook('onRequest', async (request, reply) => {
    const isForOperators = isOperatorPath(request.routeOptions.url ?? '')
    return isForOperators && !operatorAddress.listener.has(request) ? reply.callNotFound() : undefined
  })
}
