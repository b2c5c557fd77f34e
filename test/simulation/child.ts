/** One of several processes that run seeds: told which over its channel, it answers with what became of them. */
import { type Order, Runner } from './range.ts'

const runner = await Runner.open()
let work = Promise.resolve()
process.on('message', (order: Order) => {
  work = work.then(async () => {
    process.send?.(await runner.run(order))
  })
})
// An interrupt is for the process that hands the seeds out.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
