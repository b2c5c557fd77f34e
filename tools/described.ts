/** Reads the server's own API descriptions, for the generators. */
import { openEmbedded } from '../src/database/embedded.ts'
import { migrate } from '../src/database/migrate.ts'
import { realTimers, silentLog } from '../src/database/testing.ts'
import { realClock } from '../src/foundation/real-deps.ts'
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
