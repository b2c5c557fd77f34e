/** What the newest rooms of the merchants' API will answer, for as long as the gateway has no routes for it: the shapes are their schemas'. */
import type { Page } from 'playwright-core'

const AT = '2026-11-22T09:00:00.000Z'
const money = (amount: number) => ({ amount, currencyCode: 'THB' })

const ANSWERS: readonly (readonly [path: RegExp, answer: object])[] = [
  [
    /\/request-log/,
    {
      data: [
        {
          requestId: 'req-1',
          at: AT,
          method: 'POST',
          path: '/payouts/salary-99',
          status: 422,
          code: 'INSUFFICIENT_BALANCE',
          durationMs: 12.4,
          by: 'secret secret-1',
        },
      ],
    },
  ],
  [
    /\/settings$/,
    {
      merchantCode: 'SHOP-2',
      name: 'Riverside Books',
      isTest: true,
      callbackUrl: 'https://shop.example.com/callbacks',
      checkout: { name: 'Riverside', colour: '#0b6e4f' },
    },
  ],
  [
    /\/payout-batches\/!preview$/,
    {
      rows: [
        {
          row: 1,
          idPayout: 'salary-8',
          fate: 'VALID',
          money: money(1500.5),
          fee: money(15),
          accountName: 'Somchai Jaidee',
          accountNumber: '1234567890',
        },
        {
          row: 2,
          idPayout: 'salary-9',
          fate: 'INVALID',
          errors: [{ column: 'amount', code: 'INVALID_FORMAT', message: 'must be a number' }],
        },
        { row: 3, idPayout: 'salary-8', fate: 'DUPLICATE', duplicateOf: 1, money: money(1500.5) },
      ],
      totals: [{ money: money(1500.5), fee: money(15), available: money(90000), suffices: true, rows: 1 }],
      isGood: false,
      needsProof: false,
      fingerprint: 'f',
    },
  ],
]

/** Its screens are asked at once; what is asked of them is not the gateway's answer. */
export async function answerTheNewest(page: Page): Promise<void> {
  for (const [path, json] of ANSWERS) {
    await page.route(
      (url) => !url.pathname.startsWith('/dashboard') && path.test(url.pathname + url.search),
      (route) => route.fulfill({ json }),
    )
  }
}
