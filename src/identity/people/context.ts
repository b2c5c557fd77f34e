/** What the room of people works with. */

import type { Database, SqlCall } from '../../database/port.ts'
import type { Deps } from '../../foundation/deps.ts'
import type { Result } from '../../foundation/result.ts'
import type { MasterKey } from '../access/secrets.ts'
import type { GatewayOperator } from '../operators/operators.ts'
import type { SignInAddress } from './address.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { MailedLink } from './link-mail.ts'
import type { Realm, Signer } from './realm.ts'

/** What all realms have in common. */
export interface SignInContext {
  readonly database: Database
  readonly deps: Pick<Deps, 'clock' | 'randomness' | 'network' | 'log'>
  readonly masterKey: MasterKey
  /** Where people sign in, or why nobody can; asked each time, for the port may be chosen late. */
  readonly address: () => Result<SignInAddress, string>
  /** It is tried on one's own machine. */
  readonly isTrial: () => boolean
  /** In the commit that makes a link: it goes to whom it is for by mail. Undefined: no mail is set up. */
  readonly mailLink: ((mail: MailedLink) => SqlCall) | undefined
}

export interface PeopleContext<Who extends Signer = GatewayOperator> extends SignInContext {
  readonly realm: Realm<Who>
  /** Who vouches for people of this realm; left out: nobody does. */
  readonly identityProvider?: IdentityProvider | undefined
}
