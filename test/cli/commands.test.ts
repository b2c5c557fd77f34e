import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { SETTINGS } from '@sluice/gateway/server/settings.ts'
import type { Command } from 'commander'
import { NOUNS } from 'sluice/nouns.ts'
import { sluice } from 'sluice/program.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../processes/gateway.ts'
import { type GatewayHere, serveCopyHere } from '../processes/served-here.ts'
import { sluiceIn, surroundingsIn } from './in-process.ts'

const commandsIn = (command: Command): readonly Command[] => [
  command,
  ...command.commands.flatMap(commandsIn),
]
const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

describe('help', () => {
  for (const command of commandsIn(sluice(NOUNS, surroundingsIn('.', {}).surroundings))) {
    it(`tells what ${pathOf(command)} does and takes`, () => {
      expect(command.description()).not.toBe('')
      expect(command.options.filter(({ description }) => description === '')).toEqual([])
      expect(command.registeredArguments.filter(({ description }) => description === '')).toEqual([])
      expect(command.helpInformation()).toContain('Usage: sluice')
    })
  }

  it('of a nested command is shown by help, too', async () => {
    const folder = temporaryFolder()
    const { code, stdout } = await sluiceIn(folder.path, ['help', 'payouts', 'create'])
    const version = await sluiceIn(folder.path, ['--version'])
    folder.remove()
    expect(code).toBe(0)
    expect(stdout).toContain('Usage: sluice payouts create')
    expect(stdout).not.toContain('paymentLocation')
    expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  })

  it('of serve lists every setting', async () => {
    const folder = temporaryFolder()
    const { code, stdout } = await sluiceIn(folder.path, ['serve', '--help'])
    folder.remove()
    expect(code).toBe(0)
    for (const { variable } of Object.values(SETTINGS)) expect(stdout).toContain(variable)
    expect(stdout).toContain('--data-dir')
    expect(stdout).not.toContain('--admin-token-file')
  })
})

describe('a word that is none of a noun’s commands is told so, with those that there are', () => {
  const nouns = sluice(NOUNS, surroundingsIn('.', {}).surroundings).commands.filter(
    ({ commands }) => commands.length > 0,
  )
  it.each(nouns.map((noun) => [noun.name(), noun.commands.map((command) => command.name())] as const))(
    'sluice %s frobnicate',
    async (noun, names) => {
      const { code, stderr } = await sluiceIn('.', [noun, 'frobnicate'])
      expect(code).toBe(2)
      expect(stderr).toContain(`unknown command 'frobnicate': sluice ${noun} has ${names.join(', ')}\n`)
    },
  )

  it('and one too many for a command that was named is told so as before', async () => {
    const { code, stderr } = await sluiceIn('.', ['providers', 'list', 'frobnicate'])
    expect([code, stderr]).toEqual([2, expect.stringContaining("too many arguments for 'list'")])
  })
})

it('settings of providers that stay while payments wait are marked', async () => {
  const setting = (name: string, identity: string) => ({
    name,
    identity,
    isMandatory: true,
    description: 'D',
  })
  const settings = [setting('pixKey', 'account'), setting('city', 'none')]
  const data = [{ provider: 'pix', title: 'Pix', settings }]
  const env = { SLUICE_URL: 'http://127.0.0.1:1', SLUICE_ADMIN_TOKEN: 'op_test' }
  const fetch = async () => Response.json({ data })
  const { stdout } = await sluiceIn('.', ['providers', 'kinds'], env, { fetch })
  expect(stdout).toMatch(
    /pixKey +mandatory, identity +D\n.*city +mandatory +D\n\nidentity: .* cannot change while payments are open/s,
  )
})

it('an operator whose token is nowhere is told all the ways to give it', async () => {
  const folder = temporaryFolder()
  const { code, stderr } = await sluiceIn(folder.path, ['merchants', 'list'])
  folder.remove()
  expect(code).toBe(2)
  for (const way of ['--data-dir', '--admin-token-file', 'SLUICE_ADMIN_TOKEN']) expect(stderr).toContain(way)
})

