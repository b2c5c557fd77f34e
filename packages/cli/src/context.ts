/**
 * What every command needs: the gateway's address, the caller's credentials, and how to print.
 *
 * Read from the options, then the environment, then the data folder of a gateway that was started here. Secrets come
 * from files or the environment, never from the command line, which every user of the machine can read.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Transport } from '@sluice/client/main.ts'
import { type DataFolder, dataFolder, readIfThere } from '@sluice/gateway/server/data-folder.ts'
import { type MerchantFile, readMerchantFile } from '@sluice/gateway/server/sandbox-files.ts'
import { Command } from 'commander'
import type { OperationName } from './admin-operations.ts'
import { CliFailure } from './failure.ts'
import { unsteered } from './output.ts'
import type { CommandSurroundings } from './surroundings.ts'

const DEFAULT_URL = 'http://127.0.0.1:8080'

interface GlobalOptions {
  readonly url?: string
  readonly dataDir?: string
  readonly adminTokenFile?: string
  readonly json?: boolean
}

export interface Context extends CommandSurroundings {
  /** Without a trailing slash. */
  readonly url: string
  readonly transport: Transport
  /** Whether the gateway has answered this command before; if not, it is not waited for. */
  readonly contact: { hasAnswered: boolean }
  readonly folder: DataFolder
  readonly json: boolean
  /** The test merchant created at the first start. */
  readonly sandbox: MerchantFile | undefined
  readonly adminTokenFile: string
  /** Prints a result. */
  print(text: string): void
  /** Prints hints and progress, for people only. */
  note(text: string): void
  /** Waits this many milliseconds. */
  pause(delayMs: number): Promise<void>
  /** Resolves a path that was typed. */
  locate(path: string): string
}

/** For one attempt at a request. */
export const TIMEOUT_MS = 30_000

/** A command of `sluice`, or a noun with commands. */
export class SluiceCommand extends Command {
  readonly #surroundings: CommandSurroundings
  readonly #sends: OperationName[] = []
  #context: Context | undefined

  constructor(surroundings: CommandSurroundings, name?: string) {
    super(name)
    this.#surroundings = surroundings
  }

  override createCommand(name?: string): SluiceCommand {
    return new SluiceCommand(this.#surroundings, name)
  }

  /**
   * Declares which operations of the operators' API it may send, for the operators' page, which names the command of
   * each operation.
   */
  sends(...operations: readonly OperationName[]): this {
    this.#sends.push(...operations)
    return this
  }

  get operations(): readonly OperationName[] {
    return this.#sends
  }

  /**
   * An unknown word after a noun reaches its default command, which takes none; the message lists the existing
   * commands.
   */
  override error(message: string, options?: Parameters<Command['error']>[1]): never {
    const noun = this.#nounOfUnknown(options?.code)
    if (!noun) return super.error(message, options)
    const [word = ''] = this.args
    const names = noun.commands.map((command) => command.name()).join(', ')
    const said = `error: unknown command '${word}': ${pathOf(noun)} has ${names}`
    return super.error(said, { ...options, code: 'commander.unknownCommand' })
  }

  /** @param code commander's code of the mistake */
  #nounOfUnknown(code: string | undefined): Command | undefined {
    if (code === 'commander.unknownCommand') return this.parent ? this : undefined
    const { parent, args } = this
    const [word = ''] = args
    const isDefault = code === 'commander.excessArguments' && this.registeredArguments.length === 0
    const isNamed =
      parent?.args.includes(this.name()) || parent?.commands.some((each) => each.name() === word)
    return isDefault && parent?.parent && !isNamed ? parent : undefined
  }

  /** Made from the given options. @throws CliFailure if they are invalid */
  get context(): Context {
    this.#context ??= contextFrom(this.#surroundings, this.optsWithGlobals())
    return this.#context
  }
}

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

export function addGlobalOptions(program: SluiceCommand): void {
  program
    .option(
      '--url <url>',
      'URL of the gateway (SLUICE_URL; default: as in the data folder, or http://127.0.0.1:8080)',
    )
    .option('--data-dir <folder>', 'data folder of a gateway on this machine (DATA_DIR; default: ./data)')
    .option(
      '--admin-token-file <file>',
      "file with an operator's token (SLUICE_ADMIN_TOKEN; default: admin-token in the data folder)",
    )
    .option('--json', "print the gateway's JSON")
}

