/** Common parts of schemas. */
import { dayOnly } from '@sluice/core/foundation/instants.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import { fail, succeed } from '@sluice/core/foundation/result.ts'
import { type TSchemaOptions, type TStringOptions, Type } from 'typebox'
import { type Body, isObject, readMoney } from '../api/requests.ts'
import { choice } from '../http/choice.ts'
import { readAs, worded } from '../http/reading.ts'
import { isLine, refined } from '../http/texts.ts'

export { choice }

/** Text of this form, or a fault with this message. */
export const formed = (form: RegExp, message: string, options: TStringOptions = {}) =>
  refined((text) => form.test(text), 'INVALID_FORMAT', message, options)

/** A name chosen by people. */
export const named = (max: number, missing?: string) => {
  const message = `must be text of 1 to ${max} characters, without control characters`
  const schema = Type.Unsafe<string>(
    Type.Refine(Type.String({ maxLength: max }), (text) => isLine(text, max)),
  )
  return worded(schema, 'INVALID_FORMAT', message, missing === undefined ? {} : { missing })
}

/** Money in major units, with the decimals of payers or of the ledger. */
export const money = (finest: 'practice' | 'ledger', options: TSchemaOptions = {}) =>
  readAs<Money>(
    Type.Object({ amount: Type.Number(), currencyCode: Type.String() }, options),
    (value, { path, imprecise }) => readMoney(value, path, imprecise, finest),
    'is mandatory: an object with amount and currencyCode',
  )

/** An object that is read elsewhere: any properties. */
export const anyObject = (description: string) =>
  readAs<Body>(Type.Object({}, { additionalProperties: true, description }), (value, { path }) =>
    isObject(value) ? succeed(value) : fail([{ path, code: 'WRONG_TYPE', message: 'must be a JSON object' }]),
  )

/** Days on which banks are closed: of the week and of the year. */
export const closedDays = (mostHolidays: number) => ({
  closedWeekdays: Type.Optional(
    worded(
      Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
        maxItems: 6,
        description: '0 is Sunday. Default: Saturday and Sunday.',
      }),
      'WRONG_TYPE',
      'must be a list of at most 6: 0 (Sunday) to 6',
    ),
  ),
  holidays: Type.Optional(
    worded(
      Type.Array(
        Type.Unsafe<string>(
          Type.Refine(Type.String({ description: '2026-12-31' }), (day) => dayOnly(day) !== undefined),
        ),
        { maxItems: mostHolidays },
      ),
      'WRONG_TYPE',
      `must be a list of at most ${mostHolidays}: days such as 2026-12-31`,
    ),
  ),
})

/** Whether an operator counts as a separate person (`identity/people/confirming.ts`). */
export const ConfirmedSchema = Type.Boolean({
  description:
    'Whether they count as a second person for everyone. False: not for those who invited or approved them, until another operator confirms them face to face.',
})
