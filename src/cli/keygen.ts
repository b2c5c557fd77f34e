/** `sluice keygen`: an RSA key pair for signing token requests. Talks to nobody. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { writePrivateFile } from '../data-folder.ts'
import { CliFailure } from './failure.ts'
import { facts, print } from './output.ts'

const KEY_BITS = 3072

export function addKeygen(program: Command): void {
  program
    .command('keygen')
    .description(
      'write an RSA key pair: private-key.pem (for you alone) and public-key.pem (for the gateway)',
    )
    .argument('[folder]', 'where to write them', '.')
    .action((folder: string) => {
      const { privateFile, publicFile } = writeKeyPair(folder)
      print(
        facts([
          ['private key', privateFile],
          ['public key', publicFile],
        ]),
      )
    })
}

/** @throws CliFailure where a private key is there already: it is never overwritten */
export function writeKeyPair(folder: string) {
  const privateFile = join(folder, 'private-key.pem')
  const publicFile = join(folder, 'public-key.pem')
  if (existsSync(privateFile))
    throw new CliFailure('usage', `${privateFile} is there already, and stays as it is`)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: KEY_BITS })
  writePrivateFile(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  const publicPem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
  writeFileSync(publicFile, publicPem)
  return { privateFile, publicFile, publicPem }
}
