/** What whoever is here may do, so that nothing is offered that would be refused. The gateway decides anew with every request. */
import type { Capability } from './sign-in/protocol.ts'
import { presence } from './sign-in/session.ts'

export type { Capability } from './sign-in/protocol.ts'

export function may(capability: Capability): boolean {
  const here = presence.value
  return here.state === 'in' && here.session.capabilities.includes(capability)
}

export const myName = (): string | undefined =>
  presence.value.state === 'in' ? presence.value.session.person.name : undefined
