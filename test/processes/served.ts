/**
 * A gateway whose data folder was served before. A first start makes a database, all tables and the test merchant, and costs twice as
 * much as one on what is there: so only tests of the first start itself make one, and all others begin with a copy.
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { servedData } from '../setup/shared.ts'
import { type Environment, type GatewayProcess, startGateway } from './gateway.ts'

/** Puts `data` into the folder: with a test merchant, and no payments. All copies of a run have the same keys and tokens. */
export async function copyServed(folder: string): Promise<void> {
  // At once: file by file in promises takes twice the processor time.
  cpSync(await servedData(), join(folder, 'data'), { recursive: true })
}

/** Starts a gateway on such a copy. @throws Error with what it said where it is not ready */
export async function startServed(folder: string, env: Environment = {}): Promise<GatewayProcess> {
  await copyServed(folder)
  return startGateway(folder, env)
}
