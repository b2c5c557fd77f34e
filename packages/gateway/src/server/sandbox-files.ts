/**
 * The test merchant's files: `merchant.json` and the private key beside it. The first start writes them, and `sluice`
 * reads them.
 */
import { type DataFolder, readIfThere, writePrivateFile } from './data-folder.ts'

/** The port of `sluice listen`, to which the test merchant's callbacks go. */
export const LISTEN_PORT = 4000

/** The content of merchant.json. */
export interface MerchantFile {
  readonly merchantCode: string
  readonly secret: string
  readonly callbackSecret: string
  readonly baseUrl: string
}

type Files = Pick<DataFolder, 'merchant' | 'privateKey'>

/** @returns undefined if it, or the key beside it, is missing or incomplete. */
export function readMerchantFile(files: Files): MerchantFile | undefined {
  const text = readIfThere(files.merchant)
  if (text === undefined || readIfThere(files.privateKey) === undefined) return undefined
  try {
    const read: unknown = JSON.parse(text)
    return isMerchantFile(read) ? read : undefined
  } catch {
    return undefined
  }
}

/** For a merchant that was just created: a live one has no secrets yet. */
export type WrittenMerchant = Pick<MerchantFile, 'merchantCode' | 'baseUrl'> &
  Partial<Pick<MerchantFile, 'secret' | 'callbackSecret'>>

export const writeMerchantFile = (files: Files, file: WrittenMerchant): void =>
  writePrivateFile(files.merchant, `${JSON.stringify(file, null, 2)}\n`)

function isMerchantFile(value: unknown): value is MerchantFile {
  if (typeof value !== 'object' || value === null) return false
  const members = ['merchantCode', 'secret', 'callbackSecret', 'baseUrl']
  return members.every((name) => typeof (value as Record<string, unknown>)[name] === 'string')
}
