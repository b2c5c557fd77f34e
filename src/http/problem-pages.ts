/**
 * The pages that a problem's `type` leads to: what a code means, in a browser. Made from the tables of problems alone,
 * so that no code is without its page.
 */
import type { FastifyInstance } from 'fastify'
import { HTTP_PROBLEMS, httpProblem, type ProblemKind } from './problems.ts'
import { sendProblem } from './refusals.ts'
import './request.ts'

/** Further rows may say what a caller should do. */
export interface ExplainedProblem extends ProblemKind {
  readonly explanation?: string
}

/** Registers `GET /docs/errors/<CODE>` for HTTP's own problems and the given ones. */
export function registerProblemPages(
  app: FastifyInstance,
  table: Readonly<Record<string, ExplainedProblem>> = {},
): void {
  const all = new Map<string, ExplainedProblem>(Object.entries({ ...HTTP_PROBLEMS, ...table }))
  app.get<{ Params: { code: string } }>(
    '/docs/errors/:code',
    { config: { versioned: false }, schema: { hide: true } },
    async (request, reply) => {
      const { code } = request.params
      const kind = all.get(code)
      if (kind === undefined)
        return sendProblem(request, reply, httpProblem('NOT_FOUND', 'there is no such code'))
      return reply.type('text/html; charset=utf-8').send(page(code, kind))
    },
  )
}

/** Tables hold our own words; they are escaped all the same. */
const asHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function page(code: string, { status, title, explanation }: ExplainedProblem): string {
  return `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>${asHtml(code)}</title></head>
  <body>
    <h1>${asHtml(code)}</h1>
    <p>HTTP ${status}: ${asHtml(title)}.</p>
    ${explanation === undefined ? '' : `<p>${asHtml(explanation)}</p>`}
    <p><a href="/docs/">The API</a></p>
  </body>
</html>
`
}
