/**
 * `sluice serve`: runs the gateway until it is told to stop.
 *
 * Standard output is the log (JSON lines); what is meant for a human's eyes goes to standard error. The first SIGTERM or
 * SIGINT finishes what was accepted, a second one ends at once. Exit codes: 0 stopped in order, 1 could not start or
 * failed, 2 wrong configuration.
 */
import { flushCompileCache } from 'node:module'
import { relative } from 'node:path'
import { type Config, type ConfigFault, readConfig, SETTINGS } from '../start/config.ts'
import type { Running } from '../start/running.ts'
import type { SluiceCommand } from './context.ts'
import { EXIT } from './failure.ts'
import { whenOrphaned } from './orphan.ts'

/** To a human: standard output is the log. */
const say = (text: string): void => void process.stderr.write(`${text}\n`)

export function addServe(program: SluiceCommand): void {
  program
    .command('serve')
    .description('run the gateway; settings come from the environment')
    .option('--roles <roles>', 'api, worker or both, separated by a comma; the same as SLUICE_ROLES')
    .configureHelp({
      showGlobalOptions: true,
      // It talks to no gateway: of what holds for all commands only the folder means something.
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
  const { dataDir, roles } = command.optsWithGlobals<{ dataDir?: string; roles?: string }>()
  // The gateway's own timers keep no process alive.
  const awake = setInterval(() => {}, 2 ** 30)
  const config = readConfig({
    ...process.env,
    ...(dataDir !== undefined && { DATA_DIR: dataDir }),
    ...(roles !== undefined && { SLUICE_ROLES: roles }),
  })
  if (!config.ok) {
    say(faultsText(config.failure))
    process.exit(EXIT.usage)
  }
  const startedAt = process.hrtime.bigint()
  // Only here: the other commands need not wait for the whole house to be read.
  const { serve } = await import('../start/serve.ts')
  const started = await serve(config.value)
  if (!started.ok) {
    say(`Sluice does not start: ${started.failure}`)
    process.exit(1)
  }
  const running = started.value
  const tookMs = Number((process.hrtime.bigint() - startedAt) / 1_000_000n)
  stopOnSignals(running, () => clearInterval(awake))
  say(banner(running, config.value, tookMs))
  // Otherwise it is written at the end, and a server that is killed would have to compile everything again.
  flushCompileCache()
}

function faultsText(faults: readonly ConfigFault[]): string {
  const lines = faults.map(({ variable, problem, remedy }) => `  ${variable} ${problem}: ${remedy}`)
  return ['Sluice does not start: its configuration is wrong.', ...lines].join('\n')
}

function stopOnSignals(running: Running, released: () => void): void {
  const { log } = running.app.gateway.deps
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping: finishing what was accepted')
    running.stop().then(
      () => {
        released()
        log.info({}, 'stopped')
        process.exit(0)
      },
      (error: unknown) => crash(running, 'the shutdown failed', error),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  whenOrphaned(() => stop('SIGTERM'))
  process.on('uncaughtException', (error) => crash(running, 'an error nobody expected', error))
  process.on('unhandledRejection', (error) => crash(running, 'an error nobody expected', error))
}

/** What was committed is safe; anything else could build on a state that we do not understand. */
function crash(running: Running, message: string, error: unknown): never {
  const err = error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : {}
  running.app.gateway.deps.log.error({ err }, message)
  process.exit(1)
}

function banner({ baseUrl, folder, testCheckout }: Running, config: Config, tookMs: number): string {
  const here = relative(process.cwd(), folder.path)
  const shown = here === '' || here.startsWith('..') ? folder.path : `./${here}`
  const option = shown === './data' ? '' : ` --data-dir ${shown}`
  const embedded = config.databaseUrl === undefined
  const facts = [
    ['description', `${baseUrl}/docs`],
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
      : ['', 'Or pay as a customer would (a test, no money moves):', `  ${testCheckout}`]),
    '',
  ].join('\n')
}
