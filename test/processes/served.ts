/**
 * A gateway whose data folder was served before. A first start creates the database with its tables and the test merchant, and takes twice
 * as long: so only tests of the first start make one, and all others begin with a copy (`served-here.ts`).
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { servedData } from '../setup/shared.ts'

/** Puts `data` into the folder: with a test merchant and no payments. All copies of a run have the same keys and tokens. */
export async function copyServed(folder: string): Promise<void> {
  // Synchronously: copying with promises takes twice the processor time.
  cpSync(await servedData(), join(folder, 'data'), { recursive: true })
}
