/**
 * A provider with SNAP as Midtrans has it, on this machine, to try an account with before you have one: `node examples/providers/snap-provider.ts`.
 *
 * It holds every request to the documented fields and to its signature, and signs what it notifies. Nothing leaves this machine.
 */
import { createInterface } from 'node:readline'
import { notifierKeys, SnapFake } from '@sluice/providers/snap/fake.fixture.ts'
import { fakeOptions, snapSettings } from '@sluice/providers/snap/snap.fixture.ts'

const fake = new SnapFake(fakeOptions('midtrans'))
const baseUrl = await fake.listen(Number(process.env.PORT ?? 8096))
const settings = Object.entries({
  ...snapSettings('midtrans'),
  baseUrl,
  notificationKey: notifierKeys().publicKey,
})

console.log(`A provider with SNAP is at ${baseUrl}. Have the gateway know it:

npx sluice providers add snap midtrans \\
${settings.map(([name, value]) => `  --set '${name}=${value.trimEnd()}'`).join(' \\\n')}

Then type here:
  notify <address>           where it notifies the gateway: notificationUrl of the account
  list                       codes, numbers and transfers, by their references
  pay <reference> [amount]   somebody pays, the amount such as 20000.00
  arrives <reference>        a transfer or a refund arrives
  fails <reference>          it does not
  quit
`)

for await (const line of createInterface({ input: process.stdin })) {
  const [word = '', name = '', value] = line.trim().split(/\s+/)
  if (word === 'quit') break
  try {
    console.log(await operation(word, name, value))
  } catch (error) {
    console.log(error instanceof Error ? error.message : 'that did not work')
  }
}
await fake.close()

async function operation(word: string, name: string, value: string | undefined): Promise<string> {
  switch (word) {
    case 'notify':
      fake.notifyAt(name)
      return 'it notifies there'
    case 'list':
      return fake.references().join('\n') || 'nothing yet'
    case 'pay':
      await fake.pay(name, value)
      return 'it is paid'
    case 'arrives':
      await fake.end(name, true)
      return 'it has arrived'
    case 'fails':
      await fake.end(name, false)
      return 'it has failed'
    default:
      return 'notify <address>, list, pay <reference> [amount], arrives <reference>, fails <reference>, quit'
  }
}
