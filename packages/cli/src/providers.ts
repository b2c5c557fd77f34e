/** `sluice providers …`: accounts with providers whose API the gateway speaks, for operators. */
import { Argument, Option } from 'commander'
import type { Context, SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { fileText } from './files.ts'
import { addOperations, listed, type OperatorCommand } from './operator-command.ts'
import { at, type Fact, facts, leaves, listAt, table } from './output.ts'

const NAME = 'native-… or test-native-…'

export function addProviders(program: SluiceCommand): void {
  const providers = program.command('providers').description('provider accounts (operators)')
  addOperations(providers, [...READING, ...CHANGING, ...CHECKING])
}

/** Each provider, and what an account of it needs. */
const kindsText = (body: unknown): string => [...listAt(body, 'data').map(kindText), IDENTITY].join('\n\n')

const IDENTITY = 'identity: identifies the account at the provider; cannot change while payments are open'

const kindText = (kind: unknown): string =>
  [
    `${at(kind, 'provider')}: ${at(kind, 'title')}`,
    table(
      ['SETTING', '', 'WHAT'],
      listAt(kind, 'settings').map((setting) => [
        at(setting, 'name'),
        [
          at(setting, 'isMandatory') === true ? 'mandatory' : '',
          at(setting, 'isSecret') === true ? 'secret' : '',
          at(setting, 'identity') === 'account' ? 'identity' : '',
        ]
          .filter((word) => word !== '')
          .join(', '),
        at(setting, 'description'),
      ]),
      'nothing',
    ),
  ].join('\n')

/**
 * One line for each kind that it serves and one line for its secrets, because a line for each value would fill three
 * screens.
 */
function accountText(body: unknown): string {
  return facts([
    ...leaves(body)
      .filter(([name]) => !/^(serves|secrets)\./.test(name))
      // A key in PEM.
      .map(
        ([name, value]): Fact => [name, typeof value === 'string' ? value.replace(/\s*\n\s*/g, ' ') : value],
      ),
    ...listAt(body, 'secrets').map((secret): Fact => {
      const endsAt = at(secret, 'endsAt')
      return [
        `secret ${at(secret, 'name')}`,
        `set ${at(secret, 'setAt')}${typeof endsAt === 'string' ? `, ends ${endsAt}` : ''}`,
      ]
    }),
    ...listAt(body, 'serves').map(
      (service): Fact => [
        `serves ${at(service, 'kind')}`,
        `${listAt(service, 'paymentMethodCodes').join(', ')} in ${listAt(service, 'currencyCodes').join(', ')}`,
      ],
    ),
  ])
}

const READING: readonly OperatorCommand[] = [
  {
    name: 'list',
    isDefault: true,
    sends: 'GET /admin/providers',
    does: 'list provider accounts, oldest first',
    shows: listed(
      [
        ['NAME', 'name'],
        ['PROVIDER', 'provider'],
        ['STATUS', 'status'],
        ['HEALTH', (row) => (at(row, 'healthy') === true ? 'healthy' : 'UNHEALTHY')],
        ['DETAIL', 'detail'],
      ],
      'none yet',
    ),
  },
  {
    name: 'kinds',
    sends: 'GET /admin/providers/kinds',
    does: 'list the supported providers and their settings',
    takes: { provider: new Argument('[provider]', 'one of them alone: pix') },
    shows: kindsText,
  },
  {
    name: 'show',
    sends: 'GET /admin/providers/{name}',
    does: 'one account, without its secrets',
    takes: { name: NAME },
    shows: accountText,
  },
]

const SET = new Option('--set <name=value...>', 'settings; for secrets use --from')
const FROM = new Option('--from <name=file...>', 'settings read from files: secrets, certificates, keys')

const CHANGING: readonly OperatorCommand[] = [
  {
    name: 'add',
    sends: 'POST /admin/providers',
    does: 'add a provider account',
    takes: {
      provider: 'the provider: see sluice providers kinds',
      name: 'a-z 0-9 -; its processor is test-native-<name>, or native-<name> with --live',
    },
    options: {
      set: SET,
      from: FROM,
      live: new Option('--live', 'for live merchants; cannot be changed; default: test merchants'),
    },
    body: ({ provider, name, live, set, from }, context) => ({
      name,
      provider,
      isTest: live !== true,
      settings: settingsIn(context, set, from),
    }),
    shows: accountText,
  },
  {
    name: 'update',
    sends: 'PATCH /admin/providers/{name}',
    does: 'change settings of an account; other settings stay',
    takes: { name: NAME },
    options: {
      set: SET,
      from: FROM,
      pause: new Option('--pause', 'pause: no new payments; the status of existing ones is still checked'),
      resume: new Option('--resume', 'resume: new payments again'),
    },
    body: ({ set, from, pause, resume }, context) => {
      if (pause && resume) throw new CliFailure('usage', 'give --pause or --resume, not both')
      return {
        ...((set !== undefined || from !== undefined) && { settings: settingsIn(context, set, from) }),
        ...(pause === true && { status: 'PAUSED' }),
        ...(resume === true && { status: 'ACTIVE' }),
      }
    },
    shows: accountText,
  },
  {
    name: 'remove',
    sends: 'DELETE /admin/providers/{name}',
    does: 'delete an account without open payments that no product uses',
    takes: { name: NAME },
  },
]

const CHECKING: readonly OperatorCommand[] = [
  {
    name: 'check',
    sends: 'POST /admin/providers/{name}/!check',
    does: 'check credentials, certificate and notifications; nothing is changed',
    takes: { name: NAME },
    shows: listed(
      [
        ['WHAT', 'what'],
        ['STATE', 'state'],
        ['DETAIL', 'detail'],
      ],
      'nothing to check',
      'findings',
    ),
  },
  {
    name: 'subscribe',
    sends: 'POST /admin/providers/{name}/!subscribe',
    does: "subscribe to the provider's notifications",
    takes: { name: NAME },
    shows: accountText,
  },
]

/** @throws CliFailure */
function settingsIn(context: Context, set: unknown, from: unknown): Readonly<Record<string, string>> {
  const pairs = [
    ...partsOf(set, '--set'),
    ...partsOf(from, '--from').map(([name, path]) => [name, fileText(context, path).trim()] as const),
  ]
  const settings: Record<string, string> = {}
  for (const [name, value] of pairs) {
    if (Object.hasOwn(settings, name)) throw new CliFailure('usage', `${name} is given twice`)
    settings[name] = value
  }
  return settings
}

/** @throws CliFailure */
const partsOf = (values: unknown, option: string): readonly (readonly [string, string])[] =>
  (Array.isArray(values) ? values : []).map((pair: unknown) => {
    const [, name, value] = /^([A-Za-z]{1,40})=(.*)$/s.exec(String(pair)) ?? []
    if (name === undefined || value === undefined)
      throw new CliFailure('usage', `${option} takes name=value: ${option} pixKey=…`)
    return [name, value] as const
  })
