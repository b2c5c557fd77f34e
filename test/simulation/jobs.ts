/** Several processes that run seeds in parallel, each with a separate database. With one job, this process does it. */
import { type ChildProcess, fork } from 'node:child_process'
import { type Order, Runner, type SeedResult } from './range.ts'

export interface Worker {
  run(order: Order): Promise<SeedResult>
  close(): Promise<void>
}

export const openWorkers = (jobs: number): Promise<readonly Worker[]> =>
  jobs === 1 ? Promise.all([Runner.open()]) : Promise.all(Array.from({ length: jobs }, forked))

async function forked(): Promise<Worker> {
  const child = fork(new URL('./child.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

  await next(child)
  return {
    run(order) {
      const outcome = next<SeedResult>(child)
      child.send(order)
      return outcome
    },
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.disconnect()
      await ended
    },
  }
}

/** The next message. @throws Error if the process ends instead */
function next<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null, signal: string | null) =>
      reject(new Error(`a process of the simulation has ended by itself: ${signal ?? code}`))
    child.once('exit', onExit)
    child.once('message', (message) => {
      child.off('exit', onExit)
      resolve(message as Message)
    })
  })
}
