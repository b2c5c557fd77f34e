/** The bytes of a file, in the format that its bank accepts. Pure. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Format } from './debtor-account.ts'
import { type Batch, pain001 } from './pain001.ts'
import { zengin } from './zengin.ts'

interface Content {
  readonly format: Format
  readonly messageId: string
  readonly createdAt: Instant
  readonly batches: readonly Batch[]
}

export function contentOf({ format, ...content }: Content): Uint8Array {
  if (format !== 'zengin') return new TextEncoder().encode(pain001({ version: format, ...content }))
  const [batch] = content.batches
  assert(batch && content.batches.length === 1, 'a Zengin file is of one account')
  const { account } = batch
  assert(account.zengin, 'an account that takes Zengin files has their terms')
  return zengin({ ...batch, account: { ...account, zengin: account.zengin } })
}

/** The media type and extension of the download. */
export const fileType = (format: Format): { readonly mediaType: string; readonly extension: string } =>
  format === 'zengin'
    ? { mediaType: 'text/plain; charset=shift_jis', extension: 'txt' }
    : { mediaType: 'application/xml; charset=utf-8', extension: 'xml' }
