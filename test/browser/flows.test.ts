import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newId, type Order, picture, useShop } from './browser.fixture.ts'

const shop = useShop()

interface Chosen {
  readonly method: RegExp
  readonly operator?: string
  readonly fields?: Readonly<Record<string, string>>
}

async function choose(page: Page, { method, operator, fields = {} }: Chosen): Promise<void> {
  await page.getByRole('radio', { name: method }).check()
  if (operator !== undefined) {
    const tile = page.getByRole('radio', { name: operator })
    if ((await tile.count()) > 0) await tile.check()
    else await page.getByLabel('Your bank or provider').selectOption({ label: operator })
  }
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
}

const go = (page: Page) => page.getByRole('button', { name: /^(Pay|Continue)/ }).click()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const paid = (page: Page) => heading(page, 'Payment received').waitFor()

/** As the payer does elsewhere: with the test wallet, in a tab of its own. */
async function payElsewhere(page: Page): Promise<void> {
  const link = await page.getByRole('link', { name: 'Open the test wallet' }).getAttribute('href')
  const wallet = await page.context().newPage()
  await wallet.goto(link ?? '')
  await wallet.getByRole('button', { name: 'Pay', exact: true }).click()
  await paid(page)
}

/** A checkout with the method chosen and the button pressed. */
async function start(order: Order, chosen: Chosen) {
  const opened = await shop().open(shop().link(order))
  await choose(opened.page, chosen)
  await go(opened.page)
  return opened
}

