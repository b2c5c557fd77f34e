/** Part of `npm install`: makes what new embedded databases are copied from, where it is not there yet. */
import { prepareClusters } from '../database/prepared-making.ts'
import { errorText } from '../foundation/errors.ts'

// An installation that may not be written to works as well; its first start takes longer.
await prepareClusters().catch((error: unknown) => {
  const why = errorText(error)
  process.stderr.write(
    `The first start will take some seconds more: no database could be prepared (${why}).\n`,
  )
})
