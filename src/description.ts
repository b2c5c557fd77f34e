/** The API's description as OpenAPI 3.1: what the routes do not say of themselves. */
import { registerOpenApi } from './http/openapi.ts'
import type { Server } from './http/server.ts'
import { methodComponents } from './intake/schemas.ts'

export const INTERFACE_VERSION = '2.82'

export function describeApi(server: Server): void {
  registerOpenApi(server, {
    title: 'Sluice',
    version: INTERFACE_VERSION,
    summary:
      'A payment gateway: take payments in (payins), send payments out (payouts). Every request carries `X-API-Version: 2`; every ' +
      'business request a bearer token from `/auth-tokens` or `/auth-tokens-by-action`.',
    tags: [
      { name: 'Tokens', description: 'How a merchant proves who it is.' },
      { name: 'Payins', description: 'Incoming payments.' },
      { name: 'Payouts', description: 'Outgoing payments.' },
      { name: 'Account', description: 'What a merchant has.' },
      { name: 'Code lists', description: 'Currencies, operators, ways to top up.' },
      { name: 'Rates', description: 'Exchange rates.' },
      { name: 'Callbacks', description: 'Thin, signed notices that a payment has changed.' },
      { name: 'Admin', description: 'For the operators of the gateway, with a token of their own.' },
    ],
    components: {
      schemas: Object.fromEntries(Object.entries(methodComponents())) as Record<string, object>,
      securitySchemes: {
        operator: {
          type: 'http',
          scheme: 'bearer',
          description: "An operator's token, from `POST /admin/operators`.",
        },
      },
    },
  })
}
