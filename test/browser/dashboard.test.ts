/** The dashboard in a real browser: each screen at once, light and dark, on a phone and on a wide screen, and what people do there. */
import { generateKeyPairSync } from 'node:crypto'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { succeed } from '@sluice/core/foundation/result.ts'
import { newMerchantSecret } from '@sluice/gateway/merchants/credentials.ts'
import { changeMerchant, findMerchant } from '@sluice/gateway/merchants/store.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { findings } from './axe.fixture.ts'
import { useOnePage, useShop } from './browser.fixture.ts'
import { widths } from './console.fixture.ts'
import {
  aBusiness,
  addressOf,
  type Business,
  openDashboard,
  picture,
  provedNow,
} from './dashboard.fixture.ts'
import { invoiced, stated } from './invoices.fixture.ts'
import { letProofsEnd, withPasskeys } from './passkeys.fixture.ts'
import { counted } from './reports.fixture.ts'
import { unseenPages } from './routes.fixture.ts'

const shop = useShop()
const PUBLIC_PEM = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString()

let business: Business
beforeAll(async () => {
  business = await aBusiness(shop())
  await invoiced(shop(), business.merchantCode)
  await stated(shop(), business.merchantCode)
  await counted(shop())
})

const SCREENS: readonly (readonly [name: string, path: string])[] = [
  ['home', ''],
  ['payments', 'payments'],
  ['payment', 'payments/order-second'],
  ['payment-open', 'payments/order-open'],
  ['refund-form', 'payments/order-paid?open=refund'],
  ['payouts', 'payouts'],
  ['payout', 'payouts/salary-1'],
  ['pay-out', 'payouts?open=new'],
  ['payouts-by-file', 'payouts-by-file'],
  ['refunds', 'refunds'],
  ['refund', 'refunds/refund-1'],
  ['links', 'links'],
  ['new-link', 'links?open=new'],
  ['link', 'links/link-1'],
  ['balances', 'balances'],
  ['statements', 'statements'],
  ['reports', 'reports'],
  ['settlements', 'settlements'],
  ['invoices', 'invoices'],
  ['credit-notes', 'credit-notes'],
  ['keys', 'keys'],
  ['callbacks', 'callbacks'],
  ['replay', 'callbacks?open=range'],
  ['requests', 'requests'],
  ['team', 'team'],
  ['invite', 'team?open=invite'],
  ['settings', 'settings'],
  ['statement', 'statements/THB-1'],
  ['you', 'you'],
]

/** Those that the documents show. */
const PICTURES = ['home', 'reports', 'payment', 'refund-form', 'callbacks']

/** A look at each costs a second: every width once, each colour scheme where it is narrow or wide. */
const LOOKS = [
  ['desk', { width: 1280, height: 800 }, 'light'],
  ['wide', { width: 1920, height: 1080 }, 'light'],
  ['phone', { width: 360, height: 780 }, 'dark'],
] as const

it('each page of the dashboard is among the screens that are looked at', () => {
  const addresses = SCREENS.map(([, path]) => new URL(addressOf(business, path)).pathname)
  expect(unseenPages('dashboard', addresses)).toEqual([])
})

describe('each screen', () => {
  const owner = useOnePage(() => openDashboard(business, ''))

  it.each(SCREENS)(
    '%s is found without fault by axe in light and dark, and fits every width',
    async (name, path) => {
      const { page, newComplaints, settled } = owner()
      await provedNow(business, 'OWNER')
      for (const [size, viewport, colorScheme] of LOOKS) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize(viewport)
        if (size === 'desk') await page.goto(addressOf(business, path))
        await settled()
        // An address that leads nowhere would pass all that follows.
        expect(await page.locator('h1').first().textContent()).not.toBe('Nothing here')
        const [content, window] = await widths(page)
        expect([size, content]).toEqual([size, window])
        if (size !== 'wide') expect(await findings(page)).toEqual([])
        if (size === 'desk' && PICTURES.includes(name)) await picture(page, name)
      }
      expect(newComplaints()).toEqual([])
    },
  )

  it('of a payout that was refused says that its fee went back', async () => {
    const { page } = owner()
    await page.goto(addressOf(business, 'payouts/salary-refused'))
    await page.locator('.facts', { hasText: 'refunded with the amount' }).waitFor()
  })
})

