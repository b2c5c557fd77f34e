/**
 * Zapper (South Africa): `http://2.zap.pe?t=6&i=merchant:site:group:group`, where a group is `type[field|value|flag,…`. Field 34
 * is the amount (flag 11: the payer cannot change it), 33, 33n or 66 the reference, 60 a tip, 38 the shop's name, 39 the
 * currency. The scheme publishes no specification; this follows real codes.
 */
import { fail, type Result, succeed } from '../../foundation/result.ts'

export interface ZapperField {
  readonly field: string
  readonly value: string
  readonly flag?: string
}

export interface ZapperGroup {
  readonly type: string
  readonly fields: readonly ZapperField[]
}

export interface ZapperCode {
  readonly merchantId: string
  readonly siteId: string
  readonly groups: readonly ZapperGroup[]
}

const HEAD = 'http://2.zap.pe?t=6&i='

export function encodeZapper({ merchantId, siteId, groups }: ZapperCode): string {
  const written = groups.map(({ type, fields }) => `${type}[${fields.map(fieldText).join(',')}`)
  return HEAD + [merchantId, siteId, ...written].join(':')
}

const fieldText = ({ field, value, flag }: ZapperField): string =>
  flag === undefined ? `${field}|${value}` : `${field}|${value}|${flag}`

/** A scanned code → its parts. */
export function decodeZapper(code: string): Result<ZapperCode, 'NOT_ZAPPER'> {
  if (!code.startsWith(HEAD)) return fail('NOT_ZAPPER')
  const [merchantId, siteId, ...groups] = code.slice(HEAD.length).split(':')
  if (!merchantId || !siteId) return fail('NOT_ZAPPER')
  return succeed({ merchantId, siteId, groups: groups.map(groupOf) })
}

function groupOf(text: string): ZapperGroup {
  const bracket = text.indexOf('[')
  const fields = text.slice(bracket + 1).split(',')
  return {
    type: text.slice(0, bracket),
    fields: fields.map((each) => {
      const [field = '', value = '', flag] = each.split('|')
      return { field, value, ...(flag !== undefined && { flag }) }
    }),
  }
}

export interface ZapperOrder {
  readonly merchantId: string
  readonly siteId: string
  /** In rand with two decimals. */
  readonly amount: string
  readonly reference: string
  /** Letters and digits; other characters are removed, because they may be separators. */
  readonly shortName: string
}

/** The code of one order: a fixed amount with our reference. A tip is allowed. */
export const zapperOrder = ({ merchantId, siteId, amount, reference, shortName }: ZapperOrder): string =>
  encodeZapper({
    merchantId,
    siteId,
    groups: [
      {
        type: '7',
        fields: [
          { field: '34', value: amount, flag: '11' },
          { field: '66', value: reference, flag: '10' },
          { field: '60', value: '1' },
        ],
      },
      {
        type: '10',
        fields: [
          { field: '38', value: shortName.replace(/[^A-Za-z0-9]/g, '') },
          { field: '39', value: 'ZAR' },
        ],
      },
    ],
  })
