/** The console in a real browser: each screen at once, light and dark, on a phone and on a wide screen, and by keyboard alone. */
import { firstLink } from '@sluice/gateway/identity/people/first-link.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { findings } from './axe.fixture.ts'
import { useOnePage, useShop } from './browser.fixture.ts'
import { aDay, type Day, openConsole, picture, widths } from './console.fixture.ts'
import { describeActions } from './console-actions.ts'
import { describeCsvMapping } from './csv-mapping.fixture.ts'
import { invoiced, stated } from './invoices.fixture.ts'
import { describeInvoices } from './invoicing-actions.ts'
import { withPasskeys } from './passkeys.fixture.ts'
import { counted, describeReports } from './reports.fixture.ts'
import { unseenPages } from './routes.fixture.ts'
import { describeSettlements } from './settlement-actions.ts'
import { describeStaleForms } from './stale.fixture.ts'

const shop = useShop()
let day: Day
let idStatement = ''
beforeAll(async () => {
  day = await aDay(shop())
  await invoiced(shop(), day.merchantCode)
  idStatement = await stated(shop(), day.merchantCode)
  await counted(shop())
})

const payment = (id: string) => `/console/payments/${day.merchantCode}/payin/${id}`
type Screen = readonly [name: string, path: () => string]
const SCREENS: readonly Screen[] = [
  ['today', () => '/console/'],
  ['payments', () => '/console/payments'],
  ['payment', () => payment(day.underpaid)],
  ['payment-paid', () => payment('order-paid')],
  ['cases', () => '/console/cases'],
  ['case', () => `/console/cases/${day.caseId}`],
  ['approvals', () => '/console/approvals'],
  ['approval', () => `/console/approvals/${day.approvalId}`],
  ['bank-files', () => '/console/bank-files'],
  ['bank-file', () => `/console/bank-files/${day.fileId}`],
  ['merchants', () => '/console/merchants'],
  ['merchant', () => `/console/merchants/${day.merchantCode}`],
  ['accounts', () => '/console/accounts'],
  ['account', () => '/console/accounts/till'],
  ['processors', () => '/console/processors'],
  ['providers', () => '/console/processors/providers'],
  ['reconcile', () => '/console/reconcile'],
  ['reconcile-day', () => `/console/reconcile/till/${day.today}`],
  ['reports', () => '/console/reports'],
  ['settlements', () => '/console/settlements'],
  ['settlement', () => `/console/settlements/${day.runId}`],
  ['settlement-new', () => `/console/settlements/!new?merchantCodes=${day.merchantCode}`],
  ['statements', () => '/console/statements'],
  ['invoices', () => '/console/invoices'],
  ['invoice', () => `/console/invoices/${day.merchantCode}/TEST-INV-000002`],
  ['invoice-new', () => '/console/invoices/!new'],
  ['credit-notes', () => '/console/credit-notes'],
  ['credit-note', () => `/console/credit-notes/${day.merchantCode}/TEST-CN-000001`],
  ['callbacks', () => '/console/callbacks'],
  ['health', () => '/console/health'],
  ['alerts', () => '/console/alerts'],
  ['audit', () => '/console/audit'],
  ['people', () => '/console/people'],
  ['privacy', () => '/console/privacy'],
  ['search', () => `/console/search?q=${day.underpaid}`],
  ['statement', () => `/console/statements/${day.merchantCode}/${idStatement}`],
  ['shown', () => '/console/shown'],
]

/** What administrators set up. */
const SETUP_SCREENS: readonly Screen[] = [
  ['new-merchant', () => '/console/merchants/!new'],
  ['new-account', () => '/console/accounts/!new'],
  ['settings', () => '/console/settings'],
  ['setup', () => '/console/setup'],
  ['debtor-accounts', () => '/console/setup/debtor-accounts'],
  ['connectors', () => '/console/setup/connectors'],
  ['networks', () => '/console/setup/networks'],
  ['rates', () => '/console/setup/rates'],
  ['calendars', () => '/console/setup/calendars'],
  ['policy', () => '/console/setup/policy'],
  ['alert-rules', () => '/console/setup/alert-rules'],
  ['billing', () => '/console/setup/billing'],
  ['setup-privacy', () => '/console/setup/privacy'],
]

