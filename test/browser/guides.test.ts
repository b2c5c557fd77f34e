/** The guides and the pages of problems in a real browser: styled, without a complaint, and usable by everybody. */
import { expect, it } from 'vitest'
import { findings } from './axe.fixture.ts'
import { PHONE, useShop } from './browser.fixture.ts'

const shop = useShop()

it('a reader comes from the reference’s side to a guide, and from there by its contents to a part of another', async () => {
  const { page, complaints } = await shop().open(`${shop().baseUrl}/docs/guides/`)
  await page.getByRole('link', { name: 'A shop in fifteen minutes' }).click()
  await page.getByRole('link', { name: '4. Before you go live' }).click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#4-before-you-go-live')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'hosted checkout' }).click()
  await page.getByRole('heading', { level: 1, name: 'The hosted checkout' }).waitFor()
  const picture = main.getByRole('img', { name: 'Choosing a method' })
  expect(await picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBeGreaterThan(100)
  expect(complaints).toEqual([])
})

it.each(['light', 'dark'] as const)(
  'axe finds nothing on them, on a small phone (%s)',
  async (colorScheme) => {
    const { page, complaints } = await shop().open('about:blank', { ...PHONE, colorScheme })
    for (const path of ['guides/guide', 'guides/methods', 'errors/INSUFFICIENT_BALANCE']) {
      await page.goto(`${shop().baseUrl}/docs/${path}`)
      expect(await findings(page)).toEqual([])
      const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth')
      expect([path, fits]).toEqual([path, true])
      expect(complaints).toEqual([])
    }
  },
)
