/** Reports over all merchants or one: volume, success rates, time to money, and the age of open cases. */

import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isMerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { onReplica } from '@sluice/database/replica.ts'
import { Type } from 'typebox'
import { auditCall } from '../../identity/operators/audit.ts'
import { GATEWAY } from '../../payments/cases.ts'
import { QUARTER_MS } from '../../payments/counting.ts'
import { CASE_AGES_HOURS, readCasesByAge, type Totals } from '../../reporting/reading.ts'
import {
  REPORT_FACTS,
  REPORT_PARAMETERS,
  REPORTS,
  readReport,
  SuccessRateSchema,
  TimeToMoneySchema,
  VolumeSchema,
} from '../../reporting/report.ts'
import { forgetReached, readReached } from '../../reporting/rounds.ts'
import type { BackOffice } from '../back-office.ts'
import { MerchantCodeParam, merchantOf, notFound } from '../context.ts'
import { endpoint } from '../endpoint.ts'

const GUIDE = 'reports.md' as const

const query = {
  merchantCode: Type.Optional(MerchantCodeParam),
  isTest: Type.Optional(Type.Boolean({ description: 'Default: both test and live merchants.' })),
  ...REPORT_PARAMETERS,
}

interface Requested {
  readonly merchantCode?: string | undefined
  readonly isTest?: boolean | undefined
}

/** @throws ProblemError 404, 400 */
async function report<Row>(
  backOffice: BackOffice,
  name: keyof typeof REPORTS,
  requested: Requested,
  body: (totals: Totals, zone: string | undefined) => Row,
) {
  const { database, deps } = backOffice.gateway
  const { merchantCode, isTest } = requested
  const merchantId =
    merchantCode === undefined ? undefined : (await merchantOf(backOffice.gateway, merchantCode)).merchantCode
  const whose = { merchantId, isTest, mayNotifyMerchants: true, now: deps.clock.now() }
  const { totals, facts } = await readReport(database, name, { ...requested }, whose)
  return { ...facts, data: totals.map((each) => body(each, facts.zone)) }
}

const volume = endpoint({
  route: 'GET /admin/reports/volume',
  role: 'VIEWER',
  summary: 'Read how many payments were created and succeeded, with their totals',
  guide: GUIDE,
  query,
  problems: ['NOT_FOUND'],
  answers: { 200: Type.Object({ ...REPORT_FACTS, data: Type.Array(VolumeSchema) }) },
  handle: (call) => report(call.backOffice, 'volume', call.query, REPORTS.volume.body),
})

const successRates = endpoint({
  route: 'GET /admin/reports/success-rates',
  role: 'VIEWER',
  summary: 'Read how many payments succeeded, by method and operator',
  guide: GUIDE,
  query,
  problems: ['NOT_FOUND'],
  answers: { 200: Type.Object({ ...REPORT_FACTS, data: Type.Array(SuccessRateSchema) }) },
  handle: (call) => report(call.backOffice, 'success-rates', call.query, REPORTS['success-rates'].body),
})

const timeToMoney = endpoint({
  route: 'GET /admin/reports/time-to-money',
  role: 'VIEWER',
  summary: 'Read how long payments took from their create to their SUCCESS',
  guide: GUIDE,
  query,
  problems: ['NOT_FOUND'],
  answers: { 200: Type.Object({ ...REPORT_FACTS, data: Type.Array(TimeToMoneySchema) }) },
  handle: (call) => report(call.backOffice, 'time-to-money', call.query, REPORTS['time-to-money'].body),
})

const HOUR_MS = 3_600_000
/** Cases are counted by whole quarter-hours: the first one that begins at that time or later. */
const quarterFrom = (at: Instant): Instant => Math.ceil(at / QUARTER_MS) * QUARTER_MS

const cases = endpoint({
  route: 'GET /admin/reports/cases',
  role: 'VIEWER',
  summary: 'Read how many cases are open, by reason and age',
  guide: GUIDE,
  query: {
    merchantCode: Type.Optional(Type.String({ description: '`~gateway`: cases without a known merchant.' })),
  },
  problems: ['NOT_FOUND'],
  answers: {
    200: Type.Object({
      data: Type.Array(
        Type.Object({
          reason: Type.String(),
          atLeastHours: Type.Integer({ description: 'The range of their age, to a quarter of an hour.' }),
          lessThanHours: Type.Optional(Type.Integer()),
          from: Type.Optional(
            Type.String({ format: 'date-time', description: 'Opened at or after this time.' }),
          ),
          to: Type.String({ format: 'date-time', description: 'Opened before this time.' }),
          open: Type.Integer(),
        }),
      ),
    }),
  },
  async handle(call) {
    const { gateway } = call.backOffice
    const { merchantCode } = call.query
    if (merchantCode !== undefined && merchantCode !== GATEWAY && !isMerchantCode(merchantCode))
      throw notFound('merchant')
    const now = gateway.deps.clock.now()
    const rows = await onReplica(() => readCasesByAge(gateway.database, merchantCode, now))
    return {
      data: rows.map(({ reason, age, open }) => {
        const atLeastHours = CASE_AGES_HOURS[age] ?? 0
        const lessThanHours = CASE_AGES_HOURS[age + 1]
        return {
          reason,
          atLeastHours,
          ...(lessThanHours !== undefined && {
            lessThanHours,
            from: isoTime(quarterFrom(now - lessThanHours * HOUR_MS)),
          }),
          to: isoTime(quarterFrom(now - atLeastHours * HOUR_MS)),
          open,
        }
      }),
    }
  },
})

const rebuild = endpoint({
  route: 'POST /admin/reports/!rebuild',
  role: 'ADMIN',
  summary: 'Rebuild all report totals in the background',
  guide: GUIDE,
  answers: { 202: Type.Object({ countedUntil: Type.Optional(Type.String({ format: 'date-time' })) }) },
  async handle(call) {
    const { database } = call.backOffice.gateway
    const { fresh } = await readReached(database)
    const line = call.audit({ action: 'reports.rebuild', subject: 'reports' })
    await forgetReached(database, auditCall(line))
    return fresh === undefined ? {} : { countedUntil: isoTime(fresh) }
  },
})

export const REPORT_ENDPOINTS = [volume, successRates, timeToMoney, cases, rebuild]
