/**
 * `npm run new:provider NAME`: lays out the folder of a provider, with tests that fail until it is one. docs/contributing/provider.md leads
 * through it.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const NAME = /^[a-z][a-z0-9]{1,29}$/

/** @returns the files of a new provider by their paths, or why there can be none of this name */
export function layout(name: string): ReadonlyMap<string, string> | string {
  if (!NAME.test(name))
    return 'the name must be 2 to 30 characters of a-z 0-9, beginning with a letter: pawapay'
  const folder = `src/processors/providers/${name}`
  const Name = name[0]?.toUpperCase() + name.slice(1)
  return new Map([
    [`${folder}/${name}.ts`, manifest(name, Name)],
    [`${folder}/account.ts`, account(Name)],
    [`${folder}/read.ts`, READ],
    [`${folder}/${name}.test.ts`, tests(name)],
    [`docs/operators/providers/${name}.md`, page(Name)],
  ])
}

const manifest = (name: string, Name: string): string => `/** ${Name}: say in a sentence what it reaches. */
import { plainReference } from '../adapter.ts'
import type { Provider } from '../provider.ts'
import { baseAddress, plainLine } from '../setting-checks.ts'
import { ${Name}Account } from './account.ts'

export const ${name}: Provider = {
  code: '${name}',
  title: '${Name}',
  specification: 'name it, with its version and when it was read',
  settings: [
    {
      name: 'baseUrl',
      title: 'Address',
      description: 'Where its API is',
      need: 'mandatory',
      isSecret: false,
      identity: 'account',
      isAddress: true,
      example: 'https://api.${name}.example',
      check: baseAddress,
    },
    {
      name: 'apiKey',
      title: 'API key',
      description: 'Where the provider shows it',
      need: 'mandatory',
      isSecret: true,
      identity: 'key',
      example: 'key-0123456789',
      check: plainLine(256),
    },
  ],
  hostsOf: () => undefined,
  reach: ({ baseUrl = '' }) => ({ baseUrl }),
  serves: () => [],
  refundsByMovement: false,
  referenceOf: plainReference,
  open: ({ apiKey = '' }, standing) => new ${Name}Account(apiKey, standing),
}
`

const account = (
  Name: string,
): string => `/** An account with ${Name}: how each call is made, and what its answer comes to. */
import { unclear, unreached } from '../answers.ts'
import type {
  AccountStanding,
  OrderAnswer,
  OrderFindings,
  Ping,
  ProviderAccount,
  ProviderOrder,
} from '../provider.ts'
import { STATUS } from './read.ts'

const WITHIN_MS = 8_000

export class ${Name}Account implements ProviderAccount {
  readonly #apiKey: string
  readonly #standing: AccountStanding

  constructor(apiKey: string, standing: AccountStanding) {
    this.#apiKey = apiKey
    this.#standing = standing
  }

  async accept({ payment }: ProviderOrder): Promise<OrderAnswer> {
    return unclear(\`nothing takes a \${payment.kind} on yet\`)
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const answer = await this.#standing.calls.call({
      operation: 'read',
      method: 'GET',
      path: \`/payments/\${order.reference}\`,
      headers: { authorization: \`Bearer \${this.#apiKey}\` },
      timeoutMs: WITHIN_MS,
      payment: order.payment,
    })
    if (answer.type === 'none') return unclear(answer.why)
    return { type: 'unlisted', word: String(Object.keys(STATUS).length) }
  }

  async ping(): Promise<Ping> {
    const answer = await this.#standing.calls.call({
      operation: 'ping',
      method: 'GET',
      path: '/payments/PING',
      headers: { authorization: \`Bearer \${this.#apiKey}\` },
      timeoutMs: WITHIN_MS,
      isProbe: true,
    })
    if (answer.type === 'none') return unreached(answer)
    return { ok: false, why: \`it answers with status \${answer.status}\` }
  }
}
`

const READ = `/** From the provider's words to ours. Total: a word that is not in these tables settles nothing. */

/** What each status means. A test holds each that the specification lists to a line here. */
export const STATUS: Readonly<Record<string, 'open' | 'paid' | 'delivered' | 'failed'>> = {}

/** What each error says of a request that was never sent before. */
export const ERRORS: Readonly<Record<string, 'declined' | 'missing' | 'unclear'>> = {}
`

const tests = (name: string): string => `import { describe, expect, it } from 'vitest'
import { ALL_PROVIDERS } from '../all-providers.ts'
${[`import { ${name} } from './${name}.ts'`, "import { ERRORS, STATUS } from './read.ts'"]
  .toSorted((a, b) => (a.slice(a.indexOf("'")) < b.slice(b.indexOf("'")) ? -1 : 1))
  .join('\n')}

/** As the specification lists them. */
const LISTED = { statuses: ['write them down'], errors: ['write them down'] }

describe('${name}', () => {
  it('is among the providers', () => {
    expect(ALL_PROVIDERS).toContain(${name})
  })

  it('serves something', () => {
    expect(${name}.serves({})).not.toEqual([])
  })

  it.each(LISTED.statuses)('knows the status %s', (status) => {
    expect(STATUS).toHaveProperty(status)
  })

  it.each(LISTED.errors)('knows the error %s', (error) => {
    expect(ERRORS).toHaveProperty(error)
  })
})
`

const page = (Name: string): string => `# ${Name}

**Not tried against the real provider.** Say what it was tried against.

## What you need from ${Name}

## Try it without money

## What is served

## Notifications

## What goes wrong

## What could not be verified
`

/** @returns what to say; nothing is written over */
export function write(root: string, name: string): { readonly ok: boolean; readonly said: string } {
  const files = layout(name)
  if (typeof files === 'string') return { ok: false, said: files }
  const there = [...files.keys()].filter((path) => existsSync(join(root, path)))
  if (there.length > 0)
    return { ok: false, said: `there is already ${there.join(', ')}; nothing was written` }
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const said = [
    ...[...files.keys()].map((path) => `written: ${path}`),
    `Next: add ${name} to src/processors/providers/all-providers.ts, then npx vitest run src/processors/providers/${name},`,
    'and docs/contributing/provider.md, which leads on from there.',
  ]
  return { ok: true, said: said.join('\n') }
}

if (import.meta.main) {
  const { ok, said } = write(join(import.meta.dirname, '..'), process.argv[2] ?? '')
  console.log(said)
  process.exitCode = ok ? 0 : 2
}
