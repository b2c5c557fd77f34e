/**
 * One session on PGlite, spoken to in PostgreSQL's own wire protocol.
 *
 * PGlite's `query` parses, describes, binds and executes anew on every call, each with a trip into the engine, and keeps
 * no plan. Handing it the bytes of a whole transaction at once, with statements prepared by name, made four times as
 * many single inserts a second in memory (19,400 against 5,200; 2 cores, Node 24, PGlite 0.5.16) and makes errors look
 * exactly as PostgreSQL's. It also leaves no moment at which anything else could slip into the transaction.
 *
 * What columns a prepared statement answers is asked once: to describe eight of them took half of a short trip (58 µs of the processor
 * against 27), and they cannot change, for the server refuses a prepared statement whose columns would.
 *
 * The messages are written and read by `pg-protocol`, which `pg` speaks to PostgreSQL by. PGlite brings a copy of it that was made to
 * run in browsers, too: with that one a row by its key took 35 µs of the processor instead of 19, and a hundred rows of six columns 700
 * instead of 200. (A reader and a writer of our own made it 14 and 160.)
 */
import type { PGlite } from '@electric-sql/pglite'
import { serialize } from 'pg-protocol'
import {
  type BackendMessage,
  DatabaseError,
  DataRowMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages.js'
import { Parser } from 'pg-protocol/dist/parser.js'
import type { WireCall } from './embedded-messages.ts'
import { serverFailure } from './failures.ts'
import type { DatabaseFailure, Row, SqlStatement } from './port.ts'
import { parserOf } from './wire.ts'

/** What a column is called, and how its text is read. */
interface Column {
  readonly name: string
  readonly read: (text: string) => unknown
}

/** `first` is the first failure; the statements after it were skipped by the server. */
export type SessionAnswer =
  | { readonly ok: true; readonly rows: readonly (readonly Row[])[] }
  | { readonly ok: false; readonly first: DatabaseFailure }

export interface Session {
  /** Each call in a transaction of its own: for one call. */
  run(calls: readonly WireCall[]): Promise<SessionAnswer>
  /** BEGIN, all calls, COMMIT; after a failure nothing of it is stored. */
  batch(calls: readonly WireCall[]): Promise<SessionAnswer>
  /** BEGIN and the calls. Where one fails, the transaction is over already. */
  begin(calls: readonly WireCall[]): Promise<SessionAnswer>
  /** The calls and COMMIT, in the transaction that `begin` opened. */
  finish(calls: readonly WireCall[]): Promise<SessionAnswer>
  rollback(): Promise<void>
  /** Several statements separated by semicolons, in one transaction. */
  script(text: string): Promise<SessionAnswer>
}

/** The engine has crashed or lost its place: nothing it says from now on can be believed. */
export class EngineBroken extends Error {
  override readonly name = 'EngineBroken'
}

/** A statement that the server keeps. */
interface Prepared {
  readonly text: string
  /** What it answers; undefined until the server has said it. */
  columns: readonly Column[] | undefined
}

/** A call of a trip, as its answer is read. */
interface Sent {
  readonly name: string
  /** Left out where the server was asked to describe them. */
  readonly columns: readonly Column[] | undefined
}

const READ_COMMITTED = 'BEGIN ISOLATION LEVEL READ COMMITTED'

/** What the server keeps by name, and what is sent to it so that each text is sent once. */
class PreparedStatements {
  readonly #kept = new Map<string, Prepared>()

  /** @param parsing what the trip prepares that is being put together */
  #known({ name, text }: SqlStatement, parsing: readonly SqlStatement[]): Prepared | undefined {
    const known = name === '' ? undefined : this.#kept.get(name)
    const isOther = (one: Pick<SqlStatement, 'text'> | undefined) => one !== undefined && one.text !== text
    if (isOther(known) || (name !== '' && isOther(parsing.find((one) => one.name === name))))
      throw new Error(`statement ${name} has two different texts`)
    return known
  }

  /** Returns the bytes and, in order, the names that this trip prepares: the server confirms each. */
  encode(calls: readonly WireCall[]): { bytes: Uint8Array[]; parsing: SqlStatement[]; sent: Sent[] } {
    const parsing: SqlStatement[] = []
    const sent: Sent[] = []
    const underway = new Set<string>()
    const bytes = calls.flatMap(({ statement, values }) => {
      const known = this.#known(statement, parsing)
      sent.push({ name: statement.name, columns: known?.columns })
      const parts = [
        serialize.bind({ statement: statement.name, values: [...values], valueMapper: bound }),
        ...(known?.columns ? [] : [serialize.describe({ type: 'P' })]),
        serialize.execute({}),
      ]
      if (known || underway.has(statement.name)) return parts
      if (statement.name !== '') underway.add(statement.name)
      parsing.push(statement)
      return [serialize.parse({ name: statement.name, text: statement.text }), ...parts]
    })
    if (bytes.length > 0) bytes.push(serialize.sync())
    return { bytes, parsing, sent }
  }

  /** The server has said that it keeps these, in the order in which they were sent. */
  confirm(received: readonly BackendMessage[], parsing: readonly SqlStatement[]): void {
    let confirmed = 0
    for (const message of received) {
      const statement = message.name === 'parseComplete' ? parsing[confirmed++] : undefined
      if (statement !== undefined && statement.name !== '')
        this.#kept.set(statement.name, { text: statement.text, columns: undefined })
    }
  }

  readonly described = (name: string, columns: readonly Column[]): void => {
    const known = this.#kept.get(name)
    if (known) known.columns = columns
  }
}

