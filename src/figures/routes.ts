/** `GET /reports/volume`, `/reports/success-rates` and `/reports/time-to-money`: what a merchant's own payments come to, by day or by method. */
import type { onRequestHookHandler } from 'fastify'
import { type TObject, type TSchema, Type } from 'typebox'
import { describeOnly, problemResponses } from '../http/openapi.ts'
import type { Server } from '../http/server.ts'
import { readCaller } from '../intake/caller.ts'
import { answerList, EXPORT_PARAMETERS, withExports } from '../intake/exports.ts'
import type { Gateway } from '../intake/gateway.ts'
import type { Query } from '../intake/pages.ts'
import { READ_PROBLEMS } from '../intake/schemas.ts'
import {
  REPORT_FACTS,
  REPORT_PARAMETERS,
  REPORTS,
  readReport,
  SuccessRateSchema,
  TimeToMoneySchema,
  VolumeSchema,
} from './report.ts'

const withoutMerchants = ({ properties: { merchantCode: _, ...own } }: TObject): TObject => Type.Object(own)

const OWN = [
  {
    name: 'volume',
    operationId: 'reportVolume',
    summary: 'Read how many payments were made and succeeded, and what they come to',
    item: withoutMerchants(VolumeSchema),
  },
  {
    name: 'success-rates',
    operationId: 'reportSuccessRates',
    summary: 'Read how many of the payments succeeded, by method and operator',
    item: withoutMerchants(SuccessRateSchema),
  },
  {
    name: 'time-to-money',
    operationId: 'reportTimeToMoney',
    summary: 'Read how long payments took from their create to their SUCCESS',
    item: withoutMerchants(TimeToMoneySchema),
  },
] as const

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
  const { database, deps } = gateway
  for (const { name, operationId, summary, item } of OWN)
    app.get<{ Querystring: Query; Reply: unknown }>(
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
          const whose = { merchantId: merchantCode, mayTellMerchants: false, now: deps.clock.now() }
          const { figures, facts } = await readReport(database, name, request.query, whose)
          return { ...facts, data: figures.map((each) => REPORTS[name].body(each, facts.zone)) }
        })
      },
    )
}
