/**
 * The worker thread that runs PGlite.
 *
 * PGlite resolves in microtasks, so 300 awaited queries in a row would block an event loop completely; in this thread that does
 * not matter. Tasks run one at a time in order of arrival. Between BEGIN and its FINISH or ROLLBACK all others wait, so reads and
 * writes are treated alike. The thread also does checkpoints and vacuums, which PGlite lacks: see `embedded-upkeep.ts`.
 */
import { flushCompileCache } from 'node:module'
import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { errorText } from '@sluice/core/foundation/errors.ts'
import { FilledMemory, filesOf, layOut } from './cluster-image.ts'
import { DurableFiles, durableStartParameters } from './durable-files.ts'
import { beginCluster, clusterIn, sealCluster } from './embedded-cluster.ts'
import type { Reply, Request, Task, WorkerSettings } from './embedded-messages.ts'
import { readPrepared } from './embedded-prepared.ts'
import { EngineBroken, type Session, type SessionAnswer, sessionOn } from './embedded-session.ts'
import { type Upkeep, upkeepOf } from './embedded-upkeep.ts'

if (parentPort === null) throw new Error('this file is the worker of embedded.ts')
const port = parentPort
const say = (reply: Reply): void => port.postMessage(reply)

/** PostgreSQL must neither take a failed fsync as done nor continue. After ending here, recovery from the log does the rest. */
const onDiskFailure = (): never => {
  say({ kind: 'DISK_FAILED' })
  process.exit(1)
}

interface Engine {
  readonly pglite: PGlite
  readonly files: DurableFiles | undefined
}

/** As if its tables had been created now, and not when the packages were installed. */
const MADE_NOW = 'update schema_migration set applied_at = now()'

const inMemory = async (image: Uint8Array | undefined): Promise<PGlite> =>
  image ? PGlite.create({ fs: new FilledMemory(filesOf(image)) }) : PGlite.create('memory://')

const start = async ({ folder, image: given }: WorkerSettings): Promise<Engine> => {
  const isNew = folder === undefined || beginCluster(folder)
  const migrated = isNew && !given ? await readPrepared('migrated') : undefined
  const image = given ?? migrated ?? (isNew ? await readPrepared('empty') : undefined)
  if (isNew && folder !== undefined && image) layOut(image, clusterIn(folder))
  const files = folder === undefined ? undefined : new DurableFiles(clusterIn(folder), onDiskFailure)
  const pglite = files
    ? await PGlite.create({ fs: files, startParams: durableStartParameters() })
    : await inMemory(image)
  if (migrated) await pglite.exec(MADE_NOW)
  if (isNew && folder !== undefined) {
    await pglite.exec('CHECKPOINT')
    sealCluster(folder)
  }
  return { pglite, files }
}

class Desk {
  readonly #engine: Engine
  readonly #session: Session
  readonly #upkeep: Upkeep
  readonly #waiting: Request[] = []
  #busy = false
  #open = false

  constructor(engine: Engine) {
    this.#engine = engine
    this.#session = sessionOn(engine.pglite)
    this.#upkeep = upkeepOf(this.#session, engine.files !== undefined)
  }

  /** FINISH and ROLLBACK belong to the open transaction; all others queue behind it. */
  receive(request: Request): void {
    const { kind } = request.task
    if (kind === 'FINISH' || kind === 'ROLLBACK') this.#waiting.unshift(request)
    else this.#waiting.push(request)
    void this.#work()
  }

  async #work(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      try {
        await this.#answer(next)
      } catch (error) {
        // End the thread: the outcome of all requests is unknown, and a new thread recovers from the log.
        if (error instanceof EngineBroken) process.exit(1)
        this.#open = false
        await this.#session.rollback()
        say({ kind: 'BUG', id: next.id, message: errorText(error) })
      }
    }
    this.#busy = false
  }

  #next(): Request | undefined {
    const first = this.#waiting[0]?.task.kind
    if (this.#open && first !== 'FINISH' && first !== 'ROLLBACK') return undefined
    return this.#waiting.shift()
  }

  async #answer({ id, task }: Request): Promise<void> {
    if (task.kind === 'STATISTICS') {
      const fsyncs = this.#engine.files?.fsyncs ?? 0
      return say({ kind: 'STATISTICS', id, statistics: { fsyncs, ...this.#upkeep.counts() } })
    }
    if (task.kind === 'IMAGE') return say({ kind: 'IMAGE', id, image: await this.#image() })
    const answer = await this.#perform(task)
    if (answer.ok) say({ kind: 'ROWS', id, rows: answer.rows })
    else {
      const { kind, message, sqlState, constraint } = answer.first
      say({ kind: 'FAILURE', id, failure: { kind, message, sqlState, constraint } })
    }
    if (task.kind === 'CLOSE') process.exit(0)
    if (!this.#open) await this.#upkeep.afterWrite()
  }

  async #image(): Promise<Uint8Array<ArrayBuffer>> {
    await this.#session.script('CHECKPOINT')
    return new Uint8Array(await (await this.#engine.pglite.dumpDataDir('none')).arrayBuffer())
  }

  async #perform(task: Exclude<Task, { kind: 'STATISTICS' | 'IMAGE' }>): Promise<SessionAnswer> {
    switch (task.kind) {
      case 'RUN':
        return this.#session.run(task.calls)
      case 'BATCH':
        return this.#session.batch(task.calls)
      case 'BEGIN': {
        const answer = await this.#session.begin(task.calls)
        this.#open = answer.ok
        return answer
      }
      case 'FINISH':
        this.#open = false
        return this.#session.finish(task.calls)
      case 'ROLLBACK':
        this.#open = false
        await this.#session.rollback()
        return { ok: true, rows: [] }
      case 'SCRIPT':
        return this.#session.script(task.text)
      case 'UPKEEP':
        await this.#upkeep.tidy()
        return { ok: true, rows: [] }
      case 'HOLD_LOG':
        this.#upkeep.holdLog(true)
        return { ok: true, rows: [] }
      case 'RELEASE_LOG':
        this.#upkeep.holdLog(false)
        return { ok: true, rows: [] }
      case 'CLOSE':
        await this.#upkeep.beforeClosing()
        await this.#engine.pglite.close()
        return { ok: true, rows: [] }
    }
  }
}

const settings: WorkerSettings = workerData
const startedAt = performance.now()
try {
  const desk = new Desk(await start(settings))
  port.on('message', (request: Request) => desk.receive(request))
  say({ kind: 'READY', startMs: Math.round(performance.now() - startedAt) })
  // A thread that is terminated from outside would not save its compile cache.
  flushCompileCache()
} catch (error) {
  say({ kind: 'START_FAILED', why: errorText(error) })
}
