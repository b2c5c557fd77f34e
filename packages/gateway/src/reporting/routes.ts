/**
 * `GET /reports/volume`, `/reports/success-rates` and `/reports/time-to-money`: reports of a merchant's own payments,
 * by day or by method.
 */
import { type TSchema, Type } from 'typebox'
import { type AnyCall, endpoint } from '../api/endpoint.ts'
import { queryIn } from '../api/list-endpoints.ts'
import type { Totals } from './reading.ts'
import {
  REPORT_FACTS,
  REPORT_PARAMETERS,
  REPORTS,
  readReport,
  SuccessRateSchema,
  TimeToMoneySchema,
  VolumeSchema,
} from './report.ts'

const query = {
  ...REPORT_PARAMETERS,
  by: Type.Optional(
    Type.String({
      description:
        'How to group the rows, besides kind and currency: any of day, month, method, operator. Comma-separated.',
    }),
  ),
}

/** The common part of the reports. A report is about one merchant, so no row names it. */
const reported = <Row extends TSchema>(row: Row) => ({
  tag: 'Account',
  isOwn: true,
  description: 'A payment counts on the day on which it was created, in your time zone.',
  query,
  exports: row,
  answers: { 200: Type.Object({ ...REPORT_FACTS, data: Type.Array(row) }) },
})

async function report<Body>(
  call: AnyCall,
  name: keyof typeof REPORTS,
  body: (totals: Totals, zone: string | undefined) => Body,
) {
  const { database, deps } = call.gateway
  // A report has only one page; requesting another is an error.
  call.page([])
  const { merchantCode: merchantId } = call.caller.profile
  const whose = { merchantId, mayNotifyMerchants: false, now: deps.clock.now() }
  const { totals, facts } = await readReport(database, name, queryIn(call.request), whose)
  return { ...facts, data: totals.map((each) => body(each, facts.zone)) }
}

const volume = endpoint({
  ...reported(Type.Omit(VolumeSchema, ['merchantCode'])),
  route: 'GET /reports/volume',
  operationId: 'reportVolume',
  summary: 'Read how many payments were created and succeeded, with their totals',
  handle: (call) => report(call, 'volume', REPORTS.volume.body),
})

const successRates = endpoint({
  ...reported(Type.Omit(SuccessRateSchema, ['merchantCode'])),
  route: 'GET /reports/success-rates',
  operationId: 'reportSuccessRates',
  summary: 'Read how many of the payments succeeded, by method and operator',
  handle: (call) => report(call, 'success-rates', REPORTS['success-rates'].body),
})

const timeToMoney = endpoint({
  ...reported(Type.Omit(TimeToMoneySchema, ['merchantCode'])),
  route: 'GET /reports/time-to-money',
  operationId: 'reportTimeToMoney',
  summary: 'Read how long payments took from their create to their SUCCESS',
  handle: (call) => report(call, 'time-to-money', REPORTS['time-to-money'].body),
})

export const REPORT_ENDPOINTS = [volume, successRates, timeToMoney] as const
