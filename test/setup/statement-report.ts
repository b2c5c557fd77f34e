/** Fails a whole run in which a named statement did not run on both engines, and names it. */
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { type EngineName, writtenStatements } from './statements.ts'

/** What is there for one engine only. */
const OF_ONE_ENGINE: Readonly<Record<string, EngineName>> = {}
/** Whose names are composed; all others stand in the sources. (Tests have some statements of their own.) */
const COMPOSED = /^invariant_/

/** Each statement with the engines it did not run on. */
export function missedOn(
  ran: Readonly<Record<EngineName, ReadonlySet<string>>>,
  written: readonly string[],
): readonly string[] {
  const composed = [...ran.embedded, ...ran.postgres].filter((name) => COMPOSED.test(name))
  const all = new Set([...written, ...composed])
  return [...all]
    .sort()
    .flatMap((name) =>
      (['embedded', 'postgres'] as const)
        .filter((engine) => (OF_ONE_ENGINE[name] ?? engine) === engine && !ran[engine].has(name))
        .map((engine) => `${name} did not run on ${engine}`),
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
    process.stdout.write(`\nOf the statements in src/, in all tests together:\n  ${missed.join('\n  ')}\n`)
  }

  /** Some files, or some of their tests, say nothing about all statements. */
  async #isWhole(files: readonly TestModule[]): Promise<boolean> {
    if (!this.#vitest || this.#vitest.config.project.length > 0) return false
    const every = await this.#vitest.globTestSpecifications()
    return files.length === every.length && files.every((file) => file.state() === 'passed')
  }
}
