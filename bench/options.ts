/** The options of a run of the bench, read from the command line. */
import { parseArgs } from 'node:util'

export const PARTS = [
  'targets',
  'creates',
  'embedded',
  'reads',
  'lives',
  'success',
  'feed',
  'floor',
  'growth',
  'memory',
  'pages',
  'processes',
  'providers',
  'search',
  'settlement',
  'statements',
] as const
export type Part = (typeof PARTS)[number]

export interface BenchOptions {
  readonly parts: readonly Part[]
  /** Numbers of connections at which creates are measured. */
  readonly connections: readonly number[]
  /** Duration of one measurement, without its warm-up. */
  readonly seconds: number
  /** How often each comparison is repeated, its sides in turn; the table shows medians. */
  readonly rounds: number
  readonly merchants: number
  /** Table sizes of the part `growth`. */
  readonly sizes: readonly number[]
  readonly readRows: number
  /** Payins in the table, for the parts search and pages. */
  readonly payments: number
  /** Merchants of the part settlement. */
  readonly settled: number
  /** Lines of the statement of the part statements. */
  readonly movements: number
  readonly memorySeconds: number
  readonly sharedBuffers: string
  readonly maxWalSize: string
  /** The folder of the databases; a temporary folder in it is created and removed. */
  readonly folder: string | undefined
  /**
   * A folder in which databases are kept: those of the parts `search` and `statements` are filled once and used again.
   */
  readonly keep: string | undefined
  /** Only fills what is to be kept, without measuring. */
  readonly isOnlyFilling: boolean
  /** The folder for V8's profile of the server process (`--cpu-prof`). */
  readonly profile: string | undefined
  /**
   * An existing PostgreSQL to use. The bench writes to it, and the caller is responsible for its durability settings.
   */
  readonly url: string | undefined
  /** Linux's names of the cores for the whole run; missing: all. */
  readonly cores: string | undefined
  /** The name of the files in `results/`; missing: nothing is written. */
  readonly save: string | undefined
}

export const HELP = `npm run bench -- [options]
  --parts ${PARTS.join(',')}     which parts (default: all but targets, floor, growth, memory, pages, processes, providers, search, settlement and statements)
  --connections 1,16,64,128   connections for creates
  --seconds 6                 length of one measurement
  --rounds 3                  repetitions of each comparison; medians are shown
  --merchants 1000
  --sizes 10000,1000000       payins in the table, for growth (add 10000000 for the long one)
  --read-rows 1000000         payins in the table, for reads
  --payments 1000000          payins in the table, for search and pages (10000000 for the long one)
  --settled 10000             merchants of a run, for settlement
  --movements 1000000         lines of a statement, for statements
  --memory-seconds 60         length of the part memory
  --shared-buffers 1GB        of the PostgreSQL that is started
  --max-wal-size 4GB
  --folder DIR                where the databases are put (default: the system's temporary folder)
  --keep DIR                  put them there and leave them: what search, pages and statements fill is used by the next run (about 3 GB a million payments)
  --only-fill                 with --keep: fill, and measure nothing
  --profile DIR               keep a CPU profile of the server process there
  --url postgres://…          use this PostgreSQL instead of starting one
  --cores 0,1                 hold all of the run to these cores (Linux): for figures to compare with those of another machine
  --save NAME                 write results/NAME.md and results/NAME.json`

const number = (name: string, text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} takes whole numbers from 1 on`)
  return value
}

const numbers = (name: string, text: string): number[] => text.split(',').map((each) => number(name, each))

const partOf = (text: string): Part => {
  const part = PARTS.find((each) => each === text)
  if (!part) throw new Error(`--parts takes: ${PARTS.join(', ')}`)
  return part
}

/** @throws Error for invalid options. @returns undefined if only help is requested */
export function readOptions(args: readonly string[]): BenchOptions | undefined {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean' },
      parts: { ...text, default: 'creates,embedded,reads,lives,success,feed' },
      connections: { ...text, default: '1,16,64,128' },
      seconds: { ...text, default: '6' },
      rounds: { ...text, default: '3' },
      merchants: { ...text, default: '1000' },
      sizes: { ...text, default: '10000,1000000' },
      'read-rows': { ...text, default: '1000000' },
      payments: { ...text, default: '1000000' },
      settled: { ...text, default: '10000' },
      movements: { ...text, default: '1000000' },
      'memory-seconds': { ...text, default: '60' },
      'shared-buffers': { ...text, default: '1GB' },
      'max-wal-size': { ...text, default: '4GB' },
      folder: text,
      keep: text,
      'only-fill': { type: 'boolean', default: false },
      profile: text,
      url: text,
      cores: text,
      save: text,
    },
  })
  if (values.help) return undefined
  if (values.keep !== undefined && values.url !== undefined) throw new Error('--keep does not go with --url')
  if (values['only-fill'] && values.keep === undefined) throw new Error('--only-fill goes with --keep')
  return {
    parts: values.parts.split(',').map(partOf),
    connections: numbers('connections', values.connections),
    seconds: number('seconds', values.seconds),
    rounds: number('rounds', values.rounds),
    merchants: number('merchants', values.merchants),
    sizes: numbers('sizes', values.sizes),
    readRows: number('read-rows', values['read-rows']),
    payments: number('payments', values.payments),
    settled: number('settled', values.settled),
    movements: number('movements', values.movements),
    memorySeconds: number('memory-seconds', values['memory-seconds']),
    sharedBuffers: values['shared-buffers'],
    maxWalSize: values['max-wal-size'],
    folder: values.folder,
    keep: values.keep,
    isOnlyFilling: values['only-fill'],
    profile: values.profile,
    url: values.url,
    cores: values.cores,
    save: values.save,
  }
}