function contextFrom(surroundings: CommandSurroundings, options: GlobalOptions): Context {
  const { env, fetch, clock } = surroundings
  const locate = (path: string) => resolve(surroundings.workingFolder, path)
  const folder = dataFolder(locate(options.dataDir ?? (env.DATA_DIR || './data')))
  const sandbox = readMerchantFile(folder)
  const url = options.url ?? (env.SLUICE_URL || sandbox?.baseUrl || DEFAULT_URL)
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new CliFailure('usage', `not an http or https URL: ${url}`)
  const transport = new Transport({ baseUrl: url, fetch, clock, timeoutMs: TIMEOUT_MS })
  return {
    ...surroundings,
    url: transport.baseUrl,
    transport,
    contact: { hasAnswered: false },
    folder,
    json: options.json ?? false,
    sandbox,
    adminTokenFile: options.adminTokenFile ?? '',
    print: (text) => surroundings.writeOut(`${unsteered(text)}\n`),
    note: (text) => surroundings.writeError(`${unsteered(text)}\n`),
    pause: (delayMs) => new Promise((resolve) => clock.after(delayMs, resolve)),
    locate,
  }
}

/** The operator's token: from an option, else the environment, else the data folder. */
export function adminToken({ adminTokenFile, folder, env, locate }: Context): string {
  const fromEnvironment = adminTokenFile === '' ? env.SLUICE_ADMIN_TOKEN : undefined
  const file = adminTokenFile || folder.adminToken
  const token = fromEnvironment || readIfThere(locate(file))?.trim()
  if (token) return token
  const where = adminTokenFile === '' ? 'say with --data-dir where its data is, ' : ''
  throw new CliFailure(
    'usage',
    `no operator's token: there is no ${file}; ${where}name a file with --admin-token-file, or set SLUICE_ADMIN_TOKEN`,
  )
}

/** The merchant and its key. */
export interface MerchantIdentity {
  readonly code: string
  readonly privateKeyPem: string
}

export interface MerchantOptions {
  readonly merchant?: string
  readonly keyFile?: string
}

export function addMerchantOptions(command: SluiceCommand): SluiceCommand {
  return command
    .option(
      '--merchant <code>',
      "the merchant to act as (SLUICE_MERCHANT; default: the data folder's test merchant)",
    )
    .option(
      '--key-file <file>',
      "the merchant's private key, PEM (SLUICE_KEY_FILE; default: the key in the data folder)",
    )
}

export function merchantOf(context: Context, options: MerchantOptions): MerchantIdentity {
  const { sandbox, folder, env, locate } = context
  const code = merchantCodeOf(context, options)
  const isSandbox = code === sandbox?.merchantCode
  const file = options.keyFile ?? env.SLUICE_KEY_FILE ?? keptKey(folder, code, isSandbox)
  if (file === undefined) throw new CliFailure('usage', `name the private key of ${code} with --key-file`)
  const privateKeyPem = readIfThere(locate(file))
  if (privateKeyPem === undefined) throw new CliFailure('usage', `there is no file ${file}`)
  return { code, privateKeyPem }
}

/** The private key stored by a first start or by `merchants create --save`. */
function keptKey(folder: DataFolder, code: string, isSandbox: boolean): string | undefined {
  if (isSandbox) return folder.privateKey
  const saved = join(folder.merchants, code, 'private-key.pem')
  return existsSync(saved) ? saved : undefined
}

/** For operators' commands, which need no key. */
export function merchantCodeOf({ sandbox, env }: Context, options: MerchantOptions): string {
  const code = options.merchant ?? (env.SLUICE_MERCHANT || sandbox?.merchantCode)
  if (code !== undefined) return code
  throw new CliFailure(
    'usage',
    `no merchant: start a gateway in this folder (${join('data', 'sandbox')} is missing), name its data folder with --data-dir, or use --merchant`,
  )
}
