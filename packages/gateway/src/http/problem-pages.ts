/**
 * The pages behind a problem's `type`: what a code means, in a browser. Made from the tables of problems, so every code has a
 * page.
 */
import type { FastifyInstance } from 'fastify'
import { HTTP_PROBLEMS, httpProblem, type ProblemKind } from './problems.ts'
import { sendProblem } from './refusals.ts'
import { asHtml, PUBLIC_PAGE, registerTextStyle, sendTextPage } from './text-page.ts'
import './request.ts'

/** Further rows may say what a caller should do. */
export interface ExplainedProblem extends ProblemKind {
  readonly explanation?: string
}

/** Registers `GET /docs/errors/<CODE>` for HTTP's own problems and the given ones, and the styles of text pages. */
export function registerProblemPages(
  app: FastifyInstance,
  table: Readonly<Record<string, ExplainedProblem>> = {},
): void {
  const all = new Map<string, ExplainedProblem>(Object.entries({ ...HTTP_PROBLEMS, ...table }))
  registerTextStyle(app)
  app.get<{ Params: { code: string } }>('/docs/errors/:code', PUBLIC_PAGE, async (request, reply) => {
    const { code } = request.params
    const kind = all.get(code)
    if (kind === undefined)
      return sendProblem(request, reply, httpProblem('NOT_FOUND', 'there is no problem with this code'))
    return sendTextPage(reply, { title: code, main: explained(code, kind) })
  })
}

const explained = (code: string, { status, title, explanation }: ExplainedProblem): string =>
  [
    `<h1>${asHtml(code)}</h1>`,
    `<p class="status">HTTP ${status}: ${asHtml(title)}.</p>`,
    explanation === undefined ? '' : `<p>${withCode(asHtml(explanation))}</p>`,
  ].join('')

/** Names are between backticks in the tables, as in the documents made from them. */
const withCode = (html: string): string => html.replace(/`([^`]+)`/g, '<code>$1</code>')
