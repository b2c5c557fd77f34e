/** Finds merchants by the words of their names, and by the processors that their products name. Read-only. */
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'

/** The expression of the index `merchant_by_words`. */
const WORDS = `to_tsvector('simple', translate(name, '!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~', repeat(' ', 32)))`
const NAMED = sqlStatement({
  name: 'merchants_named',
  text: `select merchant_id, name from merchant where ${WORDS} @@ to_tsquery('simple', $1) order by merchant_id limit $2`,
})
/** A shorter prefix would match too many merchants. */
const SHORTEST_BEGINNING = 3
const MAX_WORDS = 8

export interface NamedMerchant {
  readonly merchantCode: MerchantCode
  readonly name: string
}

/** Merchants whose names contain all these words, in any order and case. The last word may be a prefix. */
export async function merchantsNamed(
  database: Database,
  text: string,
  limit: number,
): Promise<readonly NamedMerchant[]> {
  const requested = questionOf(text)
  if (requested === undefined) return []
  const rows = await database.run(NAMED, [requested, limit])
  return rows.map((row) => ({ merchantCode: row.merchant_id, name: row.name }))
}

/** Only letters and digits, so that nothing is read as a search operator. */
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

/** The products of all merchants that name a processor, as `m` and `p`. @param name an SQL expression */
const productsNaming = (name: string): string =>
  `from merchant m cross join lateral
      jsonb_array_elements(case jsonb_typeof(m.products) when 'array' then m.products else '[]'::jsonb end) as p(product)
    where p.product -> 'processors' @> to_jsonb(${name}::text)`

/** Whether a product of any merchant names this processor. For statements of other modules. @param name an SQL expression */
export const isNamedByProduct = (name: string): string => `exists (select ${productsNaming(name)})`

const NAMING = sqlStatement({
  name: 'products_naming',
  text: `select m.merchant_id, p.product ->> 'code' as code, p.product ->> 'currency' as currency, count(*) over ()::integer as many
    ${productsNaming('$1')} order by m.merchant_id, code, currency limit $2`,
})

export interface ProductNaming {
  readonly merchantCode: MerchantCode
  readonly code: string
  readonly currency: string
}

/** @returns the first products that name a processor, and how many there are */
export async function productsThatName(
  database: Database,
  processor: string,
  limit: number,
): Promise<{ readonly first: readonly ProductNaming[]; readonly many: number }> {
  const rows = await database.run(NAMING, [processor, limit])
  const first = rows.map((row) => ({
    merchantCode: row.merchant_id,
    code: String(row.code),
    currency: String(row.currency),
  }))
  return { first, many: Number(rows[0]?.many ?? 0) }
}
