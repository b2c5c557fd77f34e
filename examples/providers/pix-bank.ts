/**
 * A bank with the Pix API on this machine, to try an account with before you have one: `node examples/providers/pix-bank.ts`, or
 * `node examples/providers/pix-bank.ts inter` for Banco Inter, whose payouts are its own.
 *
 * It holds every request to the published schemas and asks for the credentials that it prints. Nothing leaves this machine.
 */
import { createInterface } from 'node:readline'
import { PixFake } from '@sluice/providers/pix/fake.fixture.ts'
import { INTER_SETTINGS, PIX_SETTINGS } from '@sluice/providers/pix/pix.fixture.ts'

const own = process.argv[2] === 'inter' ? INTER_SETTINGS : { ...PIX_SETTINGS, profile: 'efi' }
const fake = new PixFake(own)
const baseUrl = await fake.listen(Number(process.env.PORT ?? 8095))
const settings = Object.entries({ ...own, baseUrl })

console.log(`A bank with the Pix API is at ${baseUrl}. Have the gateway know it:

npx sluice providers add pix bank \\
${settings.map(([name, value]) => `  --set '${name}=${value}'`).join(' \\\n')}

Then type here:
  list             charges and Pix that were sent, by their references
  pay <txid>       somebody pays the charge
  arrives <id>     a Pix that was sent, or a devolução, arrives
  fails <id>       it does not
  quit
`)

for await (const line of createInterface({ input: process.stdin })) {
  const [word = '', name = ''] = line.trim().split(/\s+/)
  if (word === 'quit') break
  try {
    console.log(await operation(word, name))
  } catch (error) {
    console.log(error instanceof Error ? error.message : 'that did not work')
  }
}
await fake.close()

async function operation(word: string, name: string): Promise<string> {
  switch (word) {
    case 'list':
      return fake.references().join('\n') || 'nothing yet'
    case 'pay':
      return `paid as ${await fake.pay(name)}`
    case 'arrives':
      await fake.end(name, true)
      return 'it has arrived'
    case 'fails':
      await fake.end(name, false)
      return 'it has failed'
    default:
      return 'list, pay <txid>, arrives <id>, fails <id>, quit'
  }
}