/** @throws EngineBroken where the memory is not enough for them: PGlite would swallow that, and what is missing would be misread */
async function answersTo(pglite: PGlite, requested: Uint8Array): Promise<readonly BackendMessage[]> {
  const chunks: Buffer[] = []
  let isWhole = true
  // A piece is gone when the next one comes: it is a view of the engine's memory.
  const onRawData = (chunk: Uint8Array): void => {
    try {
      chunks.push(Buffer.from(chunk))
    } catch {
      isWhole = false
    }
  }
  await pglite.execProtocolRawStream(requested, { syncToFs: false, onRawData })
  if (!isWhole) throw new EngineBroken()
  const received: BackendMessage[] = []
  const [first] = chunks
  const bytes = first && chunks.length === 1 ? first : Buffer.concat(chunks)
  new Parser().parse(bytes, (message) => received.push(message))
  return received
}

export const sessionOn = (pglite: PGlite): Session => {
  const prepared = new PreparedStatements()

  const roundTrip = async (
    before: readonly string[],
    calls: readonly WireCall[],
    after: readonly string[],
  ): Promise<SessionAnswer> => {
    const { bytes, parsing, sent } = prepared.encode(calls)
    const requested = Buffer.concat([...before.map(serialize.query), ...bytes, ...after.map(serialize.query)])
    const received = await answersTo(pglite, requested)
    prepared.confirm(received, parsing)
    return answerOf(received, {
      sent,
      before: before.length,
      after: after.length,
      described: prepared.described,
    })
  }

  const roundedOff = async (answer: Promise<SessionAnswer>): Promise<SessionAnswer> => {
    const settled = await answer
    if (!settled.ok && pglite.isInTransaction()) await roundTrip(['ROLLBACK'], [], [])
    return settled
  }

  return {
    run: (calls) => roundTrip([], calls, []),
    batch: (calls) => roundTrip([READ_COMMITTED], calls, ['COMMIT']),
    begin: (calls) => roundedOff(roundTrip([READ_COMMITTED], calls, [])),
    finish: (calls) => roundedOff(roundTrip([], calls, ['COMMIT'])),
    rollback: async () => void (await roundTrip(['ROLLBACK'], [], [])),
    script: (text) => roundedOff(roundTrip([text], [], [])),
  }
}

/** Bytes come as plain ones from another thread, and only Node's are bound as such. */
const bound = (value: unknown): unknown =>
  value instanceof Uint8Array && !Buffer.isBuffer(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : value

const columnsOf = ({ fields }: RowDescriptionMessage): readonly Column[] =>
  fields.map(({ name, dataTypeID }) => ({ name, read: parserOf(dataTypeID) }))

const readRow = (columns: readonly Column[], fields: readonly (string | null)[]): Row => {
  const row: Record<string, unknown> = {}
  let index = 0
  for (const { name, read } of columns) {
    const field = fields[index++] ?? null
    row[name] = field === null ? null : read(field)
  }
  return row
}

const failureIn = (message: BackendMessage, statementName: string): DatabaseFailure | undefined => {
  if (!(message instanceof DatabaseError)) return undefined
  const { code, constraint, severity, message: text } = message
  return serverFailure({ code, constraint, severity, message: text }, statementName)
}

interface RoundTrip {
  readonly sent: readonly Sent[]
  readonly before: number
  readonly after: number
  /** Told what the server says of a call that it was asked to describe. */
  readonly described: (name: string, columns: readonly Column[]) => void
}

/**
 * Sorts the messages of one trip by the statement they answer. `before` commands (BEGIN, say) come ahead of the first call,
 * `after` commands (COMMIT) behind the last; of a script nobody knows how many it holds, so at least that many must answer.
 * @throws EngineBroken where an answer is missing: PGlite swallows the engine's own crash, and silence must not pass for success.
 */
const answerOf = (
  received: readonly BackendMessage[],
  { sent, before, after, described }: RoundTrip,
): SessionAnswer => {
  const all: (readonly Row[])[] = []
  let finished = -before
  let columns = sent[finished]?.columns ?? []
  let rows: Row[] = []
  const learn = (reported: readonly Column[]) => {
    columns = reported
    const call = sent[finished]
    if (call) described(call.name, reported)
  }
  for (const message of received) {
    const first = failureIn(message, sent[Math.max(finished, 0)]?.name ?? '')
    if (first?.kind === 'UNKNOWN_FATE') throw new EngineBroken()
    if (first !== undefined) return { ok: false, first }
    if (message instanceof RowDescriptionMessage) learn(columnsOf(message))
    else if (message.name === 'noData') learn([])
    else if (message instanceof DataRowMessage) rows.push(readRow(columns, message.fields))
    else if (message.name === 'commandComplete' || message.name === 'emptyQuery') {
      if (finished >= 0 && finished < sent.length) all.push(rows)
      finished += 1
      columns = sent[finished]?.columns ?? []
      rows = []
    }
  }
  if (finished < sent.length + after || received.at(-1)?.name !== 'readyForQuery') throw new EngineBroken()
  return { ok: true, rows: all }
}
