/** `sluice keys …` and `sluice secrets …`: a merchant's public keys, secrets and callback secrets, for operators. */
import { asOperator } from './client.ts'
import { merchantCodeOf, type SluiceCommand } from './context.ts'
import { fileText } from './files.ts'
import { merchantPath } from './merchants.ts'
import { addOperations, listed, OF_MERCHANT } from './operator-command.ts'
import { facts, leaves, listAt } from './output.ts'

const ID = 'its id, as merchants show has it'

export function addKeys(program: SluiceCommand): void {
  const keys = program.command('keys').description("a merchant's public keys (operators)")
  addOperations(keys, [
    {
      name: 'add',
      sends: 'POST /admin/merchants/{merchantCode}/keys',
      does: 'add an RSA public key; all active keys can be used',
      takes: { file: 'the public key, PEM' },
      body: ({ file }, context) => ({ publicKey: fileText(context, String(file)) }),
      shows: (made) => facts(leaves(made).filter(([name]) => name !== 'publicKey')),
    },
    {
      name: 'remove',
      sends: 'DELETE /admin/merchants/{merchantCode}/keys/{id}',
      does: 'remove a key, and revoke all tokens issued with it',
      takes: { id: ID },
    },
  ])
  addList(keys)
}

const activeKeys = listed(
  [
    ['KEY', 'id'],
    ['SINCE', 'createdAt'],
    ['BITS', 'bits'],
    ['FINGERPRINT (SHA-256)', 'fingerprint'],
  ],
  'none',
  'keys',
)

/** The list is part of the merchant. */
function addList(keys: SluiceCommand): void {
  keys
    .command('list')
    .description('the active keys')
    .option(...OF_MERCHANT)
    .action(async (options: { readonly merchant?: string }, { context }: SluiceCommand) => {
      const path = merchantPath(merchantCodeOf(context, options))
      const { body } = await asOperator(context, { method: 'GET', path })
      const found = { keys: listAt(body, 'keys') }
      context.print(context.json ? JSON.stringify(found) : activeKeys(found))
    })
}

export function addSecrets(program: SluiceCommand): void {
  const nouns = [
    ['secrets', "a merchant's secrets for token requests (operators)"],
    ['callback-secrets', "secrets that sign a merchant's callbacks (operators)"],
  ] as const
  for (const [what, description] of nouns) {
    addOperations(program.command(what).description(description), [
      {
        name: 'add',
        sends: `POST /admin/merchants/{merchantCode}/${what}`,
        does: 'add a secret; it is shown once, and earlier ones stay active',
      },
      {
        name: 'remove',
        sends: `DELETE /admin/merchants/{merchantCode}/${what}/{id}`,
        does: 'remove a secret',
        takes: { id: ID },
      },
    ])
  }
}
