/** When each merchant is settled: agreements and calendars. */
import { currency as currencyOf } from '@sluice/core/catalogue/currencies.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Type } from 'typebox'
import { auditCall } from '../../identity/operators/audit.ts'
import type { SettlementAgreement } from '../../settlement/agreement.ts'
import {
  BUILT_IN,
  putCalendarCall,
  readCalendars,
  type SettlementCalendar,
} from '../../settlement/calendars.ts'
import { putAgreement, readAgreements } from '../../settlement/store.ts'
import type { ApprovalRequest } from '../approval-requests.ts'
import { instant, MerchantCodeParam, merchantOf, notFound, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { closedDays } from '../fields.ts'
import { adminProblem } from '../problems.ts'
import { auditedTerms, calendarCode, TermsBody, TermsSchema, termsBody, writtenTerms } from './terms.ts'

const GUIDE = 'settlement.md' as const

const readTerms = endpoint({
  route: 'GET /admin/merchants/:merchantCode/settlement-terms',
  role: 'VIEWER',
  summary: "Read a merchant's settlement terms",
  guide: GUIDE,
  params: { merchantCode: MerchantCodeParam },
  answers: { 200: Type.Object({ data: Type.Array(TermsSchema) }) },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { gateway } = call.backOffice
    const { merchantCode } = await merchantOf(gateway, call.params.merchantCode)
    const calendars = await readCalendars(gateway.database)
    const agreements = await readAgreements(gateway.database, merchantCode)
    return { data: agreements.map((each) => termsBody(each, calendars, gateway.deps.clock.now())) }
  },
})

const aboutTerms = (before: SettlementAgreement | undefined): string => `terms ${before?.version ?? 0}`

const putTerms = endpoint({
  route: 'PUT /admin/merchants/:merchantCode/settlement-terms/:currencyCode',
  role: 'ADMIN',
  summary: "Set a merchant's settlement terms in a currency",
  guide: GUIDE,
  params: { merchantCode: MerchantCodeParam, currencyCode: Type.String({ description: 'The currency.' }) },
  body: TermsBody,
  example: {
    schedule: 'WEEKLY',
    weekday: 1,
    cutOff: '17:00',
    zone: 'Asia/Bangkok',
    calendar: 'WEEKDAYS',
    minimum: 1000,
    payee: {
      paymentMethodCode: 'BANK_TRANSFER',
      paymentOperatorCode: '004',
      account: { accountName: 'Siam Shop Co., Ltd.', accountNumber: '1234567890' },
    },
  },
  answers: { 200: TermsSchema },
  problems: ['NOT_FOUND'],
  operations: ['merchant.payout-destination'],
  async operation(call): Promise<ApprovalRequest | undefined> {
    const { database } = call.backOffice.gateway
    const { merchantCode, isTest } = await merchantOf(call.backOffice.gateway, call.params.merchantCode)
    const found = currencyOf(call.params.currencyCode)
    if (!found) throw notFound('currency')
    call.check(writtenTerms(found.code, await readCalendars(database)))
    if (isTest) return undefined
    const before = (await readAgreements(database, merchantCode)).find(
      ({ currency }) => currency === found.code,
    )
    return {
      operation: 'merchant.payout-destination',
      summary: `Change the ${found.code} settlement terms of ${merchantCode}`,
      about: aboutTerms(before),
    }
  },
  async handle(call) {
    const { gateway } = call.backOffice
    const { merchantCode } = await merchantOf(gateway, call.params.merchantCode)
    const found = currencyOf(call.params.currencyCode)
    if (!found) throw notFound('currency')
    const calendars = await readCalendars(gateway.database)
    const terms = call.check(writtenTerms(found.code, calendars))
    const of = { merchantId: merchantCode, currency: found.code }
    await putAgreement(gateway.database, of, terms, gateway.deps.clock.now(), (before) => {
      call.still(aboutTerms(before))
      return call.audit({
        action: 'settlement-terms.put',
        subject: `merchant ${merchantCode}`,
        detail: {
          currencyCode: found.code,
          // The log does not show accounts, only whether they changed.
          isPayeeChanged:
            before !== undefined && JSON.stringify(before.payee) !== JSON.stringify(terms.payee),
          before: before && auditedTerms(before),
          after: auditedTerms({ ...of, ...terms, version: 0 }),
        },
      })
    })
    const kept = (await readAgreements(gateway.database, merchantCode)).find(
      ({ currency }) => currency === found.code,
    )
    if (!kept) throw notFound('currency')
    return termsBody(kept, calendars, gateway.deps.clock.now())
  },
})

const CalendarSchema = Type.Object({
  code: Type.String(),
  closedWeekdays: Type.Array(Type.Integer()),
  holidays: Type.Array(Type.String()),
  updatedAt: Type.Optional(instant('Absent for a shared calendar, which cannot be changed.')),
})

const calendarBody = ({ code, closedWeekdays, holidays, updatedAt }: SettlementCalendar) => ({
  ...{ code, closedWeekdays, holidays },
  ...(updatedAt !== undefined && { updatedAt: isoTime(updatedAt) }),
})

const listCalendars = endpoint({
  route: 'GET /admin/settlement-calendars',
  role: 'VIEWER',
  summary: 'List the business-day calendars used for settlement',
  guide: GUIDE,
  answers: { 200: Type.Object({ data: Type.Array(CalendarSchema) }) },
  async handle({ backOffice }) {
    return { data: [...(await readCalendars(backOffice.gateway.database)).values()].map(calendarBody) }
  },
})

const MAX_HOLIDAYS = 1_000

const putCalendar = endpoint({
  route: 'PUT /admin/settlement-calendars/:code',
  role: 'OPERATOR',
  summary: 'Set a business-day calendar: closed weekdays and holidays',
  guide: GUIDE,
  params: { code: calendarCode },
  body: Type.Object({
    ...closedDays(MAX_HOLIDAYS),
  }),
  example: { closedWeekdays: [0, 6], holidays: ['2027-04-13', '2027-04-14', '2027-04-15'] },
  answers: { 200: CalendarSchema },
  problems: ['INVALID_STATE', 'NOT_FOUND'],
  async handle(call) {
    const { database, deps } = call.backOffice.gateway
    const { code } = call.params
    if (BUILT_IN.some((calendar) => calendar.code === code))
      throw refuse(adminProblem('INVALID_STATE', 'This is a shared calendar. Create one with another code.'))
    const { closedWeekdays = [0, 6], holidays = [] } = call.body()
    const calendar = {
      closedWeekdays: [...new Set(closedWeekdays)].toSorted(),
      holidays: [...new Set(holidays)].toSorted(),
    }
    const at = deps.clock.now()
    const audit = call.audit({
      action: 'settlement-calendar.put',
      subject: `settlement calendar ${code}`,
      detail: calendar,
    })
    await database.batch([putCalendarCall(code, calendar, at), auditCall(audit)])
    return calendarBody({ code, ...calendar, updatedAt: at })
  },
})

export const SETTLEMENT_TERMS_ENDPOINTS = [readTerms, putTerms, listCalendars, putCalendar]
