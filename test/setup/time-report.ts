/** Prints where the time of a run went, at its end: by kind of file, and for the files that cost the most. */
import type { Reporter, TestModule } from 'vitest/node'
import { kindAt } from './kinds.ts'
import { processorMs } from './processor-time.ts'

const MOST_FILES = 10

interface Cost {
  readonly name: string
  readonly wallMs: number
  readonly cpuMs: number
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1).padStart(8)
const line = ({ name, wallMs, cpuMs }: Cost): string => `  ${seconds(wallMs)} ${seconds(cpuMs)}   ${name}`

function costOf(file: TestModule): Cost {
  const { duration, collectDuration, setupDuration, prepareDuration, environmentSetupDuration } =
    file.diagnostic()
  return {
    name: `${kindAt(file.moduleId)}  ${file.relativeModuleId}`,
    wallMs: duration + collectDuration + setupDuration + prepareDuration + environmentSetupDuration,
    cpuMs: file.meta().processorMs ?? 0,
  }
}

const sum = (name: string, costs: readonly Cost[]): Cost => ({
  name,
  wallMs: costs.reduce((total, { wallMs }) => total + wallMs, 0),
  cpuMs: costs.reduce((total, { cpuMs }) => total + cpuMs, 0),
})

const dearestFirst = (costs: readonly Cost[]) => [...costs].sort((a, b) => b.cpuMs - a.cpuMs)

export default class TimeReport implements Reporter {
  #startedAt = 0

  onTestRunStart(): void {
    this.#startedAt = performance.now()
  }

  onTestRunEnd(files: readonly TestModule[]): void {
    if (files.length < 2) return
    const wallMs = performance.now() - this.#startedAt
    const byKind = Map.groupBy(files, (file) => kindAt(file.moduleId))
    const kinds = [...byKind].map(([name, theirs]) => sum(`${name} (${theirs.length})`, theirs.map(costOf)))
    // The time of child processes, such as the database server, is known only after they have ended.
    process.once('exit', () => {
      const lines = [
        'Where the time went, in seconds',
        '     clock      CPU   kind (its files); their clocks run side by side',
        ...dearestFirst(kinds).map(line),
        line({ name: 'all, with vitest itself and the database server', wallMs, cpuMs: processorMs() }),
        '     clock      CPU   the dearest files',
        ...dearestFirst(files.map(costOf)).slice(0, MOST_FILES).map(line),
      ]
      process.stdout.write(`\n${lines.join('\n')}\n`)
    })
  }
}
