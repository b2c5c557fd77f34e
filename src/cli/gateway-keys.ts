/** `sluice signing-keys …` and `sluice master-key …`: the gateway's own keys, as an admin. */
import { Argument } from 'commander'
import { asOperator, report } from './client.ts'
import type { Context, SluiceCommand } from './context.ts'
import { at, listAt, table } from './output.ts'

const COLUMNS = ['kid', 'state', 'createdAt', 'signsFrom', 'verifiesUntil']

const signingTable = (body: unknown): string =>
  table(
    ['KEY', 'STATE', 'MADE', 'SIGNS FROM', 'VERIFIES UNTIL'],
    listAt(body, 'data').map((row) => COLUMNS.map((name) => at(row, name))),
    'there are none',
  )

export function addSigningKeys(program: SluiceCommand): void {
  const keys = program
    .command('signing-keys')
    .description("the gateway's own keys, which sign tokens and callbacks (admins)")
  keys
    .command('list')
    .description('all there ever were, and which one signs')
    .action(async (_options: object, command: SluiceCommand) => {
      const { context } = command
      report(context, await asOperator(context, { method: 'GET', path: '/admin/signing-keys' }), signingTable)
    })
  keys
    .command('rotate')
    .description('make the next key: it signs after ten minutes, the one before verifies for 32 days more')
    .addArgument(new Argument('<purpose>', 'what it signs').choices(['token', 'callback']))
    .action(async (purpose: string, _options: object, command: SluiceCommand) => {
      const { context } = command
      const call = { method: 'POST', path: '/admin/signing-keys/!rotate', body: { purpose } } as const
      report(context, await asOperator(context, call), signingTable)
    })
  keys
    .command('retire')
    .description('end a key that signs no more before its time: what it signed is worth nothing at once')
    .argument('<key>', 'as signing-keys list shows it: token-1')
    .action(async (kid: string, _options: object, command: SluiceCommand) => {
      const { context } = command
      const path = `/admin/signing-keys/${encodeURIComponent(kid)}/!retire`
      report(context, await asOperator(context, { method: 'POST', path }), signingTable)
    })
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
    ? 'everything is sealed with the key that seals'
    : `under way: ${agreed} of ${nodes.length} live nodes seal with ${sealing}`
  return `${table(['FINGERPRINT', 'STATE', 'SEALED', 'WHAT', 'KNOWN HERE'], rows, 'there are none')}\n\n${end}`
}

const LOOK_EVERY_MS = 1_000

/** Until nothing is left that another key has sealed. */
async function finished(context: Context): Promise<Awaited<ReturnType<typeof asOperator>>> {
  for (;;) {
    const answer = await asOperator(context, { method: 'GET', path: '/admin/master-key' })
    if (at(answer.body, 'finished') !== false) return answer
    await context.pause(LOOK_EVERY_MS)
  }
}

export function addMasterKey(program: SluiceCommand): void {
  const key = program.command('master-key').description('the key that secrets are sealed with (admins)')
  key
    .command('list')
    .description('which keys there are, and what is sealed with each')
    .action(async (_options: object, command: SluiceCommand) => {
      const { context } = command
      report(context, await asOperator(context, { method: 'GET', path: '/admin/master-key' }), masterTable)
    })
  key
    .command('rotate')
    .description('seal with the next key, and everything anew; waits until that is done')
    .option('--no-wait', 'only begin')
    .action(async ({ wait }: { wait: boolean }, command: SluiceCommand) => {
      const { context } = command
      const begun = await asOperator(context, { method: 'POST', path: '/admin/master-key/!rotate' })
      if (!wait) return report(context, begun, masterTable)
      context.note(`sealing with ${at(begun.body, 'sealing')}; it goes on by itself if you leave`)
      report(context, await finished(context), masterTable)
    })
  key
    .command('retire')
    .description('let go of a key that nothing is sealed with; backups from before still need it')
    .argument('<fingerprint>', 'as master-key list shows it')
    .action(async (fingerprint: string, _options: object, command: SluiceCommand) => {
      const { context } = command
      const path = `/admin/master-key/${encodeURIComponent(fingerprint)}/!retire`
      report(context, await asOperator(context, { method: 'POST', path }), masterTable)
    })
}