describe('beside a gateway that was just started', () => {
  const folder = temporaryFolder()
  let gateway: GatewayHere
  const run = (line: string, env = {}) => sluiceIn(folder.path, line.split(' '), env)
  beforeAll(async () => {
    gateway = await serveCopyHere(folder.path, { SLUICE_SANDBOX_DELAY_MS: '50' })
  })
  afterAll(async () => {
    await gateway.stop()
    folder.remove()
  })

  it('a payin is made and waited for with nothing to set up', async () => {
    const done = await run('payins create --method PROMPTPAY --currency THB --amount 100 --wait')
    expect(done.code).toBe(0)
    expect(done.stdout).toMatch(/^status +SUCCESS$/m)
    expect(done.stdout).toMatch(/^amount +100.00 THB$/m)
    expect(done.stdout).toMatch(/^qrCode +\d/m)
  })

  it('the audit log has the first merchant as it has every other', async () => {
    expect((await run('audit list')).stdout).toMatch(/first-start +merchant\.create +merchant SANDBOX /)
  })

  it('a payout is made and waited for', async () => {
    const done = await run('payouts create --method BANK_TRANSFER --currency VND --wait')
    expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/^status +SUCCESS$/m) })
  })

  it('a part of a payin is given back in its own currency, and a currency without an amount is a slip', async () => {
    const paid = await run('payins create paid-1 --method PROMPTPAY --currency THB --amount 100 --wait')
    expect(paid.code).toBe(0)
    const part = await run(
      'refunds create part-1 --payin paid-1 --amount 40 --callback-url http://127.0.0.1:9/',
    )
    expect(part).toMatchObject({ code: 0, stdout: expect.stringMatching(/^money +40.00 THB$/m) })
    const unknown = await run('refunds create part-2 --payin nothing --amount 40')
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('404') })
    const slip = await run('refunds create part-2 --payin paid-1 --currency THB')
    expect(slip).toMatchObject({ code: 2, stderr: expect.stringContaining('--amount') })
  })

  it('waiting for a payment that is refused ends with 1', async () => {
    const refused = await run('payins create --method PROMPTPAY --amount 901 --wait')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('it ended as REFUSED') })
  })

  it('fields go where they stand', async () => {
    const done = await run('payins create --method ABSA_PAY --field accountName=Thandi --json')
    expect(done.code).toBe(0)
    expect(JSON.parse(done.stdout).paymentMethodResponse.paymentMethodCode).toBe('ABSA_PAY')
    const wrong = await run('payins create --method PROMPTPAY --field accountNumber=')
    expect(wrong.stderr).toContain('/paymentMethod/account/accountNumber')
  })

  it('--json is what the gateway said', async () => {
    const { stdout } = await run('payins create json-1 --method PROMPTPAY --json')
    expect(JSON.parse(stdout)).toMatchObject({
      paymentMethodResponse: { idPayin: 'json-1' },
      process: { isTest: true },
    })
  })

  it('nothing is made up for a live merchant: what is missing is named, and nothing is sent', async () => {
    const shop = 'merchants create LIVE-1 --name Live --live --callback-url https://shop.example/c --save'
    const made = await run(shop)
    expect(made.code).toBe(0)
    expect(made.stderr).toContain('sluice merchants invite LIVE-1')
    expect(made.stdout + made.stderr).not.toMatch(/sk_|whsec_|undefined/)
    const payout = await run('payouts create --merchant LIVE-1')
    expect(payout).toMatchObject({ code: 2 })
    expect(payout.stderr).toContain(
      'LIVE-1 is live, so there are no default values: this payout needs --method <code>, --currency <code>, --amount <number>',
    )
    const half = await run(
      'payouts create --merchant LIVE-1 --method BANK_TRANSFER --currency THB --amount 5',
    )
    expect(half.stderr).toContain('--field accountName=<value>, --field accountNumber=<value>')
    expect((await run('checkout --merchant LIVE-1 --method PROMPTPAY --amount 100')).code).toBe(2)
    expect((await run('checkout --merchant LIVE-1 --amount 100')).code).toBe(2)
    const trigger = await run('trigger BANK_TRANSFER THB --merchant LIVE-1')
    expect(trigger.stderr).toContain('so it works only for test merchants, and LIVE-1 is live')
    // An operator asks why nobody would take it.
    const why = await run(
      'processors rehearse LIVE-1 payout --method BANK_TRANSFER --currency THB --amount 5000 --field accountName=Somchai --field accountNumber=0123456789',
    )
    expect(why.stdout).toMatch(/^bank-file +METHOD +no debtor account in THB$/m)
    expect(why.stdout).toContain('The merchant would read 422 METHOD_UNAVAILABLE')
    const { stdout } = await run('payments list --merchant LIVE-1 --json')
    expect(JSON.parse(stdout).data).toEqual([])
  })

  it('a refusal ends with 1 and shows every fault with its path', async () => {
    const { code, stderr } = await run(
      'payins create --method PROMPTPAY --amount 1.234 --field accountName=<>',
    )
    expect(code).toBe(1)
    expect(stderr).toContain('400 VALIDATION_FAILED')
    expect(stderr).toContain('/paymentRequested/money/amount')
    expect(stderr).toContain('/paymentMethod/account/accountName')
  })

  it('a payin that needs the bank’s reference says so, and what to type', async () => {
    await run('payins create utr-1 --method P2A_V2 --currency INR --amount 1907')
    const waiting = await run('payins get utr-1')
    expect(waiting.stdout).toMatch(/^externalReferenceNeeded +true$/m)
    expect(waiting.stdout).toMatch(/^next .*npx sluice payins set-reference utr-1 <12 digits>$/m)
    const reported = await run('payins set-reference utr-1 632509581234')
    expect(reported.stdout).toMatch(/^next +the customer pays$/m)
  })

  it('money that comes late is waited for beyond the end of the payin', async () => {
    const late = await run('trigger PROMPTPAY THB late --wait')
    expect(late).toMatchObject({ code: 0, stdout: expect.stringMatching(/^status +SUCCESS$/m) })
  })

  it('checkout makes a link for one payment, and draws it', async () => {
    const { code, stdout, stderr } = await run('checkout --amount 150.5 --currency THB --id link-1')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\/SANDBOX\/link-1#\S+\n$/)
    expect(stderr).toMatch(/▄[▀█▄ ]{30}/)
    const page = await fetch(stdout.trim())
    expect(page.status).toBe(200)
  })

  it('checkout with a method makes the payin, and draws what a banking app reads', async () => {
    const { stdout } = await run('checkout --amount 150.5 --method promptpay --id link-2 --json')
    const made = JSON.parse(stdout)
    expect(made.payin.paymentMethodResponse.qrCode).toMatch(/^000201/)
    const shown = await run('payins get link-2')
    expect(shown.stdout).toMatch(/^amount +150.50 THB$/m)
    const drawn = await run('checkout --amount 99 --method PROMPTPAY')
    expect(drawn.stderr).toContain('For a banking app:')
  })

  it('a callback that nobody takes is listed among those that fail, with what came back', async () => {
    await run('payins create unheard --method PROMPTPAY --callback-url http://127.0.0.1:9/nobody --wait')
    await expect
      .poll(async () => (await run('callbacks list --failing')).stdout)
      .toMatch(/SANDBOX +payin +unheard +RETRYING +1 /)
    expect(JSON.parse((await run('callbacks list --failing --json --merchant NOBODY')).stdout).data).toEqual(
      [],
    )
  })

  it('a token whose operations can match nothing is not asked for', async () => {
    const typo = await sluiceIn(folder.path, ['token', '--operations', 'GET /payin/.*'])
    expect(typo).toMatchObject({ code: 2, stderr: expect.stringContaining("'GET /payins/.*'") })
    const good = await sluiceIn(folder.path, ['token', '--operations', 'GET /payins/.*', 'POST .*'])
    expect(good.code).toBe(0)
  })

  it('a token is signed with the key file and printed alone', async () => {
    const { code, stdout } = await run('token --action PAYIN_INFO --id abc')
    expect(code).toBe(0)
    expect(stdout.trim()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })

  it('a token for a payer says where callbacks go, because the payer may not', async () => {
    const order = '--action PAYIN_CHECKOUT --id abc --amount 150 --currency THB'
    const { stdout } = await run(`token ${order} --callback-url http://127.0.0.1:9/mine`)
    const claims = Buffer.from(stdout.split('.')[1] ?? '', 'base64url').toString()
    expect(JSON.parse(claims)).toMatchObject({ callbackUrl: 'http://127.0.0.1:9/mine' })
  })

  it('the first operator acts with the token of the data folder', async () => {
    const held = await run('payins create held --method PROMPTPAY --amount 907')
    expect(held.stdout).toMatch(/^status +PENDING$/m)
    expect((await run('sandbox succeed payin held')).stdout).toMatch(/^status +SUCCESS$/m)
    const shown = await run('payments show payin held')
    expect(shown.stdout).toMatch(/PENDING +SUCCESS/)
    expect(shown.stdout).toMatch(/available +[\d.]+ THB/)
    expect((await run('payments list --kind payin')).stdout).toMatch(/SANDBOX +payin +held/)
    expect((await run('callbacks list payin held')).code).toBe(0)
    expect((await run('callbacks redeliver payin held')).code).toBe(0)
    expect(await run('invariants')).toMatchObject({ code: 0, stdout: expect.stringContaining('holds') })
  })

  it('a merchant is made with a key of its own, and acts with it', async () => {
    const made = await run('merchants create SHOP --rate 50 --save shop')
    expect(made).toMatchObject({ code: 0, stdout: '' })
    expect((await run('merchants list')).stdout).toMatch(/SHOP +test +ACTIVE +50/)
    const credited = await run('balances credit --merchant SHOP --amount 50 --currency THB --reference one')
    expect(credited.code).toBe(0)
    const as = '--merchant SHOP --key-file shop/private-key.pem'
    expect((await run(`balances --currencies THB ${as}`)).stdout).toMatch(/THB +50 /)
    const key = /^\S{30,}(?= )/m.exec((await run('keys list --merchant SHOP')).stdout)?.[0] ?? ''
    expect((await run(`keys remove ${key} --merchant SHOP`)).code).toBe(0)
    expect((await run(`balances ${as}`)).stderr).toContain('401 AUTHENTICATION_FAILED')
    const added = await run('keys add shop/public-key.pem --merchant SHOP')
    expect(added.stdout).toMatch(/fingerprint +[0-9a-f]{64}$/m)
    expect(added.stdout).not.toContain('BEGIN')
    expect((await run('balances show --merchant SHOP')).stdout).toMatch(/THB +50 /)
    writeFileSync(
      join(folder.path, 'two.json'),
      JSON.stringify(['PROMPTPAY', 'ONLINE'].map((code) => ({ code, currency: 'THB' }))),
    )
    writeFileSync(join(folder.path, 'one.json'), JSON.stringify([{ code: 'PROMPTPAY', currency: 'THB' }]))
    const narrowed = await run('merchants update SHOP --methods two.json')
    expect(narrowed.stderr).toContain('it had all methods')
    const removed = await run('merchants update SHOP --methods one.json')
    expect(removed.stderr).toContain('no longer offered: ONLINE in THB')
    expect(removed.stdout).toMatch(/^\S.* 1 \(--json shows them\)$/m)
    expect((await run('merchants update --help')).stdout).toContain('the whole list')
    expect((await run('merchants update SHOP --suspend')).stdout).toMatch(/status +SUSPENDED/)
  })

  it('--save without a folder keeps key and secrets in the data folder, where the next command finds them', async () => {
    const made = await run('merchants create KEPT --save')
    expect(made).toMatchObject({ code: 0, stderr: expect.not.stringContaining('--key-file') })
    expect(readdirSync(join(folder.path, 'data/merchants/KEPT')).sort()).toEqual([
      'merchant.json',
      'private-key.pem',
      'public-key.pem',
    ])
    expect((await run('balances --merchant KEPT')).code).toBe(0)
  })

  it('a merchant that is refused leaves neither key nor folder', async () => {
    const refused = await run('merchants create REFUSED --callback-url nonsense --save')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('callbackUrl') })
    expect(existsSync(join(folder.path, 'data/merchants/REFUSED'))).toBe(false)
    const again = await run('merchants create SANDBOX --save other')
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('409') })
    expect(existsSync(join(folder.path, 'other'))).toBe(false)
  })

  it('keygen keeps a pair in the data folder, too', async () => {
    expect((await run('keygen')).stdout).toContain(join('data', 'keys', 'private-key.pem'))
  })

  it('how a checkout looks is said piece by piece, and taken away at once', async () => {
    const logo = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    )
    writeFileSync(join(folder.path, 'logo.png'), logo)
    writeFileSync(join(folder.path, 'logo.svg'), '<svg/>')
    writeFileSync(join(folder.path, 'poster.png'), Buffer.concat([logo, Buffer.alloc(30_000)]))
    const made = await run('merchants create TEA --checkout-colour #0A7D4F --checkout-logo logo.png --json')
    expect(JSON.parse(made.stdout).checkout).toEqual({
      colour: '#0a7d4f',
      logo: `data:image/png;base64,${logo.toString('base64')}`,
    })
    const origins = '--frame-origin https://tea.example http://127.0.0.1:8070'
    const updated = await run(`merchants update TEA --checkout-name Lotus ${origins}`)
    expect(updated.stdout).toMatch(/^checkout\.name +Lotus$/m)
    // What was not given has stayed, and a picture is told by its length.
    expect(updated.stdout).toMatch(/^checkout\.colour +#0a7d4f$/m)
    expect(updated.stdout).toMatch(/^checkout\.logo +\d+ characters/m)
    expect(updated.stdout).toContain('https://tea.example')
    const wrong = await run('merchants update TEA --checkout-colour green')
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('/checkout/colour') })
    expect(await run('merchants update TEA --checkout-logo logo.svg')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('logo.svg is not a PNG, JPEG or WebP picture'),
    })
    expect((await run('merchants update TEA --checkout-logo poster.png')).stderr).toContain('a logo may have')
    const both = await run('merchants update TEA --plain-checkout --checkout-name Lotus')
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('--plain-checkout') })
    const plain = await run('merchants update TEA --plain-checkout --json')
    expect(JSON.parse(plain.stdout)).not.toHaveProperty('checkout')
  })

  it('operators are made and revoked, and do only what their role may', async () => {
    const made = JSON.parse((await run('operators create reader --role VIEWER --json')).stdout)
    const asReader = { SLUICE_ADMIN_TOKEN: made.token }
    expect((await run('merchants list', asReader)).code).toBe(0)
    expect((await run('merchants update SANDBOX --rate 9', asReader)).code).toBe(1)
    expect((await run('audit list')).stdout).toMatch(/operator\.create +operator reader/)
    for (const order of ['', ' --sort OLDEST', ' --sort DUE'])
      expect(await run(`cases list${order}`)).toMatchObject({ code: 0, stdout: 'none\n' })
    expect((await run(`operators revoke ${made.id}`)).code).toBe(0)
    expect((await run('merchants list', asReader)).stderr).toContain('401')
  })

  it('rates are put and listed', async () => {
    expect((await run('fx put USDT THB 32.5')).code).toBe(0)
    expect((await run('fx list')).stdout).toMatch(/USDT +THB +32.5/)
  })

  it('wrong usage ends with 2', async () => {
    for (const line of [
      'payins',
      'payins create --method NONE',
      'token',
      'token --action PAYIN_INFO --id abc --callback-url https://shop.example/',
      'nonsense',
      'payins create --amount x',
      'payins create --field foo=bar',
      'payments list --status NONSENSE',
      'payments list --kind nonsense',
      'callbacks list payin',
      'callbacks list payin x --failing',
      'checkout',
      'help nonsense',
    ])
      expect([line, (await run(line)).code]).toEqual([line, 2])
  })

  it('a gateway that is not there ends with 3', async () => {
    const { code, stderr } = await run('balances --url http://127.0.0.1:1')
    expect(code).toBe(3)
    expect(stderr).toContain('http://127.0.0.1:1 cannot be reached')
  })

  it('neither secrets nor control characters are shown where something else answers in its place', async () => {
    const impostor = createServer((_request, response) =>
      response.writeHead(500).end('{"detail":"\\u001b[2J"}'),
    )
    await once(impostor.listen(0, '127.0.0.1'), 'listening')
    const address = impostor.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { code, stdout, stderr } = await run(`balances --url http://127.0.0.1:${port}`)
    impostor.close()
    expect(code).toBe(1)
    expect(stdout + stderr).not.toMatch(/sk_|whsec_|PRIVATE KEY/)
    expect(stdout + stderr).not.toContain('\u001b')
  })
})
