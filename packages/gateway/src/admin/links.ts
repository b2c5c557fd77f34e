/** What the operators' endpoints that make links share. */
import type { SignInContext } from '../identity/people/context.ts'
import { type GivenLink, givenLinkBody, mailRefusal } from '../identity/people/link-delivery.ts'
import { peopleProblem } from '../identity/people/problems.ts'
import { refuse } from './context.ts'

/** @param given undefined: sign-in is not possible at the gateway's address @throws ProblemError 409 */
export function linkBody(given: GivenLink | undefined) {
  if (given) return givenLinkBody(given)
  throw refuse(peopleProblem('SIGN_IN_CLOSED', 'set SLUICE_PUBLIC_URL to the https address of the gateway'))
}

/** How the link is delivered, for the approver. @throws ProblemError 400 */
export function deliveryText(context: Pick<SignInContext, 'mailLink'>, mail: string | undefined): string {
  const refusal = mailRefusal(context, mail)
  if (refusal) throw refuse(refusal)
  return mail === undefined ? '' : ` by a link to ${mail}`
}
