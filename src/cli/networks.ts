/** `sluice networks …`: the chains on which stablecoins are taken, as an operator. */
import { asOperator, report } from './client.ts'
import type { Context, SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { at, facts, leaves, listAt, table } from './output.ts'
import { addPageOptions, noteNextPage, type PagingOptions, pathWith, wholeNumber } from './pages.ts'

export function addNetworks(program: SluiceCommand): void {
  const networks = program
    .command('networks')
    .description('chains on which stablecoins are taken (operators)')
  addAdd(networks)
  addList(networks)
  addShow(networks)
  addUpdate(networks)
  addRescan(networks)
  addAddresses(networks)
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
    .option('--token <currency:contract:decimals...>', 'a token that is not as the catalogue has it')
    .option('--confirmations <number>', 'blocks until a transfer is final', wholeNumber)
    .option('--block-range <number>', 'blocks in one query: what the nodes allow', wholeNumber)
    .option('--poll <seconds>', 'how often it is read', wholeNumber)

/** What is typed on a command line is seen by others on the machine; a variable is not. */
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
    .description('set a network up; compare the first address with your wallet before you use it')
    .argument('<code>', 'ERC20, BASE, POLYGON, ARBITRUM')
    .option('--test', 'a chain without value, for test merchants')
    .option('--chain <number>', 'the chain of a test network (EIP-155)', wholeNumber)
  addSettings(add).action(async (code: string, options: AddOptions, command: SluiceCommand) => {
    const { test, chain } = options
    const { context } = command
    const body = {
      code: code.toUpperCase(),
      ...(test && { isTest: true }),
      ...(chain !== undefined && { chainId: chain }),
      ...settingsOf(context, options),
    }
    report(context, await asOperator(context, { method: 'POST', path: '/admin/networks', body }), factsOf)
  })
}

const factsOf = (body: unknown): string => facts(leaves(body))

function addList(networks: SluiceCommand): void {
  networks
    .command('list')
    .description('all networks, and how they are')
    .action(async (_options: object, command: SluiceCommand) => {
      const { context } = command
      report(context, await asOperator(context, { method: 'GET', path: '/admin/networks' }), (body) => {
        const rows = listAt(body, 'data').map((row) => [
          at(row, 'chainId'),
          at(row, 'code'),
          at(row, 'isTest') === true ? 'test' : 'live',
          at(row, 'enabled') === true ? 'on' : 'off',
          at(row, 'finalBlock'),
          at(row, 'health', 'healthy') === true ? 'healthy' : 'UNHEALTHY',
          at(row, 'health', 'detail'),
        ])
        return table(
          ['CHAIN', 'CODE', 'KIND', 'USE', 'FINAL', 'HEALTH', 'DETAIL'],
          rows,
          'there are none yet',
        )
      })
    })
}

function addShow(networks: SluiceCommand): void {
  networks
    .command('show')
    .description('one network')
    .argument('<chain>', 'its number (EIP-155)', wholeNumber)
    .action(async (chain: number, _options: object, command: SluiceCommand) => {
      const { context } = command
      report(context, await asOperator(context, { method: 'GET', path: networkPath(chain) }), factsOf)
    })
}

interface UpdateOptions extends SettingOptions {
  readonly on?: boolean
  readonly off?: boolean
}

function addUpdate(networks: SluiceCommand): void {
  const update = networks
    .command('update')
    .description('change a network; what is not given stays')
    .argument('<chain>', 'its number (EIP-155)', wholeNumber)
    .option('--on', 'it takes new payins')
    .option('--off', 'it takes no new payins; what was given out is watched on')
  addSettings(update).action(async (chain: number, options: UpdateOptions, command: SluiceCommand) => {
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
  })
}

function addRescan(networks: SluiceCommand): void {
  networks
    .command('rescan')
    .description('read blocks again: what is known stays, what was missed is found')
    .argument('<chain>', 'its number (EIP-155)', wholeNumber)
    .argument('<block>', 'the first one', wholeNumber)
    .action(async (chain: number, fromBlock: number, _options: object, command: SluiceCommand) => {
      const { context } = command
      const path = `${networkPath(chain)}/!rescan`
      report(context, await asOperator(context, { method: 'POST', path, body: { fromBlock } }), factsOf)
    })
}

interface AddressOptions extends PagingOptions {
  readonly used?: boolean
}

function addAddresses(networks: SluiceCommand): void {
  const addresses = networks
    .command('addresses')
    .description('the addresses given out, and what came to them: for sweeping')
    .argument('<chain>', 'its number (EIP-155)', wholeNumber)
    .option('--used', 'only those to which something came')
  addPageOptions(addresses).action(
    async (chain: number, { used, limit, cursor }: AddressOptions, command: SluiceCommand) => {
      const { context } = command
      const path = pathWith(`${networkPath(chain)}/addresses`, {
        used: used ? true : undefined,
        limit,
        cursor,
      })
      const answer = await asOperator(context, { method: 'GET', path })
      report(context, answer, (body) => {
        const rows = listAt(body, 'data').map((row) => [
          at(row, 'number'),
          at(row, 'address'),
          at(row, 'merchantCode'),
          at(row, 'idPayin'),
          at(row, 'expected'),
          at(row, 'isPaid') === true ? 'paid' : '',
          listAt(row, 'transfers')
            .map(
              (transfer) => `${at(transfer, 'units')} ${at(transfer, 'currency')} ${at(transfer, 'state')}`,
            )
            .join(', '),
        ])
        const heads = ['NUMBER', 'ADDRESS', 'MERCHANT', 'PAYIN', 'EXPECTED', 'STATE', 'TRANSFERS']
        return table(heads, rows, 'there are none')
      })
      noteNextPage(context, answer)
    },
  )
}