describe('somebody of the merchant’s', () => {
  it('makes a payment link, prints it alone on a sheet, and closes it', async () => {
    const { page, settled } = await openDashboard(business, 'links?open=new')
    await page.getByLabel('Title').fill('Saturday, 20:00')
    await page.getByLabel('Amount', { exact: true }).fill('0250.50')
    await page.getByRole('button', { name: 'Create link for 250.50 THB' }).click()
    await page.waitForURL(/\/links\/link-[0-9a-f]{12}$/)
    await settled()
    const url = (await page.locator('.command-line code').first().textContent()) ?? ''
    expect(url).toMatch(/\/l\/[\w-]{24}$/)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.setViewportSize({ width: 559, height: 794 })
    const sheet = await page.locator('.sheet').boundingBox()
    expect(await page.getByText(url).last().isVisible()).toBe(true)
    expect(await page.locator('.by-command, .page-head, .facts').first().isVisible()).toBe(false)
    expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeLessThan(794)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: 'Close link…' }).click()
    await page.getByRole('button', { name: 'Close Saturday, 20:00' }).click()
    await page.locator('.headline', { hasText: /closed/i }).waitFor()
    expect(await page.getByRole('button', { name: 'Close link…' }).count()).toBe(0)
  })

  it('finds in the request log why a request was refused, and the page of its code', async () => {
    const { shop: at, ask } = business
    expect((await ask('GET', '/payouts/never-made')).status).toBe(404)
    const { page } = await openDashboard(business, 'requests?statuses=4xx&id=never-made')
    const code = page.getByRole('link', { name: 'NOT_FOUND' })
    await code.waitFor()
    expect(await page.getByText('GET /payouts/{idPayout}').isVisible()).toBe(true)
    expect((await fetch(new URL((await code.getAttribute('href')) ?? '', at.baseUrl))).status).toBe(200)
  })

  it('sees what was paid by a link, and on the payment which link it was', async () => {
    const { shop: at, merchantCode } = business
    const id = 'by-link-907'
    const scope = { kind: 'action', action: 'PAYIN_CHECKOUT', idPayment: id } as const
    const now = Math.floor(Date.now() / 1_000)
    const token = at.app.gateway.issueToken({
      ...{ merchantCode: merchantCode as MerchantCode, scope, madeWith: 'link:link-1', jti: id },
      ...{ issuedAtSecs: now, expiresAtSecs: now + 600, money: { amount: '1500.5', currencyCode: 'THB' } },
    })
    const made = await fetch(`${at.baseUrl}/payins/${id}`, {
      method: 'POST',
      headers: {
        'x-api-version': '2',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        paymentRequested: { money: { amount: 1_500.5, currencyCode: 'THB' } },
        paymentMethod: { paymentMethodCode: 'OFFLINE' },
      }),
    })
    expect(made.status, await made.text()).toBe(201)
    const { page, settled } = await openDashboard(business, 'links/link-1')
    await page.locator('a[data-row]', { hasText: id }).click()
    await page.waitForURL(/\/payments\/by-link-907/)
    await settled()
    await page.getByRole('link', { name: 'link-1' }).click()
    await page.waitForURL(/\/links\/link-1$/)
    expect(await findings(page)).toEqual([])
  })

  it('keeps what they typed in settings that a colleague has changed meanwhile, and sees what it is now', async () => {
    const mine = await openDashboard(business, 'settings')
    const theirs = await openDashboard(business, 'settings')
    const name = (page: Page) => page.getByLabel('Name shown to payers')
    const colour = (page: Page) => page.getByLabel('Button colour')
    const save = (page: Page) => page.getByRole('button', { name: 'Save appearance' }).click()
    await name(mine.page).fill('Mine')
    await colour(theirs.page).fill('#0b6e4f')
    await name(theirs.page).fill('Theirs')
    await save(theirs.page)
    await theirs.page.getByText('Saved').waitFor()
    await save(mine.page)
    await mine.page.getByText('Name shown to payers: – → “Theirs”').waitFor()
    expect(await name(mine.page).inputValue()).toBe('Mine')
    expect(await colour(mine.page).inputValue()).toBe('#0b6e4f')
    expect(await findings(mine.page)).toEqual([])
    await save(mine.page)
    await mine.page.getByText('Saved').waitFor()
    const { merchant } = (await findMerchant(shop().app.gateway.database, business.merchantCode)) ?? {}
    expect(merchant?.checkout).toEqual({ name: 'Mine', colour: '#0b6e4f' })
  })

  it('gives a part of a payment back by keyboard, and reads the amount on the button', async () => {
    const { page } = await openDashboard(business, 'payments/order-paid')
    await page.getByRole('button', { name: 'Refund…' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/open=refund/)
    await page.getByLabel('Amount (THB)').fill('250.10')
    const button = page.getByRole('button', { name: 'Refund 250.10 THB' })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByText('250.10 THB will be refunded.').waitFor()
    const { body } = await business.ask('GET', '/refunds?idPayin=order-paid')
    expect(JSON.stringify(body)).toContain('"amount":250.1,')
    await page.keyboard.press('Escape')
    await page.getByText('999.90').first().waitFor()
  })

  it('is told at the field what is no amount, and nothing is sent', async () => {
    const { page } = await openDashboard(business, 'payments/order-second?open=refund')
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1
    })
    await page.getByLabel('Amount (THB)').fill('1,5')
    await page.getByText('Digits and a decimal point, such as 1500.50').waitFor()
    await page.keyboard.press('Enter')
    expect(sent).toBe(0)
  })

  it('pays out, to the digit that was typed, and lands on the payout', async () => {
    const { page } = await openDashboard(business, 'payouts?open=new')
    await page.getByLabel('Amount', { exact: true }).fill('0120.30')
    await page.getByLabel('Account holder').fill('Somchai Jaidee')
    await page.getByLabel('Account number').fill('1234567890')
    await page.getByLabel('Bank code').fill('014')
    await page.getByRole('button', { name: 'Pay out 120.30 THB to Somchai Jaidee' }).click()
    await page.waitForURL(/\/payouts\/payout-[0-9a-f]{12}$/)
    await page.locator('.headline', { hasText: '120.30 THB' }).waitFor()
  })

  it('sends a callback again, and sees every attempt with its bytes', async () => {
    const { page, settled } = await openDashboard(business, 'callbacks?state=DELIVERED')
    await page.locator('a[data-row]', { hasText: 'order-paid' }).first().click()
    await page.waitForURL(/open=/)
    await settled()
    await expect.poll(() => page.locator('.bytes').textContent()).toContain('"idPayin":"order-paid"')
    await page.getByRole('button', { name: 'Resend', exact: true }).click()
    await page.getByText('The callback is being resent.').waitFor()
  })

  it('looks at each line of a file of payouts, mends it, pays it, and takes the result along', async () => {
    const { page } = await openDashboard(business, 'payouts-by-file')
    const heads = 'id,amount,currency,method,account_name,account_number,bank_code'
    const line = (id: string, amount: string) =>
      `${id},${amount},THB,BANK_TRANSFER,Somchai Jaidee,1234567890,014`
    const choose = (...lines: readonly string[]) => {
      const buffer = Buffer.from([heads, ...lines].join('\n'))
      return page.locator('input[type=file]').setInputFiles({ name: 'p.csv', mimeType: 'text/csv', buffer })
    }
    await choose(line('salary-8', '1500.50'), line('salary-9', '1e3'), line('salary-8', '700'))
    await page.getByText('must be digits').waitFor()
    await page.getByText('as line 1').waitFor()
    expect(await page.getByRole('button', { name: /^Pay / }).count()).toBe(0)
    expect(await findings(page)).toEqual([])

    await choose(line('salary-8', '1500.50'), line('salary-9', '700'))
    await page.getByRole('button', { name: 'Send 2 payouts: 2,200.50 THB' }).click()
    await page.getByText('2 created, 0 rejected.').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toBe('payouts-result.csv')
    expect(await findings(page)).toEqual([])

    await choose(line('salary-8', '1500.50'), line('salary-9', '700'))
    await page.getByText('Created before').first().waitFor()
    expect(await page.getByRole('button', { name: /^Pay / }).count()).toBe(0)
  })

  it('makes a secret that is shown once, adds a key, and removes the secret again', async () => {
    const { page } = await openDashboard(business, 'keys')
    await page.getByRole('button', { name: 'New secret' }).first().click()
    const dialog = page.getByRole('dialog')
    const secret = (await dialog.locator('[data-secret]').textContent()) ?? ''
    expect(secret).toMatch(/^sk_/)
    await dialog.getByRole('button', { name: 'I have saved them' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain(secret)

    await page.getByRole('button', { name: 'Add public key' }).click()
    await dialog.getByLabel('Public key (PEM)').fill('no key')
    await dialog.getByRole('button', { name: 'Add public key' }).click()
    await dialog.locator('.fault', { hasText: 'must be a public key in PEM' }).waitFor()
    await dialog.getByLabel('Public key (PEM)').fill(PUBLIC_PEM)
    await dialog.getByRole('button', { name: 'Add public key' }).click()
    await page
      .getByText(/RSA 2048 · SHA-256 [0-9a-f]{64}/)
      .first()
      .waitFor()

    const remove = page.getByRole('table', { name: 'API secrets' }).getByRole('button', { name: /^Remove/ })
    const before = await remove.count()
    await remove.last().click()
    await dialog.getByRole('button', { name: /^Remove/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => remove.count()).toBe(before - 1)
  })

  it('confirms a secret that somebody else has made, and takes that back', async () => {
    const { gateway } = shop().app
    const { database, deps } = gateway
    const at = deps.clock.now()
    const { credential } = newMerchantSecret(deps.randomness, at)
    const made = { ...credential, madeBy: 'Dora', carries: ['payins:act'] as const }
    const audit = { id: deps.randomness.uuidV7(at), at, operator: 'test', action: 'secrets.add' }
    const line = { ...audit, subject: business.merchantCode, detail: {} }
    await changeMerchant(database, business.merchantCode, line, () => succeed({ add: [made] }))
    const { page } = await openDashboard(business, 'keys')
    const row = page.getByRole('row', { name: credential.id })
    await row.getByText('same as its creator').waitFor()
    await row.getByRole('button', { name: `Confirm ${credential.id}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Dora created it').waitFor()
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: `Confirm ${credential.id}` }).click()
    await row.getByText('confirmed by').waitFor()
    await row.getByRole('button', { name: 'Withdraw confirmation' }).click()
    await row.getByText('same as its creator').waitFor()
  })

  it('takes a list with them as a file, as the screen has it', async () => {
    const { page } = await openDashboard(business, 'payments?status=SUCCESS')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
  })

  it('finds a payment by its ID from anywhere, by keyboard', async () => {
    const { page } = await openDashboard(business, 'payouts')
    await page.keyboard.press('/')
    await page.keyboard.type('order-second')
    await page.locator('.hit-title', { hasText: '90,071.25 THB' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'order-second' }).waitFor()
  })

  it('reads it in another language, and finds it so again', async () => {
    const { page, settled } = await openDashboard(business, 'payments')
    await page.getByLabel('Language').selectOption('th')
    await page.getByRole('heading', { name: 'การชำระเงิน' }).waitFor()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('th')
    await page.reload()
    await settled()
    await page.getByRole('heading', { name: 'การชำระเงิน' }).waitFor()
    expect(await findings(page)).toEqual([])
  })

  it('goes back to the view that they came from, with its filters', async () => {
    const { page, settled } = await openDashboard(business, 'payments')
    await page.getByLabel('Status', { exact: true }).selectOption('SUCCESS')
    await page.waitForURL(/status=SUCCESS/)
    await settled()
    await page.getByRole('link', { name: 'order-paid' }).click()
    await page.getByRole('heading', { name: 'order-paid' }).waitFor()
    await page.goBack()
    await page.waitForURL(/status=SUCCESS/)
    await expect.poll(() => page.getByLabel('Status', { exact: true }).inputValue()).toBe('SUCCESS')
    expect(await page.getByRole('link', { name: 'order-open' }).count()).toBe(0)
  })
})

describe('a screen', () => {
  it('offers nothing that a role may not', async () => {
    const { page } = await openDashboard(business, 'payouts', { role: 'SUPPORT' })
    expect(await page.getByRole('button', { name: 'New payout' }).count()).toBe(0)
    const places = await page.locator('#menu a').allTextContents()
    expect(places).toContain('Payments')
    for (const hidden of ['Team', 'Settings', 'Keys and secrets', 'Balances'])
      expect(places).not.toContain(hidden)
  })

  it('names the right that is missing', async () => {
    const { page } = await openDashboard(business, 'team')
    await page.route('**/refunds?**', (route) =>
      route.fulfill({
        status: 403,
        json: { code: 'SCOPE_EXCEEDED', detail: 'this needs the right refunds:read' },
      }),
    )
    await page.getByRole('link', { name: 'Refunds', exact: true }).click()
    await page.getByText('this needs the right refunds:read').waitFor()
  })

  it('keeps what was there while the gateway does not answer, and says so', async () => {
    const { page } = await openDashboard(business, 'payments')
    await page.getByRole('link', { name: 'order-paid' }).waitFor()
    await page.route('**/payins?**', (route) => route.abort())
    await page.getByText(/This data may be out of date/).waitFor()
    expect(await page.getByRole('link', { name: 'order-paid' }).count()).toBe(1)
  })

  it('says loudly that no money moves in test mode, on each screen', async () => {
    const { page } = await openDashboard(business, 'payouts')
    await expect
      .poll(() => page.locator('header .trial').textContent())
      .toBe('Test mode. No real money moves.')
  })

  it('of another merchant’s account is none, whoever asks', async () => {
    const { page } = await openDashboard(business, '')
    await page.goto(`${business.shop.baseUrl}/dashboard/at/SHOP-1/payments`)
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    expect(await page.locator('table').count()).toBe(0)
  })
})

describe('what changes', () => {
  const hidden = (page: Page, isHidden: boolean) =>
    page.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} })
      document.dispatchEvent(new Event('visibilitychange'))
    `)
  const pay = (idPayin: string) =>
    business.ask('POST', `/payins/${idPayin}`, {
      paymentRequested: { money: { amount: 1_907, currencyCode: 'THB' } },
      paymentMethod: {
        paymentMethodCode: 'OFFLINE',
        account: { accountName: 'Somchai Jaidee', accountNumber: '9876543210' },
      },
    })
  const row = (page: Page, idPayin: string) => page.getByRole('link', { name: idPayin })

  it('is heard, not asked for again and again; nothing is heard by a page that is hidden', async () => {
    const { page } = await openDashboard(business, 'payments')
    const address = page.url()
    await page.goto('about:blank')
    const streams: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/live') streams.push('open')
    })
    page.on('requestfailed', (request) => {
      if (new URL(request.url()).pathname === '/live') streams.push('left')
    })
    await page.goto(address)
    await row(page, 'order-paid').waitFor()
    await expect.poll(() => streams).toEqual(['open'])
    await pay('live-1')
    await row(page, 'live-1').waitFor()
    await hidden(page, true)
    await expect.poll(() => streams).toEqual(['open', 'left'])
    await pay('live-2')
    await hidden(page, false)
    await row(page, 'live-2').waitFor()
    await expect.poll(() => streams).toEqual(['open', 'left', 'open'])
    await pay('live-3')
    await row(page, 'live-3').waitFor()
  })

  it('meanwhile is seen once a lost connection is there again', async () => {
    const { page } = await openDashboard(business, 'payments')
    await row(page, 'order-paid').waitFor()
    await page.context().setOffline(true)
    await page.getByText(/This data may be out of date/).waitFor()
    await pay('live-4')
    await page.context().setOffline(false)
    await row(page, 'live-4').waitFor()
    expect(await page.getByText(/This data may be out of date/).count()).toBe(0)
  })
})

describe('somebody who was invited', () => {
  it('makes an account with a passkey, gives money back, shows anew that it is her, and comes back by the passkey', async () => {
    const link = await business.invite('Malee', 'OWNER')
    const { origin } = new URL(link)
    const { page, complaints } = await withPasskeys(shop())
    const heading = (name: string) => page.getByRole('heading', { name, exact: true })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const makeRefund = async (amount: string) => {
      await page.goto(`${origin}/dashboard/at/${business.merchantCode}/payments/order-second?open=refund`)
      await page.getByLabel('Amount (THB)').fill(amount)
      await press(`Refund ${amount} THB`)
    }
    await page.goto(link)
    await page.getByText(/Malee joins Riverside Books.*: Owner/).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    expect(await findings(page)).toEqual([])
    await press('Create passkey')
    await heading('Save your recovery codes').waitFor()
    await press('I have saved them')
    await heading('Home').waitFor()
    await page.locator('.balances').getByText('THB').first().waitFor()

    await makeRefund('1.25')
    await page.getByText('1.25 THB will be refunded.').waitFor()
    await letProofsEnd(shop())
    await makeRefund('2.50')
    await heading('Verify that it is you').waitFor()
    expect(await findings(page)).toEqual([])
    await press('Use your passkey')
    await page.getByText('2.50 THB will be refunded.').waitFor()
    const { body } = await business.ask('GET', '/refunds?idPayin=order-second')
    expect(JSON.stringify(body)).toMatch(/"amount":2.5,.*"amount":1.25,/)
    await page.keyboard.press('Escape')

    await page.locator('.person summary').click()
    await press('Sign out')
    await heading('Sign in').waitFor()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    expect(await findings(page)).toEqual([])
    await press('Sign in with a passkey')
    await heading('order-second').waitFor()
    expect(complaints).toEqual([])
  })

  it('invites a colleague, who joins, is made something else, is brought back, and is taken out', async () => {
    const { page } = await openDashboard(business, 'team?open=invite')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Noor')
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('SUPPORT')
    await dialog.getByRole('button', { name: 'Create invitation' }).click()
    const link = (await dialog.locator('.command-line code').textContent()) ?? ''
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Revoke: Noor' }).waitFor()

    const noor = await withPasskeys(shop())
    await noor.page.goto(link)
    await noor.page.getByRole('button', { name: 'Create passkey' }).click()
    await noor.page.getByRole('button', { name: 'I have saved them' }).click()
    await noor.page.getByRole('heading', { name: 'Home' }).waitFor()
    expect(await noor.page.locator('#menu a').allTextContents()).not.toContain('Team')

    await page.reload()
    const row = page.getByRole('row', { name: /^Noor / })
    await row.getByRole('button', { name: 'Change role…' }).click()
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('FINANCE')
    await dialog.getByRole('button', { name: 'Make Noor Finance' }).click()
    await row.getByText('Finance').waitFor()
    await noor.page.reload()
    await noor.page.locator('#menu').getByRole('link', { name: 'Balances' }).waitFor()

    // She has lost her passkey; whoever has the new link is her, and nobody by an older way.
    await row.getByRole('button', { name: 'Recover…' }).click()
    await dialog.getByRole('button', { name: 'Create link for Noor' }).click()
    const back = await withPasskeys(shop())
    await back.page.goto((await dialog.locator('.command-line code').textContent()) ?? '')
    await back.page.getByText('Noor recovers the account.').waitFor()
    await back.page.getByRole('button', { name: 'Create passkey' }).click()
    await back.page.getByRole('button', { name: 'I have saved them' }).click()
    await noor.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.keyboard.press('Escape')

    await row.getByRole('button', { name: 'Remove…' }).click()
    await dialog.getByRole('button', { name: 'Remove Noor from the team' }).click()
    await row.waitFor({ state: 'detached' })
    await back.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('takes an invitation back before anybody uses it', async () => {
    const link = await business.invite('Late', 'SUPPORT')
    const { page } = await openDashboard(business, 'team')
    await page.getByRole('button', { name: 'Revoke: Late' }).click()
    await page.getByRole('button', { name: 'Revoke: Late' }).waitFor({ state: 'detached' })
    const { page: late } = await withPasskeys(shop())
    await late.goto(link)
    await late.getByRole('heading', { name: 'This link is not valid' }).waitFor()
  })

  it('joins one more account while signed in, showing again that it is them, and switches between the two', async () => {
    const second = await shop().newMerchant({ name: 'Harbour Tea' })
    const { page } = await withPasskeys(shop())
    await page.goto(await business.invite('Praew', 'FINANCE'))
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await letProofsEnd(shop())
    await page.goto('about:blank')
    await page.goto(await business.invite('Praew', 'SUPPORT', second))
    await page.getByText('Praew joins Harbour Tea: Support.').waitFor()
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await page.locator('.switch select').selectOption(second)
    await page.waitForURL(`**/dashboard/at/${second}/`)
    await page.locator('.brand-name', { hasText: 'Harbour Tea' }).waitFor()
    expect(await page.locator('#menu a').allTextContents()).not.toContain('Balances')
    await page.getByText('No payments yet').waitFor()
  })
})

describe('the first load', () => {
  it('takes at most 150 KB of script and style, and asks no other host', async () => {
    const { page } = await openDashboard(business, '')
    const hosts = new Set<string>()
    let bytes = 0
    page.on('response', (response) => {
      hosts.add(new URL(response.url()).host)
      if (/\.(js|css)$/.test(response.url())) bytes += Number(response.headers()['content-length'] ?? 0)
    })
    await page.goto(`${business.shop.baseUrl}/dashboard/`)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect([...hosts]).toEqual([new URL(business.shop.baseUrl).host])
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(150_000)
  })
})
