/** Fails a full run in which a named statement did not run on both engines, and names it. */
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { type EngineName, writtenStatements } from './statements.ts'

/** Statements of one engine only. */
const OF_ONE_ENGINE: Readonly<Record<EngineName, readonly string[]>> = {
  embedded: [],
  postgres: [
    'connections_room',
    'listening_enter',
    'listening_forget_heard',
    'listening_forget_listeners',
    'listening_keep',
    'listening_leave',
    'listening_read',
    'listening_renew',
    'node_announce',
    'node_count',
    'node_forget',
    'node_keys',
    'node_leave',
  ],
}

/** Statements that only a gateway in a separate process or thread runs, or one with buckets, on databases that are not watched. */
const UNWATCHED = [
  'backup_keep',
  'backup_last',
  'bank_entry_again',
  'bank_entry_unfinished',
  'callback_lease_free',
  'merchant_enter',
  'merchant_is_entered',
  'step_lease_free',
  'upkeep_changed_tables',
  'upkeep_count_now',
  'upkeep_log_position',
]

/**
 * Statements that ran on only one engine when this check was introduced, by the engine that they may miss. A test that covers one removes
 * it from the list; nothing is added.
 */
const LACKING: Readonly<Record<EngineName, readonly string[]>> = {
  embedded: [
    'approval_allowance_refund',
    'bank_entry_redecide',
    'bank_file_payout_debit',
    'doctor_clock',
    'operator_set_token',
    'own_account_amounts_held',
    'payment_funding',
    'receiving_account_still_shown',
    'settlement_items_before',
  ],
  postgres: ['callback_failing', 'chain_address_open_payer', 'claims_waiting'],
}

/** Statements whose names are composed; all others are literal in the sources. (Tests have some statements of their own.) */
const COMPOSED = /^(?:invariant|operators|members)_/
const ENGINES = ['embedded', 'postgres'] as const

const theOther = (engine: EngineName): EngineName => (engine === 'embedded' ? 'postgres' : 'embedded')
const mayMiss = (name: string, engine: EngineName): boolean =>
  UNWATCHED.includes(name) || LACKING[engine].includes(name) || OF_ONE_ENGINE[theOther(engine)].includes(name)

/** Each statement with the engines on which it must run but did not. */
export function missedOn(
  ran: Readonly<Record<EngineName, ReadonlySet<string>>>,
  written: readonly string[],
): readonly string[] {
  const composed = [...ran.embedded, ...ran.postgres].filter((name) => COMPOSED.test(name))
  const all = [...new Set([...written, ...composed])].sort()
  return all.flatMap((name) =>
    ENGINES.filter((engine) => !ran[engine].has(name) && !mayMiss(name, engine)).map(
      (engine) => `${name} did not run on ${engine}`,
    ),
  )
}

export default class StatementReport implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  async onTestRunEnd(files: readonly TestModule[]): Promise<void> {
    if (!(await this.#isWhole(files))) return
    const ran = { embedded: new Set<string>(), postgres: new Set<string>() }
    for (const file of files) {
      const { statements } = file.meta()
      for (const name of statements?.embedded ?? []) ran.embedded.add(name)
      for (const name of statements?.postgres ?? []) ran.postgres.add(name)
    }
    const missed = missedOn(ran, writtenStatements())
    if (missed.length === 0) return
    process.exitCode = 1
    process.stdout.write(
      `\nOf the statements in packages/, in all tests together:\n  ${missed.join('\n  ')}\nLet a test run each there, too.\n`,
    )
  }

  /** A run of some files, or of some of their tests, does not cover all statements. */
  async #isWhole(files: readonly TestModule[]): Promise<boolean> {
    if (!this.#vitest || this.#vitest.config.project.length > 0) return false
    const every = await this.#vitest.globTestSpecifications()
    return files.length === every.length && files.every((file) => file.state() === 'passed')
  }
}
