/** `sluice connectors …`: external programs for providers, for operators. */
import { Argument, Option } from 'commander'
import type { SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { fileJson } from './files.ts'
import { addOperations, listed, type OperatorCommand } from './operator-command.ts'
import { at, facts, leaves } from './output.ts'

const NAME = 'http-… or test-…'

export function addConnectors(program: SluiceCommand): void {
  const connectors = program
    .command('connectors')
    .description('connectors to providers over HTTP (operators)')
  addOperations(connectors, [...READING, ...CHANGING, ...SECRETS])
}

const connectorText = (body: unknown): string =>
  facts(
    leaves(body).filter(([name]) => !name.startsWith('manifest.services') && !name.startsWith('services')),
  )

const READING: readonly OperatorCommand[] = [
  {
    name: 'list',
    isDefault: true,
    sends: 'GET /admin/connectors',
    does: 'all connectors, oldest first',
    shows: listed(
      [
        ['NAME', 'name'],
        ['STATUS', 'status'],
        ['HEALTH', (row) => (at(row, 'healthy') === true ? 'healthy' : 'UNHEALTHY')],
        ['URL', 'baseUrl'],
        ['DETAIL', 'detail'],
      ],
      'none yet',
    ),
  },
  {
    name: 'show',
    sends: 'GET /admin/connectors/{name}',
    does: 'show a connector and the status that it reports',
    takes: { name: NAME },
    shows: connectorText,
  },
]

const SERVICES = '--services <file>'

const CHANGING: readonly OperatorCommand[] = [
  {
    name: 'create',
    sends: 'POST /admin/connectors',
    does: 'add a connector; its secret is shown once',
    takes: {
      name: 'a-z 0-9 -; its processor is test-<name>, or http-<name> with --live',
      baseUrl: new Argument('<url>', 'its URL'),
    },
    options: {
      live: new Option('--live', 'for live merchants; cannot be changed; default: test merchants'),
      services: new Option(SERVICES, 'its methods as JSON; default: what it reports'),
    },
    body: ({ name, baseUrl, live, services }, context) => ({
      name,
      isTest: live !== true,
      baseUrl,
      ...(services !== undefined && { services: fileJson(context, String(services)) }),
    }),
    shows: connectorText,
  },
  {
    name: 'update',
    sends: 'PATCH /admin/connectors/{name}',
    does: 'change a connector; other settings stay',
    takes: { name: NAME },
    options: {
      baseUrl: new Option('--url <url>', 'its URL'),
      sameConnector: new Option(
        '--same-connector',
        'with --url: the same connector, with all its payment data, at a new address',
      ),
      services: new Option(SERVICES, 'its methods as JSON; none: what it reports'),
      pause: new Option('--pause', 'pause: no new payments; the status of existing ones is still checked'),
      resume: new Option('--resume', 'resume: new payments again'),
    },
    body: ({ baseUrl, sameConnector, services, pause, resume }, context) => {
      if (pause && resume) throw new CliFailure('usage', 'give --pause or --resume, not both')
      return {
        ...(baseUrl !== undefined && { baseUrl }),
        ...(sameConnector !== undefined && { sameConnector }),
        ...(services !== undefined && {
          services: services === 'none' ? null : fileJson(context, String(services)),
        }),
        ...(pause === true && { status: 'PAUSED' }),
        ...(resume === true && { status: 'ACTIVE' }),
      }
    },
    shows: connectorText,
  },
  {
    name: 'remove',
    sends: 'DELETE /admin/connectors/{name}',
    does: 'delete a connector without open payments that no product uses',
    takes: { name: NAME },
  },
]

const SECRETS: readonly OperatorCommand[] = [
  {
    name: 'add-secret',
    sends: 'POST /admin/connectors/{name}/secrets',
    does: 'add a secret, shown once; the old ones stay active until removed',
    takes: { name: NAME },
    shows: connectorText,
  },
  {
    name: 'remove-secret',
    sends: 'DELETE /admin/connectors/{name}/secrets/{id}',
    does: 'remove a secret',
    takes: { name: NAME, id: 'of the secret, as show prints it' },
  },
]
