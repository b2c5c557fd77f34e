/**
 * Fills in what a create on the command line leaves out, for test merchants only; for live ones it is an error.
 *
 * The gateway says which kind a merchant is; if it does not, the merchant is treated as live. Otherwise an example's
 * payee could receive real money, which once reached a bank file.
 */
import type { MethodKind } from '@sluice/core/foundation/identifiers.ts'
import { asMerchant } from './client.ts'
import type { Context, MerchantIdentity } from './context.ts'
import { CliFailure } from './failure.ts'
import { type CreateOptions, createBody, givenBody } from './request.ts'

/** @throws CliFailure with every option that a live merchant's payment lacks */
export async function bodyFor(
  context: Context,
  merchant: MerchantIdentity,
  kind: MethodKind,
  options: CreateOptions,
): Promise<object> {
  const { body, missing } = givenBody(kind, options)
  if (missing.length === 0) return body
  if (await isTestMerchant(context, merchant)) return createBody(kind, options)
  throw new CliFailure(
    'usage',
    `${merchant.code} is live, so there are no default values: this ${kind} needs ${missing.join(', ')}`,
  )
}

/** @throws CliFailure for a live merchant, whose real money would go to invented data */
export async function onlyForTests(
  context: Context,
  merchant: MerchantIdentity,
  command: string,
): Promise<void> {
  if (await isTestMerchant(context, merchant)) return
  throw new CliFailure(
    'usage',
    `${command} uses generated data, so it works only for test merchants, and ${merchant.code} is live`,
  )
}

async function isTestMerchant(context: Context, merchant: MerchantIdentity): Promise<boolean> {
  const { headers } = await asMerchant(context, merchant, { method: 'GET', path: '/merchant-info' })
  return headers.get('x-is-test') === 'true'
}
