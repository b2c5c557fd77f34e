/** Tests of reports in a real browser: payments are counted, and a number leads to its rows. */
import { isDeepStrictEqual } from 'node:util'
import { casesNow, countedNow, keptCases, keptCounts } from '@sluice/gateway/reporting/all-counted.fixture.ts'
import { describe, expect, it } from 'vitest'
import { until } from '../setup/until.ts'
import type { Shop } from './browser.fixture.ts'
import { type Day, openConsole } from './console.fixture.ts'

/**
 * After each batch the counter pauses for twenty times as long as the batch took, so on a busy machine it finishes long after everything
 * else.
 */
const COUNTED_WITHIN_MS = 280_000

/**
 * Waits until the gateway's worker has counted everything so far. It compares the reports themselves: the worker's progress is not stored
 * while there is nothing to count.
 */
export async function counted({ app }: Shop): Promise<void> {
  const { database } = app.gateway
  const isCounted = async () =>
    isDeepStrictEqual(await keptCounts(database, 'reporting_day'), await countedNow(database)) &&
    isDeepStrictEqual(await keptCases(database), await casesNow(database))
  await until('all is counted', isCounted, COUNTED_WITHIN_MS)
}

export function describeReports(day: () => Day): void {
  describe('reports', () => {
    it('let a point be reached by keyboard, say it, and open the very payments that it counted', async () => {
      const { page, settled, complaints } = await openConsole(
        day(),
        'vera',
        `/console/reports?merchantCode=${day().merchantCode}`,
      )
      // A browser whose language has no number format, as on a machine that is set to POSIX.
      await page.addInitScript(
        "Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true })",
      )
      await page.reload()
      await settled()
      const chart = page.getByRole('slider', { name: 'Payments over time' })
      await page.locator('.chart-plot canvas').first().waitFor()
      await chart.focus()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('End')
      const spoken = (await chart.getAttribute('aria-valuetext')) ?? ''
      const [, made] = /Succeeded (\d+)/.exec(spoken) ?? []
      expect(Number(made)).toBeGreaterThan(0)
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/console\/payments\?.*from=/)
      await settled()
      const all = spoken.match(/\d+(?=,|$)/g)?.map(Number) ?? []
      expect(await page.locator('a[data-row]').count()).toBe(
        all.slice(-5).reduce((sum, each) => sum + each, 0),
      )
      await page.goBack()
      await settled()
      await page.locator('.chart-table summary').first().click()
      const cell = page
        .getByRole('table', { name: 'Payments over time' })
        .getByRole('link', { name: made ?? '', exact: true })
      await cell.first().click()
      await page.waitForURL(/status=SUCCESS/)
      await settled()
      expect(await page.locator('a[data-row]').count()).toBe(Number(made))
      expect(complaints).toEqual([])
    })

    it('say what is wrong with a view, and which right is missing', async () => {
      const { page } = await openConsole(day(), 'vera', '/console/reports?firstDay=2026-02-30')
      await page
        .getByText(/must be a day such as/)
        .first()
        .waitFor()
      await page.route('**/admin/reports/**', (route) =>
        route.fulfill({
          status: 403,
          json: { code: 'SCOPE_EXCEEDED', detail: 'this needs the right reports:read' },
        }),
      )
      await page.getByRole('link', { name: 'Today' }).click()
      await page.locator('#menu').getByRole('link', { name: 'Reports' }).click()
      await page.getByText('this needs the right reports:read').first().waitFor()
    })

    it('say that nothing was counted, and keep the table where the chart cannot be loaded', async () => {
      const { page } = await openConsole(
        day(),
        'vera',
        '/console/reports?firstDay=2020-01-01&lastDay=2020-01-31',
      )
      await page.getByText('No payments in this period').first().waitFor()
      const other = await openConsole(day(), 'vera', '/console/cases')
      await other.page.route('**/assets/draw-*.js', (route) => route.abort())
      await other.page.locator('#menu').getByRole('link', { name: 'Reports' }).click()
      const chart = other.page.getByRole('figure', { name: 'Payments over time' })
      await chart.getByText('View as table').click()
      await chart.getByRole('table').waitFor()
      expect(await chart.locator('canvas').count()).toBe(0)
    })
  })
}
