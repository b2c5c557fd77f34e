/**
 * `node tools/generated.ts`, run by `npm install` and `npm run check`: writes files that the compiler and the command
 * need. They are not committed, because they follow from what is.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { OPERATIONS_FILE, operationsText } from 'sluice/operations-file.ts'
import { clientTypes, GENERATED } from './client-types.ts'
import { ROOT } from './docs.ts'
import { describedInFile } from './openapi.ts'

function write(path: string, text: string): void {
  // Leaves an unchanged file alone, so that nothing is built again because of it.
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  writeFileSync(path, text)
  process.stdout.write(`${relative(ROOT, path)} written\n`)
}

/** The types of the merchants' API. */
export function writeMerchantTypes(): void {
  write(GENERATED, clientTypes(describedInFile({ name: 'merchants' })))
}

if (import.meta.main) {
  writeMerchantTypes()
  mkdirSync(dirname(OPERATIONS_FILE), { recursive: true })
  write(OPERATIONS_FILE, operationsText())
}
