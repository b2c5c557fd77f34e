/** Finding merchants by what people call them. Never writes. */
import type { Database, SqlStatement } from '../database/port.ts'
import type { MerchantCode } from '../foundation/identifiers.ts'

/** The same expression as the index has, which the migration `search_more` made. */
const WORDS = `to_tsvector('simple', translate(name, '!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~', repeat(' ', 32)))`
const NAMED: SqlStatement = {
  name: 'merchants_named',
  text: `select merchant_id, name from merchant where ${WORDS} @@ to_tsquery('simple', $1) order by merchant_id limit $2`,
}
/** A shorter beginning would be of half of all merchants. */
const SHORTEST_BEGINNING = 3
const MAX_WORDS = 8

export interface NamedMerchant {
  readonly merchantCode: MerchantCode
  readonly name: string
}

/** Those whose names have all these words, in whatever order and case; the last word may be the beginning of one. */
export async function merchantsNamed(
  database: Database,
  text: string,
  limit: number,
): Promise<readonly NamedMerchant[]> {
  const asked = questionOf(text)
  if (asked === undefined) return []
  const rows = await database.run(NAMED, [asked, limit])
  return rows.map((row) => ({ merchantCode: row.merchant_id as MerchantCode, name: row.name as string }))
}

/** Letters and digits alone, so that nothing of it is taken for an operator. */
function questionOf(text: string): string | undefined {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
  const last = words.pop()
  if (last === undefined) return undefined
  const ends = [...last].length < SHORTEST_BEGINNING ? last : `${last}:*`
  return [...words, ends].join(' & ')
}
