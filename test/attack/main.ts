/** `npm run fuzz -- [--seed N] [--rounds M]`: a longer fuzz run. The exit code is 1 if anything was found. */
import { parseArgs } from 'node:util'
import { fuzz } from './fuzzer.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '50' },
  },
})
const whole = (name: 'seed' | 'rounds'): number => {
  if (!/^\d{1,9}$/.test(values[name])) {
    console.error(`--${name} must be a whole number, not ${values[name]}`)
    process.exit(2)
  }
  return Number(values[name])
}

const report = await fuzz({
  seed: whole('seed'),
  rounds: whole('rounds'),
  onRound: (round, { requests, findings, heapBytes }) =>
    console.log(
      `round ${round + 1}: ${requests} requests, ${findings.length} findings, ${((heapBytes.at(-1) ?? 0) / 2 ** 20).toFixed(1)} MiB`,
    ),
})
console.log(
  JSON.stringify(report.statuses),
  `slowest ${Math.round(report.slowestMs)} ms: ${report.slowest.slice(0, 200)}`,
)
for (const { what, request } of report.findings) console.log(`\n${what}\n  ${request}`)
for (const broken of report.broken) console.log(`\n${broken}`)
process.exitCode = report.findings.length + report.broken.length > 0 ? 1 : 0
