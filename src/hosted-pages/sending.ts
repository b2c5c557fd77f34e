/** How a built page is sent, and what it loads. */
import staticFiles from '@fastify/static'
import type { FastifyReply } from 'fastify'
import type { Server } from '../http/server.ts'
import { NOT_BUILT } from './built.ts'
import { pageHeaders } from './policy.ts'

/** @param html undefined where nobody has built it */
export function sendPage(
  reply: FastifyReply,
  html: string | undefined,
  rules: Parameters<typeof pageHeaders>[0],
): FastifyReply {
  if (html !== undefined) return reply.headers(pageHeaders(rules)).send(html)
  return reply.code(503).type('text/plain; charset=utf-8').send(`${NOT_BUILT}\n`)
}

/** Their names hold a hash of their contents, so a browser may keep them for ever. */
export function serveAssets(app: Server, prefix: string, folder: string): void {
  app.register(staticFiles, {
    root: folder,
    prefix,
    decorateReply: false,
    schemaHide: true,
    index: false,
    // One route for all: with a route for each file, and three of them for most, these took a third of what all routes cost a start.
    wildcard: true,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
  })
}
