/** What the newest rooms of the merchants' API will answer, for as long as the gateway has no routes for it: the shapes are their schemas'. */
import type { Page } from 'playwright-core'

const AT = '2026-11-22T09:00:00.000Z'

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
