/** `GET /invoices`, `GET /credit-notes` and one of each by its number: a merchant's own, as lists and as files. */
import type { Readable } from 'node:stream'
import type { FastifyReply, onRequestHookHandler } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { AnswerOf } from '../api/answers.ts'
import { readCaller } from '../api/caller.ts'
import { answerList, EXPORT_PARAMETERS, withExports } from '../api/exports.ts'
import type { Gateway } from '../api/gateway.ts'
import {
  type CursorForm,
  NextCursor,
  PAGE_PARAMETERS,
  type Page,
  pageOf,
  type Query,
  TIME,
} from '../api/pages.ts'
import { READ_PROBLEMS } from '../api/schemas.ts'
import { describeOnly, problemResponses } from '../http/openapi.ts'
import { httpProblem, ProblemError, validationFailed } from '../http/problems.ts'
import type { Server } from '../http/server.ts'
import { Downloads } from './downloads.ts'
import {
  CreditNoteContent,
  INVOICE_FORMATS,
  InvoiceContent,
  type InvoiceFormat,
  invoiceFile,
} from './formats/invoice-formats.ts'
import { CreditNoteSchema, creditNoteBody, InvoiceSchema, invoiceBody } from './invoice-views.ts'
import {
  findInvoice,
  type Invoice,
  type InvoiceKind,
  type InvoicePage,
  pageOfInvoices,
  parseInvoiceName,
} from './invoices.ts'

/** When it was issued, its series and its number. */
export const INVOICE_CURSOR: CursorForm = [TIME, /^[A-Z0-9][A-Z0-9-]{0,30}$/, /^\d{1,9}$/]

export const cursorOfInvoice = ({ issuedAt, series, number }: Invoice): readonly string[] => [
  String(issuedAt),
  series,
  String(number),
]

/** Where the page before ended, as `cursorOfInvoice` wrote it. */
export function placeOfInvoiceCursor(after: readonly string[] | undefined): InvoicePage['after'] {
  const [issuedAt, series = '', number] = after ?? []
  return issuedAt === undefined ? undefined : { issuedAt: Number(issuedAt), series, number: Number(number) }
}

export const InvoiceFormatParameter = Type.Optional(
  Type.String({ description: `One of ${INVOICE_FORMATS.join(', ')}; left out: json.`, default: 'json' }),
)

/** @throws ProblemError 400 */
export function invoiceFormatOf(value: unknown): InvoiceFormat {
  const format = value === undefined ? 'json' : INVOICE_FORMATS.find((each) => each === value)
  if (format) return format
  const message = `must be one of ${INVOICE_FORMATS.join(', ')}`
  throw new ProblemError(validationFailed([{ path: 'query:format', code: 'UNKNOWN_VALUE', message }]))
}

const described = (summary: string, operationId: string) => ({
  tags: ['Account'],
  operationId,
  summary,
  description: 'Sluice’s own: not part of the interface that it shares with other gateways.',
  security: [{ bearer: [] }],
})

/** What differs between the two kinds, where merchants read them. */
interface ReadDocument<Schema extends TSchema> {
  readonly kind: InvoiceKind
  readonly path: string
  readonly item: Schema
  readonly body: (invoice: Invoice) => AnswerOf<Schema>
  readonly content: object
  readonly list: { readonly id: string; readonly summary: string }
  readonly read: { readonly id: string; readonly summary: string; readonly example: string }
  readonly called: string
}

const INVOICE: ReadDocument<typeof InvoiceSchema> = {
  kind: 'INVOICE',
  path: '/invoices',
  item: InvoiceSchema,
  body: invoiceBody,
  content: InvoiceContent,
  list: { id: 'listInvoices', summary: 'List the invoices for your fees, the latest first' },
  read: {
    id: 'readInvoice',
    summary: 'Read an invoice for your fees, as JSON or as PDF',
    example: 'INV-000042',
  },
  called: 'invoice',
}

const CREDIT_NOTE: ReadDocument<typeof CreditNoteSchema> = {
  kind: 'CREDIT_NOTE',
  path: '/credit-notes',
  item: CreditNoteSchema,
  body: creditNoteBody,
  content: CreditNoteContent,
  list: {
    id: 'listCreditNotes',
    summary: 'List the credit notes for fees that were given back, the latest first',
  },
  read: {
    id: 'readCreditNote',
    summary: 'Read a credit note for fees that were given back, as JSON or as PDF',
    example: 'CN-000007',
  },
  called: 'credit note',
}

export function registerInvoiceRoutes(app: Server, gateway: Gateway, bearer: onRequestHookHandler): void {
  const downloads = new Downloads()
  registerDocument(app, gateway, { bearer, downloads, document: INVOICE })
  registerDocument(app, gateway, { bearer, downloads, document: CREDIT_NOTE })
}

type DocumentAnswer = AnswerOf<typeof InvoiceSchema> | AnswerOf<typeof CreditNoteSchema>

interface Registration {
  readonly bearer: onRequestHookHandler
  readonly downloads: Downloads
  readonly document: typeof INVOICE | typeof CREDIT_NOTE
}

function registerDocument(
  app: Server,
  gateway: Gateway,
  { bearer, downloads, document }: Registration,
): void {
  const { database } = gateway
  const { kind, path, item, body, content, list, read, called } = document
  const common = { onRequest: bearer, validatorCompiler: describeOnly }

  app.get<{ Querystring: Query; Reply: Page<DocumentAnswer> | FastifyReply }>(
    path,
    {
      ...common,
      schema: {
        ...described(list.summary, list.id),
        querystring: Type.Object({ ...PAGE_PARAMETERS, ...EXPORT_PARAMETERS }),
        response: {
          200: withExports(Type.Object({ data: Type.Array(item), nextCursor: NextCursor })),
          ...problemResponses('VALIDATION_FAILED', ...READ_PROBLEMS.filter((code) => code !== 'NOT_FOUND')),
        },
      },
    },
    async (request, reply) => {
      const { profile } = await readCaller(gateway, request)
      const { merchantCode } = profile
      const requested = { request, reply, gateway, caller: merchantCode, item }
      return answerList(requested, INVOICE_CURSOR, async ({ from, to, after, limit }) => {
        const place = placeOfInvoiceCursor(after)
        const page = { kind, merchantCode, from, to, after: place, limit: limit + 1 }
        const invoices = await pageOfInvoices(database, page)
        return pageOf<Invoice, DocumentAnswer>(invoices, limit, cursorOfInvoice, body)
      })
    },
  )

  app.get<{
    Params: { number: string }
    Querystring: Query
    Reply: DocumentAnswer | Readable | FastifyReply
  }>(
    `${path}/:number`,
    {
      ...common,
      schema: {
        ...described(read.summary, read.id),
        params: Type.Object({ number: Type.String({ examples: [read.example] }) }),
        querystring: Type.Object({ format: InvoiceFormatParameter }),
        response: {
          200: { description: `The ${called}.`, content },
          ...problemResponses('VALIDATION_FAILED', ...READ_PROBLEMS),
        },
      },
    },
    async (request, reply) => {
      const { profile } = await readCaller(gateway, request)
      const named = parseInvoiceName(request.params.number)
      const invoice = named && (await findInvoice(database, profile.merchantCode, kind, named))
      if (!invoice)
        throw new ProblemError(httpProblem('NOT_FOUND', `You have no ${called} with this number.`))
      if (invoiceFormatOf(request.query.format) === 'json') return body(invoice)
      const file = await invoiceFile(gateway, invoice)
      const { headers, body: bytes } = downloads.count(profile.merchantCode, () => file)
      return reply.headers(headers).send(bytes)
    },
  )
}
