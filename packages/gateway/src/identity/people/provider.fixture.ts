/** For tests: a real identity provider on a port of this machine, and browsers that go there and return. */
import { createServer } from 'node:http'
import type { OutgoingAnswer, OutgoingRequest } from '@sluice/core/foundation/deps.ts'
import { type Context, interactionPolicy, Provider } from 'oidc-provider'
import { type Answer, KEYS } from '../../../../../test/harness.ts'
import type { AdminGateway } from '../../admin/admin.fixture.ts'
import type { IdentityProviderSettings } from './identity-provider.ts'
import { Browser, COOKIE, ORIGIN } from './people.fixture.ts'

export const CLIENT_ID = 'sluice'
const CLIENT_SECRET = 'a secret between the two of them'
/** Whatever the gateway's port: for a client on the same machine the provider accepts any. */
const CALLBACK = 'http://localhost/sign-in/oidc/callback'

/** What the provider reports about a person, by their subject. */
export type Claims = Readonly<Record<string, unknown>>

export interface TestProvider {
  readonly settings: IdentityProviderSettings
  readonly people: Map<string, Claims>
  /** The next sign-in at the provider proves to be this person. */
  becomes(subject: string): void
  /** The gateway's connection to it; a test that changes it is an attack. */
  network(request: OutgoingRequest): Promise<OutgoingAnswer>
  /** Opens the provider's page, proves to be this person, and is sent back. Returns that address. */
  visit(browser: ProviderBrowser, url: string, subject: string): Promise<string>
  close(): Promise<void>
}

/** Also has cookies for the provider. */
export class ProviderBrowser extends Browser {
  /** The gateway's ticket while it is at the provider. */
  ticket: string | undefined
  readonly jar = new Map<string, string>()

  async begin(body: object = {}): Promise<Answer> {
    const answer = await this.send('POST', '/sign-in/oidc', body)
    this.ticket = ticketIn(answer) ?? this.ticket
    return answer
  }

  /** Returns from the provider: another site triggers the request, so the session cookie is not sent. */
  comeBack(address: string): Promise<Answer> {
    const { pathname, search } = new URL(address)
    const session = this.cookie
    this.cookie = undefined
    const headers = {
      'sec-fetch-site': 'cross-site',
      ...(this.ticket !== undefined && { cookie: `${COOKIE}-oidc=${this.ticket}` }),
    }
    return this.send('GET', pathname + search, undefined, headers).then((answer) => {
      this.cookie ??= session
      return answer
    })
  }
}

const setCookies = ({ headers }: Answer): readonly string[] => [headers['set-cookie']].flat().map(String)

export const ticketIn = (answer: Answer): string | undefined =>
  setCookies(answer)
    .find((line) => line.startsWith(`${COOKIE}-oidc=`))
    ?.split(';')[0]
    ?.split('=')[1]

export const providerBrowser = (gateway: AdminGateway): ProviderBrowser => new ProviderBrowser(gateway)

/** The provider's storage, in memory. */
class Kept {
  readonly #all = new Map<string, object>()
  async upsert(id: string, payload: object): Promise<void> {
    this.#all.set(id, payload)
  }
  async find(id: string): Promise<object | undefined> {
    return this.#all.get(id)
  }
  async findByUid(uid: string): Promise<object | undefined> {
    return [...this.#all.values()].find((payload) => 'uid' in payload && payload.uid === uid)
  }
  async consume(id: string): Promise<void> {
    this.#all.set(id, { ...this.#all.get(id), consumed: true })
  }
  async destroy(id: string): Promise<void> {
    this.#all.delete(id)
  }
  async revokeByGrantId(): Promise<void> {}
}

type Handler = ReturnType<Provider['callback']>

export async function testProvider(): Promise<TestProvider> {
  const people = new Map<string, Claims>()
  let who = ''
  let handle: Handler = () => undefined
  let finish: Handler = () => undefined
  const server = createServer((request, response) =>
    request.url?.startsWith('/interaction/') ? finish(request, response) : handle(request, response),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const issuer = `http://127.0.0.1:${port}`
  // No consent is requested.
  const policy = interactionPolicy.base()
  policy.remove('consent')
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        application_type: 'native',
        redirect_uris: [CALLBACK],
        require_auth_time: true,
      },
    ],
    jwks: { keys: [{ ...KEYS.privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' }] },
    cookies: { keys: ['of the tests'] },
    adapter: Kept,
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 600, Grant: 600, Interaction: 600, Session: 600 },
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'groups', 'preferred_username', 'email', 'email_verified'],
      profile: ['name'],
      email: [],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: () => '/interaction/one' },
    findAccount: (_context: unknown, subject: string) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...people.get(subject) }),
    }),
    async loadExistingGrant({ oidc }: Context) {
      const { accountId } = oidc.session
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  handle = provider.callback()
  finish = (request, response) => {
    void provider.interactionFinished(request, response, { login: { accountId: who } })
  }
  return {
    settings: {
      issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      name: 'Acme',
      scope: 'openid profile email',
      claim: 'groups',
      roles: [
        { group: 'it', role: 'ADMIN' },
        { group: 'finance', role: 'OPERATOR' },
        { group: 'audit', role: 'VIEWER' },
      ],
    },
    people,
    becomes(subject) {
      who = subject
    },
    network: overTheWire,
    async visit({ jar }, url, subject) {
      who = subject
      let next = url
      while (!next.startsWith(ORIGIN)) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
        for (const line of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          jar.set(name, value)
        }
        const to = answer.headers.get('location')
        if (to === null) throw new Error(`${answer.status} ${await answer.text()}`)
        next = new URL(to, next).href
      }
      return next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function overTheWire({ url, method, headers, body }: OutgoingRequest): Promise<OutgoingAnswer> {
  const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
  const reported = Object.fromEntries(answer.headers)
  return { ok: true, status: answer.status, headers: reported, body: await answer.text(), durationMs: 1 }
}
