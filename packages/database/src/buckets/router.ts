/**
 * The database of an installation whose merchants are in buckets: one home, and a schema for each bucket, on one PostgreSQL or
 * several.
 *
 * It keeps the promises of `port.ts`. Callers do not know where a bucket is: each statement says whose rows it reads
 * (`SqlStatement.whose`), and statements over tables at home say nothing. `buckets.parts` are for callers that work in one bucket:
 * the journal and the workers have one loop for each, so a place that is down costs only its own merchants.
 *
 * It never spreads a transaction over two databases: `batch` and `transact` refuse, before anything is written, calls that belong
 * to different ones. There is no two-phase commit. It repeats nothing, and moves no bucket by itself.
 */
import type { MigratableDatabase } from '../migrate.ts'
import {
  asDescribed,
  type Database,
  type Row,
  type Several,
  type SqlCall,
  type SqlStatement,
  type Value,
  type WriteDecision,
} from '../port.ts'
import { merged } from './merge.ts'
import { qualified, tablesOf } from './qualify.ts'
import { BUCKET_TABLES } from './table-places.ts'

/** Where a bucket is now. */
export interface BucketPlace {
  readonly schema: string
  readonly database: Database
}

export interface RouterOptions {
  readonly home: MigratableDatabase
  /** By number. */
  readonly buckets: readonly BucketPlace[]
  /** The number of the bucket that holds this merchant. */
  readonly numberOf: (merchantId: string) => number
}

type Destination =
  | { readonly at: 'home' }
  | { readonly at: 'bucket'; readonly part: BucketDatabase }
  | { readonly at: 'any' }

const HOME: Destination = { at: 'home' }
const ANY: Destination = { at: 'any' }

const isInBuckets = (statement: SqlStatement): boolean =>
  tablesOf(statement.text, (name) => BUCKET_TABLES.has(name)).size > 0

/** Whether each statement names a table of a bucket, found once. */
class Reach {
  readonly #known = new WeakMap<SqlStatement, boolean>()

  isInBuckets(statement: SqlStatement): boolean {
    const known = this.#known.get(statement)
    if (known !== undefined) return known
    const found = isInBuckets(statement)
    this.#known.set(statement, found)
    return found
  }
}

/**
 * One bucket. Statements over its tables are qualified with its schema, and prepared under a name of their own; those over
 * tables at home go there.
 */
export class BucketDatabase implements Database {
  readonly engine = 'postgres'
  readonly number: number
  readonly writeSlots: number
  readonly #home: Database
  readonly #place: BucketPlace
  readonly #reach: Reach
  readonly #qualified = new WeakMap<SqlStatement, SqlStatement>()

  constructor(number: number, place: BucketPlace, home: Database, reach: Reach) {
    this.number = number
    this.writeSlots = place.database.writeSlots
    this.#home = home
    this.#place = place
    this.#reach = reach
  }

