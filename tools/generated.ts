/**
 * `node tools/generated.ts`, a part of `npm install` and of `npm run check`: writes what the compiler and the command need and nobody
 * commits, because it follows from what is committed.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isObject } from '../src/catalogue/plain-text.ts'
import { writeOperations } from '../src/cli/operations-file.ts'
import { clientTypes, GENERATED } from './client-types.ts'
import { DASHBOARD_OPERATIONS, dashboardTypes } from './dashboard-types.ts'
import { openapiFile } from './openapi.ts'

function write(path: string, text: string): void {
  // A file that is as it was stays as old as it was: what is built from it need not be built again.
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
}

/** Those that describe the merchants' API. */
export function writeMerchantTypes(): void {
  const document: unknown = JSON.parse(readFileSync(openapiFile({ name: 'merchants' }), 'utf8'))
  if (!isObject(document)) throw new Error('the merchants’ API is not described')
  write(GENERATED, clientTypes(document))
  write(DASHBOARD_OPERATIONS, dashboardTypes(document))
}

if (import.meta.main) {
  writeMerchantTypes()
  writeOperations()
}
