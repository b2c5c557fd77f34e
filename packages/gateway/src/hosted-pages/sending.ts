/** Sends a built page and its files. */
import staticFiles from '@fastify/static'
import type { FastifyReply } from 'fastify'
import type { Server } from '../http/server.ts'
import { NOT_BUILT } from './built.ts'
import { pageHeaders } from './policy.ts'

/** @param html undefined: the page is not built */
export function sendPage(
  reply: FastifyReply,
  html: string | undefined,
  rules: Parameters<typeof pageHeaders>[0],
): FastifyReply {
  if (html !== undefined) return reply.headers(pageHeaders(rules)).send(html)
  return reply.code(503).type('text/plain; charset=utf-8').send(`${NOT_BUILT}\n`)
}

/** File names contain a hash of the contents, so browsers may cache them for ever. */
export function serveAssets(app: Server, prefix: string, folder: string): void {
  app.register(staticFiles, {
    root: folder,
    prefix,
    decorateReply: false,
    schemaHide: true,
    index: false,
    // One route for all files. A route for each took a third of the time that all routes cost at a start.
    wildcard: true,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
  })
}
