/** For whoever stands between the gateway and its database: faults, records of what ran. */
import type { Database } from '../port.ts'

/** `wrap` of the database, and of the part of each bucket. */
export function withParts(database: Database, wrap: (inner: Database) => Database): Database {
  const { buckets } = database
  if (buckets === undefined) return wrap(database)
  const parts = new Map(buckets.parts.map((part) => [part, wrap(part)]))
  const of = (merchantId: string): Database => {
    const part = buckets.of(merchantId)
    return parts.get(part) ?? part
  }
  return { ...wrap(database), buckets: { parts: [...parts.values()], of } }
}
