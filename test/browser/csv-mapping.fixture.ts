/** Tests of the CSV mapping form on the console, with a sample that stays in the browser. */
import { describe, expect, it } from 'vitest'
import { findings } from './axe.fixture.ts'
import { useOnePage } from './browser.fixture.ts'
import { type Day, openConsole, picture, widths } from './console.fixture.ts'

/** An address above the heads, ambiguous dates, an invalid amount, and a total below. */
const SAMPLE = `Banco de Prueba;;;;;
Cuenta;123;;;;
Fecha;Concepto;Importe;D/C;Saldo;Referencia
03/04/2026;PAGO S0K3V9Q2M7X1ZB;1.234,50;H;2.000,00;A1
05/04/2026;CARGO;10,00;D;1.990,00;A2
06/04/2026;PAGO;diez;H;2.000,00;A3
;;;Total;;
`

export function describeCsvMapping(day: () => Day): void {
  describe('the form of a CSV mapping', () => {
    const reader = useOnePage(() => openConsole(day(), 'ben', '/console/accounts/till'))

    it('reads a sample as it suggests, asks what the sample leaves open, tells each fault at its line, and saves', async () => {
      const { page, newComplaints } = reader()
      const sent: string[] = []
      page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
      await page.getByRole('button', { name: 'Set CSV format…' }).click()
      await page.getByLabel('Sample CSV from the bank').setInputFiles({
        name: 'banco.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(SAMPLE),
      })

      // The heads and values decide everything but which day 03/04/2026 is.
      const chosen = (label: string) =>
        page.getByLabel(label, { exact: true }).locator('option:checked').textContent()
      await expect.poll(() => chosen('Booking date')).toBe('Fecha')
      expect(
        await Promise.all(['Amount', 'Direction', 'Bank’s reference', 'Payment description'].map(chosen)),
      ).toEqual(['Importe', 'D/C', 'Referencia', 'Concepto'])
      const save = page.getByRole('button', { name: 'Save the CSV format of till' })
      await save.click()
      // The field asks for it before anything is sent.
      await page.getByLabel('Date format').and(page.locator(':focus[aria-invalid=true]')).waitFor()
      expect(await findings(page)).toEqual([])
      await page.getByLabel('3 April 2026 (DD/MM/YYYY)').check()
      await page.locator('[aria-invalid=true]').waitFor({ state: 'detached' })

      const line = (number: number) =>
        page
          .getByRole('table', { name: 'Preview of the first lines' })
          .locator('tbody tr')
          .nth(number - 4)
      const reported = (number: number) => line(number).locator('td').allTextContents()
      await expect
        .poll(() => reported(4))
        .toEqual(['4', '2026-04-03', '1,234.50 THB', 'Money in ', 'A1', '–', 'PAGO S0K3V9Q2M7X1ZB'])
      expect(await reported(5)).toEqual(['5', '2026-04-05', '10.00 THB', 'Money out ', 'A2', '–', 'CARGO'])
      expect((await reported(6)).join(' ')).toMatch(/Rejected .*"diez", which is not an amount/)
      expect(await reported(7)).toContain('Skipped')
      for (const [width, colorScheme] of [
        [1280, 'light'],
        [390, 'dark'],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        expect(await findings(page)).toEqual([])
        const [content, window] = await widths(page)
        expect(content).toBe(window)
        if (width === 1280) {
          await page
            .getByRole('group', { name: 'Dates and amounts' })
            .evaluate('(part) => part.scrollIntoView()')
          await picture(page, 'csv-mapping')
        }
      }

      // By keyboard alone.
      expect(sent.filter((each) => !each.startsWith('GET'))).toEqual([])
      await save.focus()
      await page.keyboard.press('Enter')
      await save.waitFor({ state: 'detached' })
      expect(await day().admin('GET', '/admin/bank-feeds/till/csv-mapping')).toMatchObject({
        columns: { bookedAt: 'Fecha', amount: 'Importe', direction: 'D/C', reference: 'Referencia' },
        ...{ delimiter: ';', decimalSign: ',', dateFormat: 'DD/MM/YYYY' },
        creditWords: expect.arrayContaining(['H']),
      })
      expect(newComplaints()).toEqual([])
    })
  })
}
