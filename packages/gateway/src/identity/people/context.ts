/** What the files of this folder work with. */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import type { Result } from '@sluice/core/foundation/result.ts'
import type { Database, SqlCall } from '@sluice/database/port.ts'
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
  /** Where people sign in, or why nobody can. Read each time, because the port may be chosen late. */
  readonly address: () => Result<SignInAddress, string>
  /** Whether the gateway runs as a trial on someone's own machine. */
  readonly isTrial: () => boolean
  /** Mails a link to its recipient, in the commit that makes the link. Undefined if no mail server is configured. */
  readonly mailLink: ((mail: MailedLink) => SqlCall) | undefined
}

export interface PeopleContext<Who extends Signer = GatewayOperator> extends SignInContext {
  readonly realm: Realm<Who>
  /** The identity provider of this realm, if there is one. */
  readonly identityProvider?: IdentityProvider | undefined
}
