/**
 * Amounts on their way to the server: the digits that were typed, as a JSON number, without ever being a float. `0.1` and 30 digits arrive
 * as they were written, and the server alone says what it thinks of them.
 */
const DECIMAL = /^-?\d+(?:\.\d+)?$/

/** Text that is written as a number. */
class Exact {
  readonly digits: string

  constructor(digits: string) {
    this.digits = digits
  }
}

/** What is no decimal number is sent as the text that it is: the server says at the field what is wrong with it. */
export function exactly(text: string): Exact | string {
  const wanted = text.trim()
  // JSON has no `007`.
  return DECIMAL.test(wanted) ? new Exact(wanted.replace(/^(-?)0+(?=\d)/, '$1')) : wanted
}

/** JSON in which `exactly` stands digit for digit. */
export function bodyText(body: unknown): string {
  // Nobody can have typed it into another field.
  const mark = crypto.randomUUID()
  const text = JSON.stringify(body, (_, value: unknown) =>
    value instanceof Exact ? `${mark}${value.digits}` : value,
  )
  return text.replaceAll(new RegExp(`"${mark}(-?[\\d.]+)"`, 'g'), '$1')
}
