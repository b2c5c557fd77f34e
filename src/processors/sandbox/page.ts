/**
 * Where a test payin's `redirectUrl` leads: what would be the customer's bank or wallet. It says so, and nothing about the
 * payment: whoever opens it has shown no token. The sandbox pays by itself, or as its amount steers it.
 */
import type { Server } from '../../http/server.ts'

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Test bank</title>
  </head>
  <body>
    <h1>Test bank</h1>
    <p><strong>TEST, DO NOT PAY.</strong> In a real payment the customer would now log in to a bank or wallet and pay.</p>
    <p>In the sandbox there is nothing to do: the money arrives by itself, or as the amount steers it. Close this page and go
      back to the shop.</p>
  </body>
</html>
`

export function registerSandboxPage(app: Server): void {
  app.get(
    '/sandbox/pay/:merchantCode/:idPayin',
    { config: { versioned: false }, schema: { hide: true } },
    async (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE),
  )
}
