/**
 * `node tools/generated.ts`, run by `npm install` and `npm run check`: writes files that the compiler and the command
 * need. They are not committed, because they follow from what is.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isObject } from '@sluice/core/catalogue/plain-text.ts'
import { writeOperations } from 'sluice/operations-file.ts'
import { clientTypes, GENERATED } from './client-types.ts'
import { openapiFile } from './openapi.ts'

function write(path: string, text: string): void {
  // Leaves an unchanged file alone, so that nothing is built again because of it.
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
}

/** The types of the merchants' API. */
export function writeMerchantTypes(): void {
  const document: unknown = JSON.parse(readFileSync(openapiFile({ name: 'merchants' }), 'utf8'))
  if (!isObject(document)) throw new Error('the merchants’ API is not described')
  write(GENERATED, clientTypes(document))
}

if (import.meta.main) {
  writeMerchantTypes()
  writeOperations()
}
