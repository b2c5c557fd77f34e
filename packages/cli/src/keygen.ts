/** `sluice keygen`: makes an RSA key pair for signing token requests. Uses no network. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '@sluice/gateway/server/data-folder.ts'
import type { Context, SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { facts } from './output.ts'

const KEY_BITS = 3072

export function addKeygen(program: SluiceCommand): void {
  program
    .command('keygen')
    .description(
      'write an RSA key pair: private-key.pem (keep it secret) and public-key.pem (for the gateway)',
    )
    .argument('[folder]', 'where to write them; otherwise keys in the data folder')
    .action((chosen: string | undefined, _options: object, command: SluiceCommand) => {
      const { context } = command
      const { privateFile, publicFile } = writeKeyPair(context, chosen ?? context.folder.keys)
      context.print(
        facts([
          ['private key', privateFile],
          ['public key', publicFile],
        ]),
      )
    })
}

export interface KeyPair {
  readonly privateFile: string
  readonly publicFile: string
  readonly publicPem: string
  /** Deletes the files and the folders that were created for them. */
  readonly undo: () => void
}

/** @throws CliFailure if there is a private key already: it is never overwritten */
export function writeKeyPair({ locate }: Context, folder: string): KeyPair {
  const privateFile = join(folder, 'private-key.pem')
  const publicFile = join(folder, 'public-key.pem')
  if (existsSync(locate(privateFile)))
    throw new CliFailure('usage', `${privateFile} already exists and was not changed`)
  const made = mkdirSync(locate(folder), { recursive: true, mode: 0o700 })
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: KEY_BITS })
  writePrivateFile(locate(privateFile), privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  const publicPem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
  writeFileSync(locate(publicFile), publicPem)
  const undo = () => {
    for (const file of [privateFile, publicFile]) rmSync(locate(file), { force: true })
    if (made !== undefined) rmSync(made, { recursive: true, force: true })
  }
  return { privateFile, publicFile, publicPem, undo }
}
