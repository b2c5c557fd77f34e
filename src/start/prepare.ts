/** Part of `npm install`: makes what new embedded databases are copied from, where it is not there yet. */
import { existsSync } from 'node:fs'
import { prepareCluster, preparedFile } from '../database/embedded-prepared.ts'
import { errorText } from '../foundation/errors.ts'

if (!existsSync(preparedFile())) {
  // An installation that may not be written to works as well; its first start takes longer.
  await prepareCluster().catch((error: unknown) => {
    const why = errorText(error)
    process.stderr.write(
      `The first start will take some seconds more: no database could be prepared (${why}).\n`,
    )
  })
}
