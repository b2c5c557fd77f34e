/** The results as a table for people and as JSON for programs, with the machine and its settings. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Measured } from './load.ts'

export interface Line {
  readonly part: string
  readonly what: string
  readonly engine: 'PostgreSQL' | 'embedded' | '-'
  readonly connections: number
  /** Payins in the table before it began. */
  readonly rows: number
  readonly measured: Measured
}

export interface Ratio {
  readonly what: string
  readonly value: number
  /** As in the table of targets; undefined if there is none. */
  readonly target: { readonly atLeast?: number; readonly atMost?: number } | undefined
  readonly unit?: string
}

export interface Results {
  readonly lines: Line[]
  readonly ratios: Ratio[]
}

export interface Setting {
  readonly [name: string]: string | number
}

export function machine(): Setting {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()
  return {
    at: new Date().toISOString(),
    commit:
      git('rev-parse', '--short', 'HEAD') +
      (git('status', '--porcelain', '--', 'packages') === '' ? '' : '+'),
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    // Well above 0, another program was running, which slows a single thread more than many.
    loadBefore: Number(loadavg()[0]?.toFixed(1)),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
}

const isMet = ({ value, target }: Ratio): boolean =>
  value >= (target?.atLeast ?? Number.NEGATIVE_INFINITY) &&
  value <= (target?.atMost ?? Number.POSITIVE_INFINITY)

function targetText(ratio: Ratio): string {
  const { target, unit = '' } = ratio
  if (!target) return '| |'
  const words =
    target.atLeast === undefined ? `at most ${target.atMost}${unit}` : `at least ${target.atLeast}${unit}`
  return `| ${words} | ${isMet(ratio) ? 'met' : '**missed**'} |`
}

const us = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(0))
const ms = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(2))

export function markdown(setting: Setting, { lines, ratios }: Results): string {
  const settings = Object.entries(setting)
    .map(([name, value]) => `${name} ${value}`)
    .join(' · ')
  const rows = lines.map(
    ({ part, what, engine, connections, rows: size, measured: m }) =>
      `| ${part} | ${what} | ${engine} | ${connections} | ${size.toLocaleString('en')} | ${Math.round(m.perSecond).toLocaleString('en')} | ${ms(m.p50Ms)} | ${ms(m.p95Ms)} | ${ms(m.p99Ms)} | ${us(m.cpu.serverUs)} | ${us(m.cpu.postgresUs)} | ${us(m.cpu.loadUs)} | ${m.failures || ''} |`,
  )
  const compared = ratios.map(
    (ratio) => `| ${ratio.what} | ${ratio.value.toFixed(2)}${ratio.unit ?? ''} ${targetText(ratio)}`,
  )
  return [
    settings,
    '',
    '| part | what | engine | connections | payins before | per second | p50 ms | p95 ms | p99 ms | CPU µs each: server | PostgreSQL | load | failures |',
    '|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...rows,
    '',
    '| ratio in this run | measured | target | |',
    '|---|---:|---|---|',
    ...compared,
    '',
  ].join('\n')
}

export function save(name: string, setting: Setting, results: Results): void {
  const folder = fileURLToPath(new URL('./results/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}${name}.md`, markdown(setting, results))
  writeFileSync(`${folder}${name}.json`, rowByRow({ setting, ...results }))
}

/** JSON with a line for each measurement and each ratio. */
function rowByRow(value: object): string {
  const members = Object.entries(value).map(([key, each]) => {
    const rows = Array.isArray(each)
      ? `[\n${each.map((row) => JSON.stringify(row)).join(',\n')}\n]`
      : JSON.stringify(each)
    return `${JSON.stringify(key)}: ${rows}`
  })
  return `{\n${members.join(',\n')}\n}\n`
}
