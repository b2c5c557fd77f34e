/** `sluice networks …`: the chains on which stablecoins are accepted, for operators. */
import { Argument, Option } from 'commander'
import { asOperator, report } from './client.ts'
import type { Context, SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { addOperations, listed, type OperatorCommand } from './operator-command.ts'
import { at, facts, leaves, listAt } from './output.ts'
import { wholeNumber } from './pages.ts'

export function addNetworks(program: SluiceCommand): void {
  const networks = program.command('networks').description('networks for stablecoins (operators)')
  addAdd(networks)
  addOperations(networks, READING)
  addUpdate(networks)
  addOperations(networks, WATCHING)
}

const networkPath = (chainId: number): string => `/admin/networks/${chainId}`

interface SettingOptions {
  readonly rpc?: readonly string[]
  readonly rpcEnv?: boolean
  readonly xpub?: string
  readonly token?: readonly string[]
  readonly confirmations?: number
  readonly blockRange?: number
  readonly poll?: number
}

const addSettings = (command: SluiceCommand): SluiceCommand =>
  command
    .option('--rpc <url...>', 'where its nodes answer, asked in turn')
    .option('--rpc-env', 'take the URLs from the variable RPC_URLS, separated by spaces: they hold keys')
    .option('--xpub <key>', "extended public key of m/44'/60'/a' or m/44'/60'/a'/0")
    .option('--token <currency:contract:decimals...>', 'a token that differs from the catalogue')
    .option('--confirmations <number>', 'blocks until a transfer is final', wholeNumber)
    .option('--block-range <number>', 'blocks in one query, as the RPC nodes allow', wholeNumber)
    .option('--poll <seconds>', 'how often it is read', wholeNumber)

/** Other users of the machine can read a command line, but not a variable. */
function urlsOf({ env }: Context, { rpc, rpcEnv }: SettingOptions): readonly string[] | undefined {
  if (!rpcEnv) return rpc
  const urls = (env.RPC_URLS ?? '').split(/\s+/).filter((url) => url !== '')
  if (urls.length === 0) throw new CliFailure('usage', 'the variable RPC_URLS is empty')
  return urls
}

function settingsOf(context: Context, options: SettingOptions) {
  const { xpub, token, confirmations, blockRange, poll } = options
  const urls = urlsOf(context, options)
  return {
    ...(urls !== undefined && { rpcUrls: urls }),
    ...(xpub !== undefined && { xpub }),
    ...(token !== undefined && { tokens: Object.fromEntries(token.map(tokenOf)) }),
    ...(confirmations !== undefined && { confirmations }),
    ...(blockRange !== undefined && { blockRange }),
    ...(poll !== undefined && { pollSecs: poll }),
  }
}

function tokenOf(text: string): readonly [string, object] {
  const [currency, contract, decimals = '6', ...rest] = text.split(':')
  if (!currency || !contract || !/^\d{1,2}$/.test(decimals) || rest.length > 0) {
    throw new CliFailure('usage', `not a token: ${text} (write it like USDC:0x…:6)`)
  }
  return [currency.toUpperCase(), { contract, decimals: Number(decimals) }]
}

interface AddOptions extends SettingOptions {
  readonly test?: boolean
  readonly chain?: number
}

function addAdd(networks: SluiceCommand): void {
  const add = networks
    .command('add')
    .description('add a network; compare the first address with your wallet before you use it')
    .argument('<code>', 'ERC20, BASE, POLYGON, ARBITRUM')
    .option('--test', 'a chain without value, for test merchants')
    .option('--chain <number>', 'the chain of a test network (EIP-155)', wholeNumber)
  addSettings(add.sends('POST /admin/networks')).action(
    async (code: string, options: AddOptions, command: SluiceCommand) => {
      const { test, chain } = options
      const { context } = command
      const body = {
        code: code.toUpperCase(),
        ...(test && { isTest: true }),
        ...(chain !== undefined && { chainId: chain }),
        ...settingsOf(context, options),
      }
      report(context, await asOperator(context, { method: 'POST', path: '/admin/networks', body }), factsOf)
    },
  )
}

const factsOf = (body: unknown): string => facts(leaves(body))

const CHAIN = new Argument('<chain>', 'the chain ID (EIP-155)').argParser(wholeNumber)

const READING: readonly OperatorCommand[] = [
  {
    name: 'list',
    sends: 'GET /admin/networks',
    does: 'all networks and their health',
    shows: listed(
      [
        ['CHAIN', 'chainId'],
        ['CODE', 'code'],
        ['KIND', (row) => (at(row, 'isTest') === true ? 'test' : 'live')],
        ['USE', (row) => (at(row, 'enabled') === true ? 'on' : 'off')],
        ['FINAL', 'finalBlock'],
        ['HEALTH', (row) => (at(row, 'health', 'healthy') === true ? 'healthy' : 'UNHEALTHY')],
        ['DETAIL', 'health.detail'],
      ],
      'none yet',
    ),
  },
  { name: 'show', sends: 'GET /admin/networks/{chainId}', does: 'one network', takes: { chainId: CHAIN } },
]

const WATCHING: readonly OperatorCommand[] = [
  {
    name: 'rescan',
    sends: 'POST /admin/networks/{chainId}/!rescan',
    does: 'scan blocks again to find missed transfers',
    takes: {
      chainId: CHAIN,
      fromBlock: new Argument('<block>', 'the first one').argParser(wholeNumber),
    },
  },
  {
    name: 'addresses',
    sends: 'GET /admin/networks/{chainId}/addresses',
    does: 'list issued addresses and the money received, for sweeping',
    takes: { chainId: CHAIN },
    options: { used: new Option('--used', 'only addresses that received money') },
    shows: listed([
      ['NUMBER', 'number'],
      ['ADDRESS', 'address'],
      ['MERCHANT', 'merchantCode'],
      ['PAYIN', 'idPayin'],
      ['EXPECTED', 'expected'],
      ['STATE', (row) => (at(row, 'isPaid') === true ? 'paid' : '')],
      ['TRANSFERS', transfersOf],
    ]),
  },
]

function transfersOf(row: unknown): string {
  return listAt(row, 'transfers')
    .map((transfer) => `${at(transfer, 'units')} ${at(transfer, 'currency')} ${at(transfer, 'state')}`)
    .join(', ')
}

interface UpdateOptions extends SettingOptions {
  readonly on?: boolean
  readonly off?: boolean
}

function addUpdate(networks: SluiceCommand): void {
  const update = networks
    .command('update')
    .description('change a network; other settings stay')
    .argument('<chain>', 'the chain ID (EIP-155)', wholeNumber)
    .option('--on', 'accept new payins')
    .option('--off', 'no new payins; addresses already issued are still monitored')
  addSettings(update.sends('PATCH /admin/networks/{chainId}')).action(
    async (chain: number, options: UpdateOptions, command: SluiceCommand) => {
      const { on, off } = options
      if (on && off) throw new CliFailure('usage', 'give --on or --off, not both')
      const { context } = command
      const body = {
        ...settingsOf(context, options),
        ...(on && { enabled: true }),
        ...(off && { enabled: false }),
      }
      if (Object.keys(body).length === 0) throw new CliFailure('usage', 'nothing to change: see --help')
      const answer = await asOperator(context, { method: 'PATCH', path: networkPath(chain), body })
      report(context, answer, factsOf)
    },
  )
}