/** A look at each costs a second: every width once, each colour scheme where it is narrow or wide. */
const LOOKS = [
  ['desk', { width: 1280, height: 800 }, 'light'],
  ['wide', { width: 1920, height: 1080 }, 'light'],
  ['phone', { width: 360, height: 780 }, 'dark'],
] as const

it('each page of the console is among the screens that are looked at', () => {
  const addresses = [...SCREENS, ...SETUP_SCREENS].map(([, path]) => path())
  expect(unseenPages('console', addresses)).toEqual([])
})

describe.each([
  ['ben', SCREENS],
  ['root', SETUP_SCREENS],
] as const)('each screen, seen by %s', (who, screens) => {
  const reader = useOnePage(() => openConsole(day, who, '/console/'))

  it.each(screens)(
    '%s is found without fault by axe in light and dark, and fits every width',
    async (name, path) => {
      const { page, newComplaints, settled } = reader()
      for (const [size, viewport, colorScheme] of LOOKS) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize(viewport)
        if (size === 'desk') await page.goto(shop().baseUrl + path())
        await settled()
        // An address that leads nowhere would pass all that follows.
        expect(await page.locator('h1').first().textContent()).not.toBe('Nothing here')
        const [content, window] = await widths(page)
        expect([size, content]).toEqual([size, window])
        if (size !== 'wide') expect(await findings(page)).toEqual([])
        if (size === 'desk') await picture(page, name)
      }
      expect(newComplaints()).toEqual([])
    },
  )
})