describe('every kind of method leads to SUCCESS', () => {
  it('QR: the code is shown, can be saved, and the page sees the money come', async () => {
    const { page, complaints } = await shop().open(shop().link({ amount: '1907.25', currencyCode: 'THB' }))
    await heading(page, 'How would you like to pay?').waitFor()
    await choose(page, { method: /PromptPay/, fields: { 'Account number you pay from': '1234567890' } })
    await picture(page, 'choose')
    await go(page)
    await page.getByRole('img', { name: /QR code to pay THB.1,907\.25/ }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save QR code' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.png$/)
    // Only now: money that comes by itself may be there before the code is saved.
    await payElsewhere(page)
    await picture(page, 'success')
    expect(complaints).toEqual([])
  })

  it('redirect: to the bank, paid there, and back', async () => {
    const { page, complaints } = await start(
      { amount: '1907', currencyCode: 'THB', returnUrl: 'http://127.0.0.1:9/thanks?cart=1#top' },
      { method: /Online banking/, operator: 'Kasikornbank' },
    )
    await heading(page, 'Lotus Tea House').waitFor()
    await picture(page, 'sandbox-bank')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByText('This payment is paid.').waitFor()
    await page.getByRole('link', { name: 'Back to the checkout' }).click()
    await paid(page)
    const back = await page.getByRole('link', { name: 'Back to Lotus Tea House' }).getAttribute('href')
    expect(back).toMatch(/^http:\/\/127\.0\.0\.1:9\/thanks\?cart=1&idPayin=order-[\d-]+#top$/)
    expect(complaints).toEqual([])
  })

  it('redirect: the bank that the checkout led to leads to the checkout and to the shop, which is told of which payin', async () => {
    const idPayin = newId()
    const { page } = await start(
      { amount: '1907', currencyCode: 'THB', returnUrl: 'http://127.0.0.1:9/thanks?cart=1#top', idPayin },
      { method: /Online banking/, operator: 'Kasikornbank' },
    )
    const shopPage = { contentType: 'text/html', body: '<h1>Thank you</h1>' }
    await page.route('http://127.0.0.1:9/**', (route) => route.fulfill(shopPage))
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByText('This payment is paid.').waitFor()
    const checkout = await page.getByRole('link', { name: 'Back to the checkout' }).getAttribute('href')
    expect(checkout).toBe(`/pay/${shop().merchantCode}/${idPayin}`)
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await heading(page, 'Thank you').waitFor()
    await expect.poll(() => page.url()).toBe(`http://127.0.0.1:9/thanks?cart=1&idPayin=${idPayin}#top`)
  })

  it('redirect: where nobody named a shop the bank leads back to the checkout alone', async () => {
    const { page } = await start(
      { amount: '1907', currencyCode: 'THB' },
      { method: /Online banking/, operator: 'Kasikornbank' },
    )
    await page.getByRole('link', { name: 'Back to the checkout' }).waitFor()
    expect(await page.getByRole('link', { name: /Back to/ }).count()).toBe(1)
  })

  it('push: the phone is called', async () => {
    const { page } = await start(
      { amount: '1500', currencyCode: 'KES' },
      { method: /Mobile money/, operator: 'Airtel Money', fields: { 'Your name': 'Amina Otieno' } },
    )
    await heading(page, 'Approve the request in your app or on your phone').waitFor()
    await paid(page)
  })

  it('transfer: the account with its details to copy, and the exact amount', async () => {
    const { page } = await start(
      { amount: '30907', currencyCode: 'KRW' },
      {
        method: /Bank transfer/,
        fields: { 'Account holder name': 'Kim Minsu' },
      },
    )
    await heading(page, 'Transfer to this account').waitFor()
    await page.getByRole('button', { name: /^Copy ?: Amount/ }).click()
    await page.getByRole('button', { name: /^Copied ?: Amount/ }).waitFor()
    await payElsewhere(page)
  })

  it('virtual account: with the steps of bank and ATM', async () => {
    const { page } = await start(
      { amount: '125000', currencyCode: 'IDR' },
      {
        method: /Virtual account/,
        operator: 'Bank Central Asia',
      },
    )
    await page.getByText('Instructions').waitFor()
    await page.getByText('Insert your card').waitFor({ state: 'attached' })
    await paid(page)
  })

  it('store code: letters and bars', async () => {
    const { page } = await start(
      { amount: '1907', currencyCode: 'TWD' },
      {
        method: /Convenience store/,
        operator: '7-ELEVEN ibon',
        fields: {
          'Your name': '王小明',
          'Email address': 'ming@example.com',
          'Phone number': '+886912345678',
          'Where you will pay': 'Taipei',
        },
      },
    )
    await heading(page, 'Show or enter this code at the store').waitFor()
    await page.getByRole('img', { name: /^TEST\d{10}$/ }).waitFor()
    await payElsewhere(page)
  })

  it('stablecoin: address, network and the exact amount', async () => {
    const { page } = await start(
      { amount: '907.5', currencyCode: 'USDT' },
      { method: /Stablecoin/, operator: 'USDT on TRON' },
    )
    await heading(page, 'Send to this address').waitFor()
    await page.getByText('Pay exactly 907.50 USDT').waitFor()
    await payElsewhere(page)
  })

  it('UPI: the bank’s reference is asked for, checked, and completes the payment', async () => {
    const { page } = await start({ amount: '1499', currencyCode: 'INR' }, { method: /UPI \/ IMPS/ })
    const utr = page.getByLabel('Reference (UTR)')
    await utr.fill('12345')
    await page.getByRole('button', { name: 'Send the reference' }).click()
    await page.getByText('The reference has exactly 12 digits.').waitFor()
    await picture(page, 'utr')
    await utr.fill('6325 0412 3456')
    await page.getByRole('button', { name: 'Send the reference' }).click()
    await page.getByText('Reference 632504123456 received.').waitFor()
    await paid(page)
  })
})

describe('other ends', () => {
  const pay = (amount: string) =>
    start(
      { amount, currencyCode: 'THB' },
      { method: /PromptPay/, fields: { 'Account number you pay from': '1' } },
    )

  it('refused', async () => {
    const { page } = await pay('901')
    await heading(page, 'Payment refused').waitFor()
  })

  it('failed, with a reason the payer understands', async () => {
    const { page } = await pay('902')
    await heading(page, 'Payment failed').waitFor()
    await page.getByText('The provider does not know this customer.').waitFor()
  })

  it('the customer is turned away before anything is made, and may choose again', async () => {
    const { page } = await pay('904')
    await page.getByText('The provider could not confirm your account.').waitFor()
    await heading(page, 'How would you like to pay?').waitFor()
  })

  it('expired, and paid late all the same', async () => {
    const { page } = await pay('906')
    await heading(page, 'Time is up').waitFor()
    const late = await pay('908')
    await paid(late.page)
  })

  it('the test wallet beside a QR code reads it, and can refuse', async () => {
    const { page } = await pay('1907')
    const [wallet] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Open the test wallet' }).click(),
    ])
    await picture(page, 'qr')
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save QR code' }).click(),
    ])
    await wallet.getByText('Read the QR code').click()
    await wallet.locator('input[type=file]').setInputFiles({
      name: saved.suggestedFilename(),
      mimeType: 'image/png',
      buffer: await buffer(await saved.createReadStream()),
    })
    await wallet.getByText('Read: it is the code of this payment.').waitFor()
    await wallet.getByRole('button', { name: 'Refuse' }).click()
    await heading(page, 'Payment refused').waitFor()
  })
})

describe('the page keeps going', () => {
  it('through a reload in the middle, in a second tab, and after the end without its token', async () => {
    const link = shop().link({ amount: '1907', currencyCode: 'THB', idPayin: newId() })
    const { page } = await shop().open(link)
    await choose(page, { method: /Bank transfer/ })
    await go(page)
    await heading(page, 'Transfer to this account').waitFor()
    await page.reload()
    await heading(page, 'Transfer to this account').waitFor()
    const second = await page.context().newPage()
    await second.goto(link)
    await heading(second, 'Transfer to this account').waitFor()
    const wallet = await second.getByRole('link', { name: 'Open the test wallet' }).getAttribute('href')
    await second.goto(wallet ?? '')
    await second.getByRole('button', { name: 'Pay', exact: true }).click()
    await paid(page)
    const kept = await page.evaluate('JSON.stringify({ ...sessionStorage })')
    expect(kept).not.toContain('eyJ')
    await page.reload()
    await paid(page)
  })
})
