/**
 * Tests of operators' actions on the console, called by `console.test.ts` with its gateway and its day. Each tests a common complaint about
 * screens of this kind.
 */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findings } from './axe.fixture.ts'
import { type Day, openConsole, picture, widths } from './console.fixture.ts'

const NARROW = { width: 360, height: 780 }
const DESK = { width: 1280, height: 800 }

/** Checks the open page in both colour schemes and on a phone. */
async function holds(page: Page): Promise<void> {
  for (const [viewport, colorScheme] of [
    [DESK, 'light'],
    [NARROW, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    expect(await findings(page)).toEqual([])
    const [content, window] = await widths(page)
    expect(content).toBe(window)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(DESK)
}

export function describeActions(dayNow: () => Day): void {
  const payment = (id: string) => `/console/payments/${dayNow().merchantCode}/payin/${id}`

  describe('the refund drawer', () => {
    it('says by keyboard alone what goes back, how, by when and at what price, and does it once', async () => {
      const day = dayNow()
      const { page } = await openConsole(day, 'ben', payment('order-paid'))
      const requested: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().includes('/admin/refunds/'))
          requested.push(`${new URL(request.url()).pathname.split('/').at(-1)} ${request.postData()}`)
      })
      await page.getByRole('button', { name: 'Refund…' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('The payer chooses the account with a claim link').waitFor()
      await holds(page)
      await page.getByLabel('Amount in THB').focus()
      await page.keyboard.type('100.10')
      const send = page.getByRole('button', { name: 'Reserve 100.10 THB for the payer to claim' })
      await send.waitFor()
      await picture(page, 'refund')
      await send.focus()
      await page.keyboard.press('Enter')
      await page.getByText('Refund created').waitFor()
      // A float would have made 100.1 of it and lost digits of longer amounts.
      const [made] = requested.filter((each) => each.startsWith('operator-'))
      expect(made).toContain('"amount":100.1')
      await page.getByRole('link', { name: 'View refund' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('Waiting for payer').waitFor()
      // The badge must not say that it is under way while nothing was sent.
      expect(await page.locator('.headline .badge').allTextContents()).not.toContain('Pending')
    })

    it('says why more than is left is refused, before anything is sent, at the field or in its place', async () => {
      const { page } = await openConsole(dayNow(), 'ben', payment('order-paid'))
      await page.getByRole('button', { name: 'Refund…' }).click()
      await page.getByLabel('Amount in THB').fill('99999')
      await page.locator('.refund-plan .banner').waitFor()
      expect(await page.locator('dialog .button.primary').count()).toBe(0)
      await page.getByLabel('Amount in THB').fill('12,5')
      await page.locator('.field .fault').waitFor()
      await expect.poll(() => page.getByLabel('Amount in THB').getAttribute('aria-invalid')).toBe('true')
    })

    it('is not offered to whoever may not refund', async () => {
      const { page } = await openConsole(dayNow(), 'vera', payment('order-paid'))
      await page.locator('.standing-summary').waitFor()
      expect(await page.getByRole('button', { name: 'Refund…' }).count()).toBe(0)
    })
  })

  describe('an approval', () => {
    it('of a change shows old and new side by side, with payees that are new, and what it comes to', async () => {
      const day = dayNow()
      const sent = { name: 'Another name', receiving: { accountNumber: '9990001112' } }
      const { page } = await openConsole(day, 'ben', '/console/')
      const whole = {
        id: 'a1',
        operation: 'account.details',
        summary: 'Change where payers pay',
        sha256: 'f'.repeat(64),
        status: 'WAITING',
        requestedBy: 'anna',
        requestedAt: '2026-11-22T08:00:00.000Z',
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
        role: 'ADMIN',
        approvers: ['ben'],
        unconfirmed: [],
        toCollect: false,
        request: {
          operation: 'PATCH /admin/accounts/{id}',
          path: '/admin/accounts/till',
          body: JSON.stringify(sent),
          bodyBytes: JSON.stringify(sent).length,
        },
      }
      await page.route('**/admin/approvals/a1', (route) => route.fulfill({ json: whole }))
      await page.route('**/admin/accounts/till', (route) =>
        route.fulfill({
          json: { name: 'Till of the house', receiving: { accountNumber: '1234567890' }, id: 'till' },
        }),
      )
      await page.goto(`${day.shop.baseUrl}/console/approvals/a1`)
      const rows = page.getByRole('table', { name: 'Changes' }).locator('tbody tr')
      await rows.first().waitFor()
      await expect
        .poll(() => rows.allTextContents())
        .toEqual([
          'NameTill of the houseAnother name ',
          'Receiving · Account number12345678909990001112 new payee',
        ])
      await holds(page)
    })

    it('of money says its sum at the first glance', async () => {
      const { page } = await openConsole(dayNow(), 'ben', `/console/approvals/${dayNow().approvalId}`)
      await expect.poll(() => page.locator('.headline .big').textContent()).toBe('90,000,000.00 THB')
      await picture(page, 'approval')
    })
  })

  describe('many cases at once', () => {
    it('are chosen by keyboard and taken on together', async () => {
      const day = dayNow()
      // Money without a payer, so that a case is open whatever other tests have settled.
      const money = { amount: 77.77, currencyCode: 'THB' }
      const entry = { reference: 'BR-NOBODY', bookedAt: new Date().toISOString(), direction: 'CREDIT', money }
      await day.admin('POST', '/admin/bank-feeds/till/entries', { data: [entry] })
      const { page } = await openConsole(day, 'ben', '/console/cases')
      await page.locator('[data-row]').first().waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('x')
      await expect.poll(() => page.locator('td.choose input:checked').count()).toBe(1)
      await page.getByRole('button', { name: 'Assign case to me' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('1 done').waitFor()
      await page.getByRole('cell', { name: 'ben' }).waitFor()
      expect(await findings(page)).toEqual([])
    })
  })

  describe('a range of callbacks', () => {
    it('is counted before it is sent again, and the button says how many and to whom', async () => {
      const day = dayNow()
      const to = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
      const view = `/console/callbacks?merchantCode=${day.merchantCode}&from=2026-01-01&to=${to}`
      const { page } = await openConsole(day, 'ben', view)
      await page.getByRole('button', { name: 'Resend callbacks…' }).click()
      await page.getByRole('button', { name: 'Count callbacks' }).click()
      const send = page.getByRole('button', { name: /^Resend \d+ callbacks? to SHOP-\d+$/ })
      await send.waitFor()
      expect(await findings(page)).toEqual([])
      await send.click()
      await page.getByText(/\d+ callbacks? resent/).waitFor()
    })
  })

  describe('a view', () => {
    it('gets a name, hides columns, and comes back by its name and by its address', async () => {
      const { page } = await openConsole(dayNow(), 'ben', '/console/payments?kind=payout')
      await page.getByText('Columns', { exact: true }).click()
      await page.getByLabel('Column Merchant').uncheck()
      await page.waitForURL(/hidden=Merchant/)
      await expect.poll(() => page.getByRole('columnheader', { name: 'Merchant' }).count()).toBe(0)
      await page.getByText('Save view').click()
      await page.getByLabel('View name').fill('Payouts, short')
      await holds(page)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.goto(`${dayNow().shop.baseUrl}/console/payments`)
      await page.getByRole('link', { name: 'Payouts, short' }).click()
      await page.waitForURL(/kind=payout.*hidden=Merchant/)
      await page.getByRole('link', { name: 'salary-2' }).waitFor()
    })

    it('exports what it shows: the same rows, with the filters that it has and no column of the screen’s', async () => {
      const day = dayNow()
      const view = `/console/payments?merchantCode=${day.merchantCode}&kind=payout&hidden=Method`
      const { page } = await openConsole(day, 'ben', view)
      await page.locator('tbody [data-row]').first().waitFor()
      const shown = await page.locator('tbody [data-row]').allTextContents()
      const href = (await page.getByRole('link', { name: 'CSV' }).getAttribute('href')) ?? ''
      expect(href).not.toContain('hidden')
      const answer = await fetch(day.shop.baseUrl + href, {
        headers: { authorization: `Bearer ${day.ben}`, 'x-api-version': '2' },
      })
      const lines = (await answer.text()).trim().split('\n').slice(1)
      expect(lines.map((line) => shown.find((id) => line.includes(id)))).toEqual(shown)
    })
  })

  describe('a list of very many', () => {
    it('asks for a page at a time, and stays whole on a phone whatever names are in it', async () => {
      const names = [
        'Donaudampfschifffahrtsgesellschaftskapitän',
        'ปิยะนุชวงศ์สวัสดิ์เจริญรุ่งเรืองกิจ',
        'شركة-المدفوعات-الدولية',
      ]
      const { page } = await openConsole(dayNow(), 'ben', '/console/')
      const requested: URL[] = []
      await page.route('**/admin/payments?**', (route) => {
        const url = new URL(route.request().url())
        requested.push(url)
        const from = Number(url.searchParams.get('cursor') ?? 0)
        const limit = Number(url.searchParams.get('limit'))
        const data = Array.from({ length: Math.min(limit, 10_000 - from) }, (_, index) => ({
          ...{
            merchantCode: `SHOP-${'X'.repeat(25)}`,
            kind: 'payin',
            status: 'AWAITING_PAYEE',
            isTest: true,
          },
          id: `${names[index % names.length]}-${from + index}-${randomUUID()}`,
          money: { amount: 123_456_789_012.34, currencyCode: 'THB' },
          ...{ paymentMethodCode: 'BANK_TRANSFER', processor: 'connector-with-a-very-long-name-of-its-own' },
          createdAt: '2026-11-22T08:00:00.000Z',
        }))
        return route.fulfill({ json: { data, nextCursor: String(from + limit) } })
      })
      await page.getByRole('link', { name: 'Payments', exact: true }).click()
      await page.getByRole('button', { name: 'Next page' }).waitFor()
      await expect.poll(() => page.locator('tbody tr').count()).toBe(50)
      await holds(page)
      const began = requested.length
      await page.getByRole('button', { name: 'Next page' }).click()
      await page.waitForURL(/cursor=50/)
      expect(requested.slice(began).every((url) => url.searchParams.get('limit') === '50')).toBe(true)
    })
  })

  describe('a search', () => {
    it('can be taken away as a file, with all that it found', async () => {
      const day = dayNow()
      // The index lags behind the payments, and the page searches only once.
      const found = async () => JSON.stringify(await day.admin('GET', '/admin/search?q=order-open'))
      await expect.poll(found, { timeout: 60_000 }).toContain('order-open')
      const { page } = await openConsole(day, 'ben', '/console/search?q=order-open')
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: 'CSV' }).click()
      const file = await (await downloading).createReadStream()
      let text = ''
      for await (const chunk of file) text += String(chunk)
      expect(text).toContain('order-open')
      expect(text.trim().split('\n').length - 1).toBe(await page.locator('.items [data-row]').count())
    })
  })

  describe('a payment that waits for its payer', () => {
    it('is no exception: neither a case nor a difference counts it', async () => {
      const day = dayNow()
      const { page } = await openConsole(day, 'ben', payment(day.open))
      await page.getByText('Waiting for payer').waitFor()
      const { data } = await day.admin('GET', `/admin/cases?merchantCode=${day.merchantCode}&open=true`)
      expect(JSON.stringify(data)).not.toContain(day.open)
    })
  })

  describe('a screen that is printed', () => {
    it('leaves out what cannot be pressed on paper', async () => {
      const { page } = await openConsole(dayNow(), 'ben', payment('order-paid'))
      await page.emulateMedia({ media: 'print' })
      for (const gone of ['.top', '.menu', '.button', '.by-command'])
        await expect.poll(() => page.locator(gone).first().isVisible()).toBe(false)
    })
  })

  describe('a merchant', () => {
    it('says what is missing before it goes live, and how it is now', async () => {
      const { page } = await openConsole(dayNow(), 'ben', `/console/merchants/${dayNow().merchantCode}`)
      const section = page.getByRole('region', { name: 'Ready to go live?' })
      await section.getByText('to do').waitFor()
      await expect
        .poll(() => section.textContent())
        .toMatch(/This is a test merchant.*must start with https/s)
      await page.getByRole('region', { name: 'Health' }).getByText('Open cases').waitFor()
    })
  })
}
