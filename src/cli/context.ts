/**
 * What every command knows: where the gateway is, who asks, and how to print.
 *
 * Taken from the options, then the environment, then the data folder of a gateway that was started here. Secrets come from
 * files or the environment, never from the command line, where every user of the machine could read them.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { type DataFolder, dataFolder, readIfThere } from '../start/data-folder.ts'
import { type MerchantFile, readMerchantFile } from '../start/sandbox-files.ts'
import { CliFailure } from './failure.ts'

const DEFAULT_URL = 'http://127.0.0.1:8080'

interface GlobalOptions {
  readonly url?: string
  readonly dataDir?: string
  readonly adminTokenFile?: string
  readonly json?: boolean
}

export interface Context {
  /** Without a slash at its end. */
  readonly url: string
  readonly folder: DataFolder
  readonly json: boolean
  /** Of the test merchant made at the first start. */
  readonly sandbox: MerchantFile | undefined
  readonly adminTokenFile: string
}

export function addGlobalOptions(program: Command): void {
  program
    .option(
      '--url <url>',
      'where the gateway is (SLUICE_URL; otherwise as the data folder says, or http://127.0.0.1:8080)',
    )
    .option('--data-dir <folder>', 'data folder of a gateway started here (DATA_DIR; otherwise ./data)')
    .option(
      '--admin-token-file <file>',
      "file with an operator's token (SLUICE_ADMIN_TOKEN; otherwise admin-token in the data folder)",
    )
    .option('--json', "print the gateway's JSON")
}

export function contextOf(command: Command): Context {
  const { url, dataDir, adminTokenFile, json } = command.optsWithGlobals<GlobalOptions>()
  const folder = dataFolder(dataDir ?? (process.env.DATA_DIR || './data'))
  const sandbox = readMerchantFile(folder)
  const chosen = url ?? (process.env.SLUICE_URL || sandbox?.baseUrl || DEFAULT_URL)
  if (!URL.canParse(chosen) || !/^https?:/.test(chosen))
    throw new CliFailure('usage', `not an http or https URL: ${chosen}`)
  return {
    url: chosen.replace(/\/+$/, ''),
    folder,
    json: json ?? false,
    sandbox,
    adminTokenFile: adminTokenFile ?? '',
  }
}

/** The operator's token. An option outweighs the environment, and that the data folder. */
export function adminToken({ adminTokenFile, folder }: Context): string {
  const fromEnvironment = adminTokenFile === '' ? process.env.SLUICE_ADMIN_TOKEN : undefined
  const file = adminTokenFile || folder.adminToken
  const token = fromEnvironment || readIfThere(file)?.trim()
  if (token) return token
  throw new CliFailure(
    'usage',
    `no operator's token: there is no ${file}; name a file with --admin-token-file, or set SLUICE_ADMIN_TOKEN`,
  )
}

/** Who asks as a merchant. */
export interface Merchant {
  readonly code: string
  readonly privateKeyPem: string
}

export interface MerchantOptions {
  readonly merchant?: string
  readonly keyFile?: string
}

export function addMerchantOptions(command: Command): Command {
  return command
    .option(
      '--merchant <code>',
      "which merchant asks (SLUICE_MERCHANT; otherwise the data folder's test merchant)",
    )
    .option(
      '--key-file <file>',
      "the merchant's private key, PEM (SLUICE_KEY_FILE; otherwise the one that the data folder has)",
    )
}

export function merchantOf({ sandbox, folder }: Context, options: MerchantOptions): Merchant {
  const code = merchantCodeOf(sandbox, options)
  const isSandbox = code === sandbox?.merchantCode
  const file = options.keyFile ?? process.env.SLUICE_KEY_FILE ?? keptKey(folder, code, isSandbox)
  if (file === undefined) throw new CliFailure('usage', `name the private key of ${code} with --key-file`)
  const privateKeyPem = readIfThere(file)
  if (privateKeyPem === undefined) throw new CliFailure('usage', `there is no file ${file}`)
  return { code, privateKeyPem }
}

/** The private key that a first start, or `merchants create --save`, has kept. */
function keptKey(folder: DataFolder, code: string, isSandbox: boolean): string | undefined {
  if (isSandbox) return folder.privateKey
  const saved = join(folder.merchants, code, 'private-key.pem')
  return existsSync(saved) ? saved : undefined
}

/** For operators' commands, which need no key. */
export function merchantCodeOf(sandbox: MerchantFile | undefined, options: MerchantOptions): string {
  const code = options.merchant ?? (process.env.SLUICE_MERCHANT || sandbox?.merchantCode)
  if (code !== undefined) return code
  throw new CliFailure(
    'usage',
    `no merchant: start a gateway in this folder (${join('data', 'sandbox')} is missing), name its data folder with --data-dir, or use --merchant`,
  )
}
