/** Part of `npm install`: makes the template of new embedded databases, if it does not exist. */
import { prepareClusters } from '../database/prepared-making.ts'
import { errorText } from '../foundation/errors.ts'

// A read-only installation works as well; its first start takes longer.
await prepareClusters().catch((error: unknown) => {
  const why = errorText(error)
  process.stderr.write(
    `The first start will take a few seconds longer: no database could be prepared (${why}).\n`,
  )
})
