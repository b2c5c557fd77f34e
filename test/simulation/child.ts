/** One of several processes that run seeds: it receives each seed over its channel and answers with the result. */
import { type Order, Runner } from './range.ts'

const runner = await Runner.open()
let work = Promise.resolve()
process.on('message', (order: Order) => {
  work = work.then(async () => {
    process.send?.(await runner.run(order))
  })
})
// An interrupt is handled by the parent process.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
