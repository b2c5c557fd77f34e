/** `sluice connectors …`: providers outside of the gateway, as an operator. */
import { asOperator, report } from './client.ts'
import type { Context, SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { fileJson } from './files.ts'
import { at, facts, leaves, listAt, table } from './output.ts'

const PATH = '/admin/connectors'
const pathOf = (name: string): string => `${PATH}/${encodeURIComponent(name)}`

export function addConnectors(program: SluiceCommand): void {
  const connectors = program.command('connectors').description('providers spoken to over HTTP (operators)')
  addReading(connectors)
  addChanging(connectors)
  addSecrets(connectors)
}

const connectorText = (body: unknown): string =>
  facts(
    leaves(body).filter(([name]) => !name.startsWith('manifest.services') && !name.startsWith('services')),
  )

async function send(
  command: SluiceCommand,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<void> {
  const context: Context = command.context
  const answer = await asOperator(context, { method, path, ...(body && { body }) })
  report(context, answer, method === 'DELETE' ? () => 'done' : connectorText)
}

function addReading(connectors: SluiceCommand): void {
  connectors
    .command('list', { isDefault: true })
    .description('all connectors, the oldest first')
    .action(async (_options: object, command: SluiceCommand) => {
      const { context } = command
      report(context, await asOperator(context, { method: 'GET', path: PATH }), (body) => {
        const rows = listAt(body, 'data').map((row) => [
          at(row, 'name'),
          at(row, 'status'),
          at(row, 'healthy') === true ? 'healthy' : 'UNHEALTHY',
          at(row, 'baseUrl'),
          at(row, 'detail'),
        ])
        return table(['NAME', 'STATUS', 'HEALTH', 'URL', 'DETAIL'], rows, 'there are none yet')
      })
    })
  connectors
    .command('show')
    .description('one connector, and what it says of itself')
    .argument('<name>', 'http-… or test-…')
    .action(async (name: string, _options: object, command: SluiceCommand) => {
      const { context } = command
      report(context, await asOperator(context, { method: 'GET', path: pathOf(name) }), connectorText)
    })
}

interface ChangeOptions {
  readonly url?: string
  readonly services?: string
  readonly live?: boolean
  readonly pause?: boolean
  readonly resume?: boolean
}

function addChanging(connectors: SluiceCommand): void {
  connectors
    .command('create')
    .description('register a connector; its secret is shown once')
    .argument('<name>', 'a-z 0-9 -; its processor is test-<name>, or http-<name> with --live')
    .argument('<url>', 'where it is reached')
    .option('--live', 'serves live merchants, for ever; otherwise test merchants')
    .option('--services <file>', 'what it serves as JSON; otherwise what it says itself')
    .action(async (name: string, url: string, { live, services }: ChangeOptions, command: SluiceCommand) => {
      await send(command, 'POST', PATH, {
        name,
        isTest: live !== true,
        baseUrl: url,
        ...(services !== undefined && { services: fileJson(command.context, services) }),
      })
    })
  connectors
    .command('update')
    .description('change a connector; what is not given stays')
    .argument('<name>', 'http-… or test-…')
    .option('--url <url>', 'where it is reached')
    .option('--services <file>', 'what it serves as JSON; none: what it says itself')
    .option('--pause', 'no new payments; those that it has are still asked about')
    .option('--resume', 'new payments again')
    .action(async (name: string, { url, services, pause, resume }: ChangeOptions, command: SluiceCommand) => {
      if (pause && resume) throw new CliFailure('usage', 'give --pause or --resume, not both')
      await send(command, 'PATCH', pathOf(name), {
        ...(url !== undefined && { baseUrl: url }),
        ...(services !== undefined && {
          services: services === 'none' ? null : fileJson(command.context, services),
        }),
        ...(pause && { status: 'PAUSED' }),
        ...(resume && { status: 'ACTIVE' }),
      })
    })
  connectors
    .command('remove')
    .description('take a connector away for which no payment waits')
    .argument('<name>', 'http-… or test-…')
    .action(async (name: string, _options: object, command: SluiceCommand) => {
      await send(command, 'DELETE', pathOf(name))
    })
}

function addSecrets(connectors: SluiceCommand): void {
  connectors
    .command('add-secret')
    .description('add a secret, which is shown once; the old ones hold until they are removed')
    .argument('<name>', 'http-… or test-…')
    .action(async (name: string, _options: object, command: SluiceCommand) => {
      await send(command, 'POST', `${pathOf(name)}/secrets`)
    })
  connectors
    .command('remove-secret')
    .description('remove a secret')
    .argument('<name>', 'http-… or test-…')
    .argument('<id>', 'of the secret, as show tells')
    .action(async (name: string, id: string, _options: object, command: SluiceCommand) => {
      await send(command, 'DELETE', `${pathOf(name)}/secrets/${encodeURIComponent(id)}`)
    })
}
