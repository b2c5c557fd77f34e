/** `GET /reports/volume`, `/reports/success-rates` and `/reports/time-to-money`: what a merchant's own payments come to, by day or by method. */
import type { FastifyReply, onRequestHookHandler } from 'fastify'
import { type TObject, type TSchema, Type } from 'typebox'
import type { AnswerOf } from '../api/answers.ts'
import { readCaller } from '../api/caller.ts'
import { answerList, EXPORT_PARAMETERS, withExports } from '../api/exports.ts'
import type { Gateway } from '../api/gateway.ts'
import type { Page, Query } from '../api/pages.ts'
import { READ_PROBLEMS } from '../api/schemas.ts'
import { describeOnly, problemResponses } from '../http/openapi.ts'
import type { Server } from '../http/server.ts'
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

/** A report as merchants have it: of themselves alone, so that no row says whose it is. */
interface OwnReport<Item extends TSchema> {
  readonly name: keyof typeof REPORTS
  readonly operationId: string
  readonly summary: string
  readonly item: Item
  readonly body: (totals: Totals, zone: string | undefined) => AnswerOf<Item>
}

const VOLUME = {
  name: 'volume',
  operationId: 'reportVolume',
  summary: 'Read how many payments were made and succeeded, and what they come to',
  item: Type.Omit(VolumeSchema, ['merchantCode']),
  body: REPORTS.volume.body,
} as const

const SUCCESS_RATES = {
  name: 'success-rates',
  operationId: 'reportSuccessRates',
  summary: 'Read how many of the payments succeeded, by method and operator',
  item: Type.Omit(SuccessRateSchema, ['merchantCode']),
  body: REPORTS['success-rates'].body,
} as const

const TIME_TO_MONEY = {
  name: 'time-to-money',
  operationId: 'reportTimeToMoney',
  summary: 'Read how long payments took from their create to their SUCCESS',
  item: Type.Omit(TimeToMoneySchema, ['merchantCode']),
  body: REPORTS['time-to-money'].body,
} as const

const parameters: Readonly<Record<string, TSchema>> = {
  ...REPORT_PARAMETERS,
  by: Type.Optional(
    Type.String({
      description:
        'What the rows are told apart by, besides kind and currency: any of day, month, method, operator. Comma-separated.',
    }),
  ),
}

export function registerReportRoutes(app: Server, gateway: Gateway, bearer: onRequestHookHandler): void {
  registerReport(app, gateway, bearer, VOLUME)
  registerReport(app, gateway, bearer, SUCCESS_RATES)
  registerReport(app, gateway, bearer, TIME_TO_MONEY)
}

type ReportAnswer<Item extends TSchema> = AnswerOf<TObject<typeof REPORT_FACTS>> & Page<AnswerOf<Item>>

function registerReport<Item extends TSchema>(
  app: Server,
  gateway: Gateway,
  bearer: onRequestHookHandler,
  { name, operationId, summary, item, body }: OwnReport<Item>,
): void {
  const { database, deps } = gateway
  app.get<{ Querystring: Query; Reply: ReportAnswer<Item> | FastifyReply }>(
    `/reports/${name}`,
    {
      onRequest: bearer,
      validatorCompiler: describeOnly,
      schema: {
        tags: ['Account'],
        operationId,
        summary,
        description:
          'Sluice’s own: not part of the interface that it shares with other gateways. A payment counts in the day in which it was made, in your time zone.',
        security: [{ bearer: [] }],
        querystring: Type.Object({ ...parameters, ...EXPORT_PARAMETERS }),
        response: {
          200: withExports(Type.Object({ ...REPORT_FACTS, data: Type.Array(item) })),
          ...problemResponses('VALIDATION_FAILED', ...READ_PROBLEMS.filter((code) => code !== 'NOT_FOUND')),
        },
      },
    },
    async (request, reply) => {
      const { profile } = await readCaller(gateway, request)
      const { merchantCode } = profile
      const list = { request, reply, gateway, caller: merchantCode, item }
      return answerList(list, [], async () => {
        const whose = { merchantId: merchantCode, mayNotifyMerchants: false, now: deps.clock.now() }
        const { totals, facts } = await readReport(database, name, request.query, whose)
        return { ...facts, data: totals.map((each) => body(each, facts.zone)) }
      })
    },
  )
}
