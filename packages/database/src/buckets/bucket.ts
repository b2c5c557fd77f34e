/** Which bucket a merchant is in, and where a bucket is. */
import { createHash } from 'node:crypto'
import type { Branded } from '@sluice/core/foundation/identifiers.ts'

/** 0 to `count - 1`. */
export type BucketNumber = Branded<number, 'BucketNumber'>

/** `b07`: the schema of a bucket, at whichever place it is. */
export const schemaOf = (bucket: BucketNumber): string => `b${String(bucket).padStart(2, '0')}`

/** The bucket of each merchant for whom nothing else is set: the same for ever, whatever the place, program or machine. */
export const bucketOf = (merchantId: string, count: number): BucketNumber =>
  (createHash('sha256').update(merchantId).digest().readUInt32BE(0) % count) as BucketNumber
