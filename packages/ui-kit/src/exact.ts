/**
 * Sends amounts as JSON numbers with the digits that were typed, without ever making them floats. `0.1` and 30 digits
 * arrive as typed, and only the server judges them.
 */
const DECIMAL = /^-?\d+(?:\.\d+)?$/

/** Text that is written as a number. */
class Exact {
  readonly digits: string

  constructor(digits: string) {
    this.digits = digits
  }
}

/** Text that is no decimal number is sent as text, and the server reports the fault at its field. */
export function exactly(text: string): Exact | string {
  const wanted = text.trim()
  // JSON has no `007`.
  return DECIMAL.test(wanted) ? new Exact(wanted.replace(/^(-?)0+(?=\d)/, '$1')) : wanted
}

/** JSON with the digits of `exactly` unchanged. */
export function bodyText(body: unknown): string {
  // It cannot occur in a field.
  const mark = crypto.randomUUID()
  const text = JSON.stringify(body, (_, value: unknown) =>
    value instanceof Exact ? `${mark}${value.digits}` : value,
  )
  return text.replaceAll(new RegExp(`"${mark}(-?[\\d.]+)"`, 'g'), '$1')
}
