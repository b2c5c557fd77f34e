/** `sluice keys …` and `sluice secrets …`: a merchant's public keys, secrets and callback secrets, as an operator. */
import { asOperator, report } from './client.ts'
import { merchantCodeOf, type SluiceCommand } from './context.ts'
import { fileText } from './files.ts'
import { merchantPath } from './merchants.ts'
import { at, facts, leaves, listAt, table } from './output.ts'

interface Options {
  readonly merchant?: string
}

const MERCHANT = ['--merchant <code>', "whose; otherwise the data folder's test merchant"] as const

export function addKeys(program: SluiceCommand): void {
  const keys = program.command('keys').description("a merchant's public keys (operators)")
  keys
    .command('add')
    .description('add an RSA public key; all active keys are good')
    .argument('<file>', 'the public key, PEM')
    .option(...MERCHANT)
    .action(async (file: string, options: Options, command: SluiceCommand) => {
      const { context } = command
      const path = `${merchantPath(merchantCodeOf(context, options))}/keys`
      const body = { publicKey: fileText(context, file) }
      report(context, await asOperator(context, { method: 'POST', path, body }), (made) =>
        facts(leaves(made).filter(([name]) => name !== 'publicKey')),
      )
    })
  addRemove(keys, 'keys', 'end a key, and with it every token that was made with it')
  keys
    .command('list')
    .description('the active keys')
    .option(...MERCHANT)
    .action(async (options: Options, command: SluiceCommand) => {
      const { context } = command
      const path = merchantPath(merchantCodeOf(context, options))
      const { body } = await asOperator(context, { method: 'GET', path })
      const active = listAt(body, 'keys')
      if (context.json) return context.print(JSON.stringify({ keys: active }))
      const rows = active.map((key) =>
        ['id', 'createdAt', 'bits', 'fingerprint'].map((name) => at(key, name)),
      )
      context.print(table(['KEY', 'SINCE', 'BITS', 'FINGERPRINT (SHA-256)'], rows, 'there are none'))
    })
}

export function addSecrets(program: SluiceCommand): void {
  const secrets = program
    .command('secrets')
    .description("a merchant's secrets for token requests (operators)")
  addSecretCommands(secrets, 'secrets')
  const callback = program
    .command('callback-secrets')
    .description("what a merchant's callbacks are signed with (operators)")
  addSecretCommands(callback, 'callback-secrets')
}

function addSecretCommands(parent: SluiceCommand, what: 'secrets' | 'callback-secrets'): void {
  parent
    .command('add')
    .description('add one; it is shown once, and those before stay good')
    .option(...MERCHANT)
    .action(async (options: Options, command: SluiceCommand) => {
      const { context } = command
      const path = `${merchantPath(merchantCodeOf(context, options))}/${what}`
      report(context, await asOperator(context, { method: 'POST', path, body: {} }), (made) =>
        facts(leaves(made)),
      )
    })
  addRemove(parent, what, 'end one')
}

function addRemove(
  parent: SluiceCommand,
  what: 'keys' | 'secrets' | 'callback-secrets',
  description: string,
): void {
  parent
    .command('remove')
    .description(description)
    .argument('<id>', 'its id, as merchants show has it')
    .option(...MERCHANT)
    .action(async (id: string, options: Options, command: SluiceCommand) => {
      const { context } = command
      const merchant = merchantPath(merchantCodeOf(context, options))
      const path = `${merchant}/${what}/${encodeURIComponent(id)}`
      report(context, await asOperator(context, { method: 'DELETE', path }), () => 'removed')
    })
}