describe('somebody who works', () => {
  it('finds out by keyboard alone why a payment has not arrived, and settles its underpaid case', async () => {
    const { page } = await openConsole(day, 'ben', '/console/')
    await page.keyboard.press('/')
    await page.keyboard.type(day.underpaid)
    await page.locator('.hit-title', { hasText: day.underpaid }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: day.underpaid }).waitFor()
    await expect
      .poll(() => page.locator('.standing-summary').textContent())
      .toMatch(/480|differs from the amount due/i)
    await page.getByRole('link', { name: 'View case' }).first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Amount differs' }).waitFor()
    await expect.poll(() => page.locator('.difference-amount').textContent()).toBe('−20.00 THB')
    await page.keyboard.press('1')
    await page
      .getByRole('button', { name: 'Assign 480.00 THB to order-underpaid as full payment of 500.00 THB' })
      .focus()
    await page.keyboard.press('Enter')
    await page.getByText(/You bear the missing 20.00 THB/).waitFor()
    await page.getByLabel('Reason').focus()
    await page.keyboard.type('the payer forgot the fee of the bank')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    // To give away more than came, a second pair of eyes is asked.
    await page.getByText('Another operator must approve it.').waitFor()
    const { data } = await day.admin('GET', '/admin/approvals?status=WAITING')
    const requested = data?.find(({ summary }) => summary?.includes(day.underpaid))
    await day.admin('POST', `/admin/approvals/${requested?.id}/!approve`, {}, day.anna)
    const { status } = await day.admin('GET', `/admin/payments/${day.merchantCode}/payin/${day.underpaid}`)
    expect(status).toBe('SUCCESS')
  })

  it('approves what a colleague has asked for, and reads what will be done before', async () => {
    const money = { amount: 2_500_000, currencyCode: 'THB' }
    const credit = { merchantCode: day.merchantCode, money, reference: 'top-up-to-approve' }
    const requested = await day.admin('POST', '/admin/balances/!credit', credit, day.ben)
    const { page } = await openConsole(day, 'anna', `/console/approvals/${requested.approval?.id}`)
    await expect.poll(() => page.locator('h1').textContent()).toContain('2500000.00 THB')
    await page.getByRole('button', { name: /^Approve: / }).click()
    await page.locator('.headline .badge', { hasText: 'Approved' }).waitFor()
    const { status } = await day.admin('GET', `/admin/approvals/${requested.approval?.id}`)
    expect(status).toBe('APPROVED')
  })

  it('cannot release a file that they have prepared; a colleague can, and reads its sum on the button', async () => {
    const path = `/console/bank-files/${day.fileId}`
    const mine = await openConsole(day, 'anna', path)
    await mine.page.getByText('You prepared this file, so another operator must release it.').waitFor()
    expect(await mine.page.getByRole('button', { name: /^Release/ }).count()).toBe(0)
    const { page } = await openConsole(day, 'ben', path)
    await page.getByRole('button', { name: 'Release 3 payouts, 16,445.17 THB' }).click()
    const file = page.getByRole('link', { name: 'Download bank file' })
    await file.waitFor()
    // Whoever only looks sees it within two seconds, without having done anything.
    await mine.page.locator('.headline .badge', { hasText: 'Released' }).waitFor()
  })

  it('goes back to the view that they came from, with its filters', async () => {
    const { page, settled } = await openConsole(day, 'ben', '/console/payments')
    await page.getByLabel('Kind', { exact: true }).selectOption('payout')
    await page.waitForURL(/kind=payout/)
    await settled()
    await page.getByRole('link', { name: 'salary-2' }).click()
    await page.waitForURL(/salary-2/)
    await page.goBack()
    await page.waitForURL(/kind=payout/)
    await expect.poll(() => page.getByLabel('Kind', { exact: true }).inputValue()).toBe('payout')
    await page.getByRole('link', { name: 'salary-2' }).waitFor()
    expect(await page.getByRole('link', { name: 'order-open' }).count()).toBe(0)
  })

  it('reads times in the zone that the screen names, never in the browser’s', async () => {
    const { createdAt } = await day.admin('GET', `/admin/payments/${day.merchantCode}/payin/order-paid`)
    const { page, settled } = await openConsole(day, 'ben', payment('order-paid'))
    const shown = page.locator('.facts time').first()
    await expect.poll(() => shown.textContent()).toBe(createdAt?.slice(0, 19).replace('T', ' '))
    await page.getByLabel('Times are shown in').selectOption('Asia/Bangkok')
    const inBangkok = new Date(new Date(createdAt ?? '').getTime() + 7 * 3_600_000).toISOString()
    await expect.poll(() => shown.textContent()).toBe(inBangkok.slice(0, 19).replace('T', ' '))
    await page.reload()
    await settled()
    await expect.poll(() => page.getByLabel('Times are shown in').inputValue()).toBe('Asia/Bangkok')
  })
})

describeActions(() => day)
describeSettlements(() => day)
describeInvoices(() => day)
describeCsvMapping(() => day)
describeReports(() => day)
describeStaleForms(() => day)

