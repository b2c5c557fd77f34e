/** `sluice signing-keys …` and `sluice master-key …`: the gateway's own keys, for admins. */
import { Argument } from 'commander'
import { asOperator, report } from './client.ts'
import type { Context, SluiceCommand } from './context.ts'
import { addOperations, listed } from './operator-command.ts'
import { at, listAt, table } from './output.ts'

const signingTable = listed([
  ['KEY', 'kid'],
  ['STATE', 'state'],
  ['MADE', 'createdAt'],
  ['SIGNS FROM', 'signsFrom'],
  ['VERIFIES UNTIL', 'verifiesUntil'],
])

export function addSigningKeys(program: SluiceCommand): void {
  const keys = program
    .command('signing-keys')
    .description("the gateway's own keys, which sign tokens and callbacks (admins)")
  addOperations(keys, [
    {
      name: 'list',
      sends: 'GET /admin/signing-keys',
      does: 'list all keys, and which one signs',
      shows: signingTable,
    },
    {
      name: 'rotate',
      sends: 'POST /admin/signing-keys/!rotate',
      does: 'create the next key: it signs after ten minutes, and the previous one verifies for 32 more days',
      takes: { purpose: new Argument('<purpose>', 'what it signs').choices(['token', 'callback']) },
      shows: signingTable,
    },
    {
      name: 'retire',
      sends: 'POST /admin/signing-keys/{kid}/!retire',
      does: 'retire an unused key early: its signatures become invalid immediately',
      takes: { kid: new Argument('<key>', 'as signing-keys list shows it: token-1') },
      shows: signingTable,
    },
  ])
}

function masterTable(body: unknown): string {
  const rows = listAt(body, 'keys').map((key) => [
    at(key, 'fingerprint') || '(unnamed)',
    at(key, 'state'),
    at(key, 'sealed'),
    Object.entries(at(key, 'of') ?? {})
      .map(([what, number]) => `${what}: ${number}`)
      .join(', '),
    at(key, 'known') ? 'yes' : 'NO',
  ])
  const nodes = listAt(body, 'nodes')
  const sealing = at(body, 'sealing')
  const agreed = nodes.filter((node) => at(node, 'seals') === sealing).length
  const end = at(body, 'finished')
    ? 'everything is encrypted with the current key'
    : `in progress: ${agreed} of ${nodes.length} live nodes encrypt with ${sealing}`
  return `${table(['FINGERPRINT', 'STATE', 'SEALED', 'WHAT', 'KNOWN HERE'], rows, 'none')}\n\n${end}`
}

const LOOK_EVERY_MS = 1_000

/** Repeats until nothing is sealed by another key. */
async function finished(context: Context): Promise<Awaited<ReturnType<typeof asOperator>>> {
  for (;;) {
    const answer = await asOperator(context, { method: 'GET', path: '/admin/master-key' })
    if (at(answer.body, 'finished') !== false) return answer
    await context.pause(LOOK_EVERY_MS)
  }
}

export function addMasterKey(program: SluiceCommand): void {
  const key = program.command('master-key').description('the key that encrypts secrets (admins)')
  addOperations(key, [
    {
      name: 'list',
      sends: 'GET /admin/master-key',
      does: 'list the keys, and what each one encrypts',
      shows: masterTable,
    },
  ])
  addRotate(key)
  addOperations(key, [
    {
      name: 'retire',
      sends: 'POST /admin/master-key/{fingerprint}/!retire',
      does: 'retire a key that encrypts nothing; older backups still need it',
      takes: { fingerprint: 'as master-key list shows it' },
      shows: masterTable,
    },
  ])
}

function addRotate(key: SluiceCommand): void {
  key
    .command('rotate')
    .description('re-encrypt everything with the next key; waits until it is done')
    .option('--no-wait', 'only start')
    .sends('POST /admin/master-key/!rotate')
    .action(async ({ wait }: { wait: boolean }, { context }: SluiceCommand) => {
      const begun = await asOperator(context, { method: 'POST', path: '/admin/master-key/!rotate' })
      if (!wait) return report(context, begun, masterTable)
      context.note(`encrypting with ${at(begun.body, 'sealing')}; it continues if you leave`)
      report(context, await finished(context), masterTable)
    })
}
