/**
 * A separate process that writes to an embedded database until it is killed, and prints each number once it is committed. Arguments: the
 * folder, the number of rows in a batch, a file with an image to start from. Prints `open` first, or `refused: …` if the folder is in use.
 */
import { readFileSync } from 'node:fs'
import { openEmbedded } from '@sluice/database/embedded.ts'
import { DataDirectoryInUse } from '@sluice/database/folder-lock.ts'
import type { SqlCall } from '@sluice/database/port.ts'
import { realTimers, silentLog } from '@sluice/database/testing.ts'

const [folder, rowsPerBatch, imageFile] = process.argv.slice(2)

const image = imageFile === undefined ? undefined : new Uint8Array(readFileSync(imageFile))

const open = async () => {
  try {
    return await openEmbedded({ folder, image, log: silentLog, timers: realTimers })
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error
    process.stdout.write(`refused: ${error.message}\n`)
    process.exit(1)
  }
}

const TEXT = 'insert into written (id, filler) select i, $3 from generate_series($1::int, $2::int) as i'

const database = await open()
await database.script('create table if not exists written (id int primary key, filler text)')
process.stdout.write('open\n')
const size = Number(rowsPerBatch ?? 1)
const filler = 'x'.repeat(500)
for (let first = 1; ; first += size) {
  const insert: SqlCall = {
    statement: { name: 'write', text: TEXT },
    values: [first, first + size - 1, filler],
  }
  await database.batch([insert])
  process.stdout.write(`${first + size - 1}\n`)
}