describe('a screen', () => {
  it('offers a viewer nothing that would be refused', async () => {
    for (const path of [
      payment(day.open),
      `/console/cases/${day.caseId}`,
      `/console/approvals/${day.approvalId}`,
    ]) {
      const { page } = await openConsole(day, 'vera', path)
      expect(await page.locator('main .button').count()).toBe(0)
    }
  })

  it('says at a field that it is to be filled in, in its own words, and leads there', async () => {
    const { page } = await openConsole(day, 'ben', '/console/processors')
    const form = page
      .locator('form')
      .filter({ has: page.getByLabel('Merchant', { exact: true }) })
      .last()
    await form.getByRole('button').click()
    const field = form.getByLabel('Merchant', { exact: true })
    await field.and(page.locator(':focus[aria-invalid=true]')).waitFor()
    await form.getByText('Please fill this in.').first().waitFor()
    expect(await findings(page)).toEqual([])
    await field.fill(day.merchantCode)
    expect(await field.getAttribute('aria-invalid')).toBeNull()
  })

  it('names the right that is missing', async () => {
    const { page } = await openConsole(day, 'ben', '/console/', {})
    await page.route('**/admin/cases?**', (route) =>
      route.fulfill({
        status: 403,
        json: { code: 'SCOPE_EXCEEDED', detail: 'this needs the right cases:read' },
      }),
    )
    await page.getByRole('link', { name: 'Cases', exact: true }).click()
    await page.getByText('this needs the right cases:read').waitFor()
    expect(await findings(page)).toEqual([])
  })

  it('keeps what it shows while the gateway does not answer, and says so', async () => {
    const { page } = await openConsole(day, 'ben', '/console/payments')
    await page.getByRole('link', { name: 'order-paid' }).waitFor()
    await page.context().setOffline(true)
    await page.getByText('The gateway is not responding.').waitFor()
    expect(await page.getByRole('link', { name: 'order-paid' }).count()).toBe(1)
    expect(await findings(page)).toEqual([])
    await page.context().setOffline(false)
    await page.getByText('The gateway is not responding.').waitFor({ state: 'detached' })
  })

  it('says what is not there, and where nothing is like what was asked for', async () => {
    const { page } = await openConsole(day, 'ben', payment('nobody'))
    await page.getByText('This page does not exist.').waitFor()
    await page.goto(`${shop().baseUrl}/console/payments?merchantCode=NOBODY`)
    await page.getByText('No payments match these filters').waitFor()
    expect(await findings(page)).toEqual([])
    // A screen that is one answer has its heading without it, too.
    await page.goto(`${shop().baseUrl}/console/approvals/nobody`)
    await page.getByText('This page does not exist.').waitFor()
    expect(await page.locator('h1').allTextContents()).toEqual(['Approval'])
  })

  it('gives the keyboard its heading, and keeps it there when what it shows has come', async () => {
    const { page } = await openConsole(day, 'ben', '/console/approvals')
    await page.getByRole('link', { name: /top-up-2026-11/ }).click()
    await page.getByRole('heading', { level: 1, name: /top-up-2026-11/ }).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')
  })

  it('shows what a merchant typed as what it is', async () => {
    const merchantCode = await shop().newMerchant({ name: '<img src=x onerror=alert(1)>' })
    const { page, complaints } = await openConsole(day, 'ben', `/console/merchants/${merchantCode}`)
    await expect.poll(() => page.locator('h1').textContent()).toBe('<img src=x onerror=alert(1)>')
    expect(complaints).toEqual([])
  })

  it('asks no other host, and loads less than 150 KB first', async () => {
    const { page } = await openConsole(day, 'ben', '/console/')
    const loaded: string[] = []
    let bytes = 0
    page.on('response', (response) => {
      loaded.push(new URL(response.url()).origin)
      if (/\.(js|css)$/.test(response.url())) bytes += Number(response.headers()['content-length'] ?? 0)
    })
    await page.reload()
    await page.locator('.card').first().waitFor()
    expect(new Set(loaded)).toEqual(new Set([shop().baseUrl]))
    expect(bytes).toBeLessThan(150_000)
  })
})

describe('the first one here', () => {
  it('makes an account by the link of the start, with a passkey and codes to keep, and sees where they are signed in', async () => {
    const link = (await firstLink(shop().app.people)) ?? ''
    const { page } = await withPasskeys(shop())
    await page.goto(link)
    await page.getByRole('heading', { name: 'Welcome to Sluice' }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    expect(await findings(page)).toEqual([])
    await picture(page, 'first-start')
    await page.getByLabel('Your name').fill('maria')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    const codes = await page.locator('.codes code').allTextContents()
    expect(new Set(codes).size).toBeGreaterThan(5)
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()

    await page.getByText('maria').first().click()
    await page.getByRole('link', { name: 'Your sign-in' }).click()
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
    await page.getByText('this device', { exact: true }).waitFor()
    expect(await findings(page)).toEqual([])
  })
})
