/** Part of `npm install`: makes the template of new embedded databases, if it does not exist. */
import { errorText } from '@sluice/core/foundation/errors.ts'
import { prepareClusters } from '@sluice/database/prepared-making.ts'

// A read-only installation works as well; its first start takes longer.
await prepareClusters().catch((error: unknown) => {
  const why = errorText(error)
  process.stderr.write(
    `The first start will take a few seconds longer: no database could be prepared (${why}).\n`,
  )
})