  run: Database['run'] = (statement, values) =>
    this.#reach.isInBuckets(statement)
      ? asDescribed(this.#place.database.run(this.#here(statement), values))
      : this.#home.run(statement, values)

  batch: Database['batch'] = (calls) =>
    this.#isHere(calls)
      ? asDescribed(this.#place.database.batch(calls.map((call) => this.#callHere(call))))
      : this.#home.batch(calls)

  transact: Database['transact'] = (reads, decide) => {
    if (!this.#isHere(reads)) return this.#home.transact(reads, (rows) => this.#checkedHome(decide(rows)))
    return this.#place.database.transact(
      reads.map((call) => this.#callHere(call)),
      (rows) => {
        const decided = decide(asDescribed(rows))
        if (!this.#isHere(decided.calls) && decided.calls.length > 0) throw acrossDatabases(decided.calls)
        return { outcome: decided.outcome, calls: decided.calls.map((call) => this.#callHere(call)) }
      },
    )
  }

  ping: Database['ping'] = (timeoutMs) => this.#place.database.ping(timeoutMs)

  /** Its place is closed with the router. */
  close = async (): Promise<void> => undefined

  #checkedHome<Outcome>(decided: WriteDecision<Outcome>): WriteDecision<Outcome> {
    if (decided.calls.some((call) => this.#reach.isInBuckets(call.statement)))
      throw acrossDatabases(decided.calls)
    return decided
  }

  /** @throws Error if some belong here and some to home */
  #isHere(calls: readonly SqlCall[]): boolean {
    const decisive = calls.filter(({ statement }) => statement.whose !== 'follows')
    const here = decisive.filter(({ statement }) => this.#reach.isInBuckets(statement))
    if (here.length === 0) return false
    if (here.length < decisive.length) throw acrossDatabases(calls)
    return true
  }

  #callHere({ statement, values }: SqlCall): SqlCall {
    return { statement: this.#here(statement), values }
  }

  #here(statement: SqlStatement): SqlStatement {
    const known = this.#qualified.get(statement)
    if (known !== undefined) return known
    const { schema } = this.#place
    const isHere = (table: string) => BUCKET_TABLES.has(table) || statement.whose === 'follows'
    const here: SqlStatement = {
      ...statement,
      name: statement.name === '' ? '' : `${statement.name}@${this.number}`,
      text: qualified(statement.text, (table) => (isHere(table) ? `${schema}.${table}` : undefined)),
    }
    this.#qualified.set(statement, here)
    return here
  }
}

const acrossDatabases = (calls: readonly SqlCall[]): Error =>
  new Error(`one transaction for two databases: ${calls.map(({ statement }) => statement.name).join(', ')}`)

/** A merchant's code, or several of one bucket. */
const merchantsIn = (statement: SqlStatement, value: Value | undefined): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value
  if (typeof value === 'object' && value !== null && 'elements' in value) return value.elements.map(String)
  throw new Error(`statement ${statement.name} says that a merchant is in a parameter which has none`)
}

export class BucketedDatabase implements MigratableDatabase {
  readonly engine = 'postgres'
  readonly writeSlots: number
  readonly buckets: {
    readonly parts: readonly BucketDatabase[]
    readonly of: (merchantId: string) => BucketDatabase
  }
  readonly #home: MigratableDatabase
  readonly #places: ReadonlySet<Database>
  readonly #numberOf: (merchantId: string) => number
  readonly #reach = new Reach()

  constructor({ home, buckets, numberOf }: RouterOptions) {
    this.#home = home
    this.#numberOf = numberOf
    this.writeSlots = home.writeSlots
    const parts = buckets.map((place, number) => new BucketDatabase(number, place, home, this.#reach))
    this.#places = new Set([home, ...buckets.map(({ database }) => database)])
    this.buckets = { parts, of: (merchantId) => this.#partOf(merchantId) }
  }

  run: Database['run'] = async (statement, values) => {
    const { whose } = statement
    if (typeof whose === 'object') return asDescribed(await this.#everywhere(statement, whose, values))
    const destination = this.#destinationOf({ statement, values })
    return destination.at === 'bucket'
      ? destination.part.run(statement, values)
      : this.#home.run(statement, values)
  }

  /** Calls that only read, each in all buckets, see no common snapshot. */
  batch: Database['batch'] = async (calls) => {
    if (calls.length > 0 && calls.every(({ statement }) => typeof statement.whose === 'object'))
      return asDescribed(await Promise.all(calls.map(({ statement, values }) => this.run(statement, values))))
    return this.#databaseOf(calls).batch(calls)
  }

  transact: Database['transact'] = (reads, decide) => {
    const database = this.#databaseOf(reads)
    return database.transact(reads, (rows) => {
      const decided = decide(rows)
      const written = decided.calls.length === 0 ? database : this.#databaseOf(decided.calls, database)
      if (written !== database) throw acrossDatabases([...reads, ...decided.calls])
      return decided
    })
  }

  /** At home: the buckets are migrated when they are opened. */
  script: MigratableDatabase['script'] = (text) => this.#home.script(text)

  get notices(): MigratableDatabase['notices'] {
    return this.#home.notices
  }

  ping: Database['ping'] = (timeoutMs) => this.#home.ping(timeoutMs)

  close = async (): Promise<void> => {
    await Promise.all([...this.#places].map((place) => place.close()))
  }

  #partOf(merchantId: string): BucketDatabase {
    const part = this.buckets.parts[this.#numberOf(merchantId)]
    if (part === undefined) throw new Error(`no bucket has the number of merchant ${merchantId}`)
    return part
  }

  /** @param usual for calls that may go anywhere; default: home */
  #databaseOf(calls: readonly SqlCall[], usual: Database = this.#home): Database {
    let found: Database | undefined
    for (const call of calls) {
      const destination = this.#destinationOf(call)
      if (destination.at === 'any') continue
      const database = destination.at === 'home' ? this.#home : destination.part
      if (found !== undefined && found !== database) throw acrossDatabases(calls)
      found = database
    }
    return found ?? usual
  }

  #destinationOf({ statement, values }: SqlCall): Destination {
    const { whose } = statement
    if (whose === 'follows') return ANY
    if (typeof whose !== 'number') {
      if (!this.#reach.isInBuckets(statement)) return HOME
      throw new Error(`statement ${statement.name} reads rows of buckets, and its caller must choose one`)
    }
    const [first, ...others] = merchantsIn(statement, values[whose - 1]).map((merchantId) =>
      this.#partOf(merchantId),
    )
    if (first === undefined) throw new Error(`statement ${statement.name} was called for no merchant`)
    if (others.some((other) => other !== first))
      throw new Error(`statement ${statement.name} was called for merchants of two buckets`)
    return { at: 'bucket', part: first }
  }

  async #everywhere(
    statement: SqlStatement,
    whose: Exclude<SqlStatement['whose'], undefined | string | number>,
    values: readonly Value[],
  ): Promise<readonly Row[]> {
    if (whose.each === 'own') return this.#divided(statement, whose, values)
    const merchantId = whose.merchant === undefined ? undefined : values[whose.merchant - 1]
    if (typeof merchantId === 'string') return this.#partOf(merchantId).run(statement, values)
    const answers: (readonly Row[])[] = await Promise.all(
      this.buckets.parts.map((part) => part.run(statement, values)),
    )
    return merged(answers, whose, values)
  }

  /** Each bucket gets the elements of its own merchants. */
  async #divided(
    statement: SqlStatement,
    { merchants, with: others, place }: Extract<Several, { readonly each: 'own' }>,
    values: readonly Value[],
  ): Promise<readonly Row[]> {
    const given = values[merchants - 1]
    const rows = typeof given === 'string' ? objectsIn(given) : undefined
    const codes = rows ? rows.map(({ merchant_id }) => String(merchant_id)) : merchantsIn(statement, given)
    const owners = codes.map((code, index) => ({ part: this.#partOf(code), index }))
    const divided = new Set([merchants, ...others])
    const answers = await Promise.all(
      [...Map.groupBy(owners, ({ part }) => part)].map(async ([part, own]): Promise<readonly Row[]> => {
        const indexes = own.map(({ index }) => index)
        const pick = (value: Value): Value =>
          rows ? JSON.stringify(indexes.map((index) => rows[index])) : picked(value, indexes)
        const found: readonly Row[] = await part.run(
          statement,
          values.map((value, at) => (divided.has(at + 1) ? pick(value) : value)),
        )
        return place === undefined ? found : found.map((row) => replaced(row, place, indexes))
      }),
    )
    return answers.flat()
  }
}

/** @throws Error if it is not the text of an array of objects, which is a bug */
function objectsIn(text: string): readonly Readonly<Record<string, unknown>>[] {
  const parsed: unknown = JSON.parse(text)
  if (!Array.isArray(parsed)) throw new Error('a parameter that is divided among buckets must be an array')
  return parsed.map((each: unknown) => {
    if (typeof each === 'object' && each !== null && 'merchant_id' in each) return { ...each }
    throw new Error('a parameter that is divided among buckets must name the merchant of each element')
  })
}

/** Its place among the elements of one bucket becomes that among all. */
function replaced(row: Row, place: string, indexes: readonly number[]): Row {
  const given = row[place]
  const index = indexes[Number(given) - 1]
  if (index === undefined) throw new Error(`the column ${place} is no place of an element`)
  return { ...row, [place]: typeof given === 'bigint' ? BigInt(index + 1) : index + 1 }
}

function picked(value: Value, indexes: readonly number[]): Value {
  if (isTexts(value)) return indexes.map((index) => value[index] ?? '')
  if (typeof value === 'object' && value !== null && 'elements' in value)
    return { type: value.type, elements: indexes.map((index) => value.elements[index] ?? null) }
  throw new Error('a parameter that is divided among buckets must be an array')
}

const isTexts = (value: Value): value is readonly string[] => Array.isArray(value)
