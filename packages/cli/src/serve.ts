/**
 * `sluice serve`: runs the gateway until it is stopped.
 *
 * Standard output is the log (JSON lines); messages for people go to standard error. The first SIGTERM or SIGINT
 * finishes what was accepted, a second one ends immediately. Exit codes: 0 stopped in order, 1 could not start or
 * failed, 2 wrong configuration. With several processes this one only supervises them: see
 * `server/processes/supervisor.ts`.
 */
import { flushCompileCache } from 'node:module'
import { relative } from 'node:path'
import type { Log } from '@sluice/core/foundation/deps.ts'
import { type Config, type ConfigFault, readConfig } from '@sluice/gateway/server/config.ts'
import type { Served } from '@sluice/gateway/server/running.ts'
import { SETTINGS } from '@sluice/gateway/server/settings.ts'
import type { SluiceCommand } from './context.ts'
import { EXIT } from './failure.ts'
import { whenOrphaned } from './orphan.ts'

/** To people: standard output is the log. */
const say = (text: string): void => void process.stderr.write(`${text}\n`)

interface Options {
  readonly dataDir?: string
  readonly roles?: string
  readonly processes?: string
}

export function addServe(program: SluiceCommand): void {
  program
    .command('serve')
    .description('run the gateway; settings come from the environment')
    .option('--roles <roles>', 'api, worker or both, separated by a comma; the same as SLUICE_ROLES')
    .option('--processes <number>', 'number of processes; the same as SLUICE_PROCESSES')
    .configureHelp({
      showGlobalOptions: true,
      // It uses no running gateway, so of the global options only the folder applies.
      visibleGlobalOptions: ({ parent }) =>
        (parent?.options ?? []).filter(({ long }) => long === '--data-dir'),
    })
    .addHelpText('after', settingsHelp)
    .action(run)
}

function settingsHelp(): string {
  const entries = Object.values(SETTINGS).map(({ variable, expects, fallback, help }) =>
    [`  ${variable}${fallback ? ` (${fallback})` : ''}`, `      ${help}`, `      Expects ${expects}.`].join(
      '\n',
    ),
  )
  return `\nSettings (environment variables, defaults in brackets):\n\n${entries.join('\n\n')}`
}

async function run(_options: object, command: SluiceCommand): Promise<void> {
  const { dataDir, roles, processes } = command.optsWithGlobals<Options>()
  // The gateway's own timers keep no process alive.
  const awake = setInterval(() => {}, 2 ** 30)
  const env = {
    ...process.env,
    ...(dataDir !== undefined && { DATA_DIR: dataDir }),
    ...(roles !== undefined && { SLUICE_ROLES: roles }),
    ...(processes !== undefined && { SLUICE_PROCESSES: processes }),
  }
  const config = readConfig(env)
  if (!config.ok) {
    say(faultsText(config.failure))
    process.exit(EXIT.usage)
  }
  const startedAt = process.hrtime.bigint()
  // Imported here, so that other commands do not wait for it.
  const { jsonLog } = await import('@sluice/gateway/http/logging.ts')
  const log = jsonLog({ level: config.value.logLevel })
  const started = await start(config.value, env, log)
  if (!started.ok) {
    say(`Sluice does not start: ${started.failure}`)
    process.exit(1)
  }
  const running = started.value
  const tookMs = Number((process.hrtime.bigint() - startedAt) / 1_000_000n)
  stopOnSignals(running, log, () => clearInterval(awake))
  say(banner(running, config.value, tookMs))
  // Otherwise it is written at the end, and after a kill everything would have to be compiled again.
  flushCompileCache()
}

/** Imports only what is needed: neither other commands nor a supervisor wait for the whole gateway. */
async function start(config: Config, env: NodeJS.ProcessEnv, log: Log) {
  if (config.processes === 1) return (await import('@sluice/gateway/server/serve.ts')).serve(config, log)
  const { serveByProcesses } = await import('@sluice/gateway/server/processes/serve-processes.ts')
  return serveByProcesses(config, env, log)
}

function faultsText(faults: readonly ConfigFault[]): string {
  const lines = faults.map(({ variable, problem, remedy }) => `  ${variable} ${problem}: ${remedy}`)
  return ['Sluice does not start: its configuration is wrong.', ...lines].join('\n')
}

function stopOnSignals(running: Served, log: Log, released: () => void): void {
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping: finishing accepted requests')
    running.stop().then(
      () => {
        released()
        log.info({}, 'stopped')
        process.exit(0)
      },
      (error: unknown) => crash(log, 'the shutdown failed', error),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  whenOrphaned(() => stop('SIGTERM'))
  process.on('uncaughtException', (error) => crash(log, 'unexpected error', error))
  process.on('unhandledRejection', (error) => crash(log, 'unexpected error', error))
}

/** Committed data is safe; continuing could build on an unknown state. */
function crash(log: Log, message: string, error: unknown): never {
  const err = error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : {}
  log.error({ err }, message)
  process.exit(1)
}

function banner(
  { baseUrl, folder, testCheckout, firstLink }: Served,
  config: Config,
  tookMs: number,
): string {
  const here = relative(process.cwd(), folder.path)
  const shown = here === '' || here.startsWith('..') ? folder.path : `./${here}`
  const option = shown === './data' ? '' : ` --data-dir ${shown}`
  const embedded = config.databaseUrl === undefined
  const facts = [
    ['description', `${baseUrl}/docs`],
    ...(config.processes > 1 ? [['processes', String(config.processes)]] : []),
    ['data', embedded ? shown : 'PostgreSQL (DATABASE_URL)'],
    ...(config.sandbox ? [['test merchant', `${shown}/sandbox/merchant.json`]] : []),
    ...(embedded && config.adminToken === undefined ? [['admin token', `${shown}/admin-token`]] : []),
  ]
  const lines = facts.map(([name = '', value]) => `  ${name.padEnd(14)} ${value}`)
  const next = config.sandbox
    ? `sluice payins create${option} --method PROMPTPAY --currency THB --amount 100 --wait`
    : `sluice merchants create --help`
  return [
    '',
    `Sluice serves on ${baseUrl} (ready after ${(tookMs / 1000).toFixed(1)} s)`,
    ...lines,
    '',
    'Try next, in another terminal:',
    `  npx ${next}`,
    ...(testCheckout === undefined
      ? []
      : ['', 'Or pay as a customer (test mode, no real money):', `  ${testCheckout}`]),
    ...(firstLink === undefined
      ? []
      : [
          '',
          'Or use the console: open this link to create the first operator account (works once, within half an hour):',
          `  ${firstLink}`,
        ]),
    '',
  ].join('\n')
}
