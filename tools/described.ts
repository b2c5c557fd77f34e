/** Reads the server's own API descriptions, for the generators. */
import { realClock } from '@sluice/core/foundation/real-deps.ts'
import { openEmbedded } from '@sluice/database/embedded.ts'
import { migrate } from '@sluice/database/migrate.ts'
import { realTimers, silentLog } from '@sluice/database/testing.ts'
import { testGateway } from '../test/harness.ts'

/** @param path of a description: `/openapi.json` */
export async function describedBy(path: string): Promise<unknown> {
  const database = await openEmbedded({ folder: undefined, log: silentLog, timers: realTimers })
  try {
    await migrate(database, realClock)
    const gateway = await testGateway(database, { started: false })
    const { text } = await gateway.request('GET', path)
    await gateway.stop()
    return JSON.parse(text)
  } finally {
    await database.close()
  }
}
