/** The snippets of the merchants' page on callbacks verify what the gateway really signs, and nothing else. */
import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MerchantCode, MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { signWebhook } from '@sluice/core/foundation/webhooks.ts'
import { callbackBody } from '@sluice/gateway/callbacks/message.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../tools/docs.ts'

const page = readFileSync(join(ROOT, 'docs/merchants/callbacks.md'), 'utf8')

const snippet = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? ''

const now = Date.now()
const secrets = ['bmV3', 'b2xk'].map((text) => `whsec_${text.repeat(8)}`)
const body = callbackBody({
  kind: 'payin',
  id: 'order-é' as MerchantOrderId,
  merchantId: 'SANDBOX' as MerchantCode,
  seq: 1,
  at: now,
})
const headers = signWebhook({
  id: 'callback-1',
  at: now,
  body,
  secrets,
  privateKey: generateKeyPairSync('ed25519').privateKey,
})

interface Case {
  readonly secret: string | undefined
  readonly headers: object
  readonly body: string
}

const genuine: Case = { secret: secrets[0], headers, body }
const cases: readonly Case[] = [
  genuine,
  { ...genuine, secret: secrets[1] },
  { ...genuine, body: body.replace('order', 'other') },
  { ...genuine, secret: `whsec_${'AAAA'.repeat(8)}` },
  { ...genuine, headers: { ...headers, 'webhook-timestamp': String(Math.floor(now / 1000) - 3600) } },
]
const expected = ['payin.status_changed', 'payin.status_changed', 'refused', 'refused', 'refused']

const folder = mkdtempSync(join(ROOT, 'node_modules/.docs-test-'))
const elsewhere = mkdtempSync(join(tmpdir(), 'sluice-docs-'))
afterAll(() => {
  for (const each of [folder, elsewhere]) rmSync(each, { recursive: true, force: true })
})

const isThere = (command: string): boolean => spawnSync(command, ['--version']).status === 0

interface Language {
  readonly name: string
  readonly command: string
  /** Where the page's snippet is written, followed by `rest`, which tries it on the cases. */
  readonly file: string
  readonly fence: string
  readonly rest: string
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'Node',
    command: process.execPath,
    file: join(folder, 'verify.mjs'),
    fence: 'js',
    rest: `
import { readFileSync } from 'node:fs'
const outcome = ({ secret, headers, body }) => {
  try { return verify(secret, headers, body).type } catch { return 'refused' }
}
console.log(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map(outcome)))`,
  },
  {
    name: 'Python',
    command: 'python3',
    file: join(elsewhere, 'verify.py'),
    fence: 'python',
    rest: `
import sys
def outcome(case):
    try:
        return verify(case["secret"], case["headers"], case["body"].encode())["type"]
    except ValueError:
        return "refused"
print(json.dumps([outcome(case) for case in json.load(sys.stdin)]))`,
  },
  {
    name: 'PHP',
    command: 'php',
    file: join(elsewhere, 'verify.php'),
    fence: 'php',
    rest: `
$outcomes = array_map(function ($case) {
    try { return verify($case['secret'], $case['headers'], $case['body'])['type']; }
    catch (RuntimeException $refused) { return 'refused'; }
}, json_decode(file_get_contents('php://stdin'), true));
echo json_encode($outcomes);`,
  },
]

describe('a callback is verified by the snippet in', () => {
  // A machine has Node for certain; the others are tried where they are.
  const here = LANGUAGES.filter(({ command }) => isThere(command))

  it.each(here)('$name', ({ command, file, fence, rest }) => {
    writeFileSync(file, snippet(fence) + rest)
    const answer = execFileSync(command, [file], { input: JSON.stringify(cases), encoding: 'utf8' })
    expect(JSON.parse(answer)).toEqual(expected)
  })
})
