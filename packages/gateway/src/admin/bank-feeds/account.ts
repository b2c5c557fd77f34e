/** The own account in a path of bank feeds. */
import { Type } from 'typebox'
import type { FeedAccount } from '../../reconciliation/feeds.ts'
import { notFound } from '../context.ts'
import type { Call } from '../endpoint.ts'

export interface AccountParams {
  readonly account: string
}
export type AccountCall = Pick<Call<AccountParams, unknown, unknown>, 'backOffice' | 'params'>
export const FEED_PARAMS = { account: Type.String({ description: 'ID of the receiving account.' }) }

/** @throws ProblemError 404 */
export async function accountOf({ backOffice, params }: AccountCall): Promise<FeedAccount> {
  const found = await backOffice.feeds.account(params.account)
  if (!found) throw notFound('receiving account')
  return found
}
