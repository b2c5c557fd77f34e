/** The signed-in person's rights, to hide what would be refused. The gateway checks every request itself. */
import { type Capability, signIn } from './sign-in.ts'

export type { Capability } from './sign-in.ts'

export const may = (capability: Capability): boolean =>
  signIn.session?.capabilities.includes(capability) === true

export const myName = (): string | undefined => signIn.session?.person.name
