/** The package as it is published: what `npm pack` builds runs in plain JavaScript, and the page's half holds no key and brings no library along. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../../tools/docs.ts'
import { writeMerchantTypes } from '../../../tools/generated.ts'
import { packFolder } from '../../../tools/pack.ts'

const COMPILER = join(ROOT, 'node_modules/.bin/tsc')

/** What the compiler knows of a method by its code and its currency, of an answer, and of what it refuses. */
const PROGRAM = `
import { Sluice, type Settlement } from './main.js'

export async function pay(sluice: Sluice): Promise<string | undefined> {
  const payin = await sluice.payins.create('order-1', {
    paymentRequested: { money: { amount: 500.25, currencyCode: 'THB' } },
    paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
    callbackUrl: 'https://shop.example/callbacks',
  })
  // @ts-expect-error a QR code is text
  const wrong: number = payin.paymentMethodResponse.qrCode
  return payin.paymentMethodResponse.qrCode
}
export const paid = ({ payout }: { payout: Settlement }): Settlement => payout
`

const folder = mkdtempSync(join(ROOT, 'node_modules/.client-test-'))
const packed = join(folder, 'client')
const built = join(packed, 'dist')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(() => {
  writeMerchantTypes()
  packFolder('client', packed)
})

const exportsOf = async (file: string): Promise<readonly string[]> =>
  Object.keys(await import(/* @vite-ignore */ pathToFileURL(join(built, file)).href))

/** Every file that one of them loads. */
function loadedBy(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known
  known.add(file)
  const text = readFileSync(join(built, file), 'utf8')
  for (const [, next] of text.matchAll(/from '\.\/([^']+)'/g)) if (next) loadedBy(next, known)
  return known
}

describe('the built package', () => {
  it('has all that the manifest names', async () => {
    const manifest = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8'))
    expect(Object.keys(manifest.dependencies)).toEqual(['standardwebhooks'])
    for (const name of ['.', './browser'])
      for (const file of Object.values<string>(manifest.exports[name])) readFileSync(join(packed, file))
    expect(await exportsOf('main.js')).toEqual(
      expect.arrayContaining(['Sluice', 'SluiceProblem', 'verifyCallback']),
    )
    expect(await exportsOf('browser.js')).toContain('PayinPage')
  })

  it('has a page that stands alone: it links to nothing that the package leaves behind, and names all of it', () => {
    const readme = readFileSync(join(ROOT, 'packages/client/README.md'), 'utf8')
    const links = [...readme.matchAll(/\]\(([^)]+)\)|(?:href|src)="([^"]+)"/g)].map(
      ([, inText, inHtml]) => inText ?? inHtml ?? '',
    )
    expect(links.filter((link) => !/^(#|https:\/\/)/.test(link))).toEqual([])
    const guide = readFileSync(join(ROOT, 'docs/merchants/client.md'), 'utf8')
    const table = (text: string) => /^\| `payins` \|[\s\S]*?^\| callbacks .*$/m.exec(text)?.[0]
    expect(table(readme)).toBeDefined()
    expect(table(readme)).toBe(table(guide))
    for (const name of ['PayinPage', 'SluiceProblem', 'CallbackRefused', 'PAYIN_CHECKOUT'])
      expect(readme).toContain(name)
  })

  it('needs nothing of Node', () => {
    const sources = [...loadedBy('main.js'), ...loadedBy('browser.js')]
    const texts = sources.map((file) => readFileSync(join(built, file), 'utf8'))
    expect(sources.length).toBeGreaterThan(10)
    expect(texts.filter((text) => /from 'node:|\bBuffer\b|\bprocess\./.test(text))).toEqual([])
  })

  it('has types that stand alone: a program compiles against them where there is nothing of the server', () => {
    const program = join(built, 'program.mts')
    writeFileSync(program, PROGRAM)
    const options = ['--ignoreConfig', '--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext']
    const compile = () => execFileSync(COMPILER, [...options, program], { stdio: 'pipe', encoding: 'utf8' })
    expect(compile()).toBe('')
    const types = readdirSync(built).filter((file) => file.endsWith('.d.ts'))
    const outside = types.flatMap((file) =>
      [...readFileSync(join(built, file), 'utf8').matchAll(/(?:from|import\()\s*['"](?!\.\/)([^'"]+)/g)].map(
        ([, name]) => name,
      ),
    )
    expect(outside).toEqual([])
  })

  it('brings pages no callbacks and no library', () => {
    expect([...loadedBy('browser.js')]).not.toContain('callback.js')
  })
})
