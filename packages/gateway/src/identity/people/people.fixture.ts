/**
 * For tests: a browser with its cookies, and a software authenticator (ES256), which answers by the WebAuthn standard.
 *
 * The browser sends the headers that real ones send on the gateway's own pages; what a test changes about them is an attack.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Answer, TestGateway } from '../../../../../test/harness.ts'
import { ADMIN, type AdminGateway, type AdminOptions, adminGateway } from '../../admin/admin.fixture.ts'

export const ORIGIN = 'http://localhost:8080'
export const COOKIE = 'sluice-8080'

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: string | Uint8Array): string => Buffer.from(data).toString('base64url')

const UP_UV = 0x05
const ATTESTED = 0x40

/** The answers of `navigator.credentials`, with a key that is kept here. */
export class SoftAuthenticator {
  readonly id: string
  readonly #key: KeyObject
  #handle = ''
  counter = 0
  origin = ORIGIN
  rpId = 'localhost'
  flags = UP_UV

  constructor(seed = Math.floor(Math.random() * 1e9)) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    this.id = base64url(sha256(`credential ${seed} ${Math.random()}`))
  }

  /** `navigator.credentials.create`. */
  create(options: { readonly challenge: string; readonly user: { readonly id: string } }) {
    this.#handle = options.user.id
    const { x = '', y = '' } = createPublicKey(this.#key).export({ format: 'jwk' })
    const id = Buffer.from(this.id, 'base64url')
    const cose = Buffer.concat([
      // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const data = Buffer.concat([this.#data(ATTESTED), Buffer.alloc(16), length, id, cose])
    const size = Buffer.alloc(2)
    size.writeUInt16BE(data.length)
    const attestation = Buffer.concat([
      // {"fmt": "none", "attStmt": {}, "authData": data}
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      size,
      data,
    ])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#client('webauthn.create', options.challenge),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      },
    }
  }

  /** `navigator.credentials.get`. */
  get({ challenge }: { readonly challenge: string }) {
    this.counter += 1
    const data = this.#data(0)
    const clientDataJSON = this.#client('webauthn.get', challenge)
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      ...this.#named(),
      response: {
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', signed, this.#key)),
        userHandle: this.#handle,
      },
    }
  }

  #named() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} }
  }

  #client(type: string, challenge: string): string {
    return base64url(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))
  }

  #data(more: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(this.rpId), Buffer.from([this.flags | more]), count])
  }
}

export interface PeopleGateway extends AdminGateway {
  browser(): Browser
  /** A link's secret, as the operators' command creates it. */
  invite(name: string, role: string, rights?: object): Promise<string>
  /** A person with a passkey, signed in. */
  person(name: string, role: string, rights?: object): Promise<Person>
}

export interface Person {
  readonly browser: Browser
  readonly authenticator: SoftAuthenticator
  readonly recoveryCodes: readonly string[]
  readonly id: string
}

/** Where people sign in. */
export interface Pages {
  readonly cookie: string
  readonly prefix: string
}
const OPERATORS_PAGES: Pages = { cookie: COOKIE, prefix: '' }

/** A browser on one of the gateway's own pages. */
export class Browser {
  cookie: string | undefined
  /** The cookie that says that someone has signed in here before. */
  device: string | undefined
  readonly pages: Pages
  readonly #gateway: TestGateway

  constructor(gateway: TestGateway, pages: Pages = OPERATORS_PAGES) {
    this.#gateway = gateway
    this.pages = pages
  }

  /** @param body text is sent as it is */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const { cookie } = this.pages
    const cookies = [
      ...(this.cookie === undefined ? [] : [`${cookie}=${this.cookie}`]),
      ...(this.device === undefined ? [] : [`${cookie}-device=${this.device}`]),
    ]
    const own = {
      'sec-fetch-site': 'same-origin',
      'user-agent': 'Test Browser',
      ...(method !== 'GET' && { origin: ORIGIN }),
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
    }
    const sent = Object.entries({ ...own, ...headers }).filter(([, value]) => value !== '')
    const answer = await this.#gateway.request(method, path, {
      ...(typeof body === 'string' ? { raw: body } : body !== undefined && { body }),
      headers: Object.fromEntries(sent),
    })
    this.cookie = given(answer, cookie, this.cookie)
    this.device = given(answer, `${cookie}-device`, this.device)
    return answer
  }

  async signIn(authenticator: SoftAuthenticator): Promise<Answer> {
    const { body } = await this.send('POST', `${this.pages.prefix}/sign-in/passkey/options`)
    return this.send('POST', `${this.pages.prefix}/sign-in/passkey`, {
      credential: authenticator.get(challengeIn(body)),
    })
  }

  async stepUp(authenticator: SoftAuthenticator): Promise<Answer> {
    const { body } = await this.send('POST', `${this.pages.prefix}/sign-in/step-up/options`)
    return this.send('POST', `${this.pages.prefix}/sign-in/step-up`, {
      credential: authenticator.get(challengeIn(body.passkey)),
    })
  }

  async join(link: string, authenticator: SoftAuthenticator, name?: string): Promise<Answer> {
    const named = name === undefined ? {} : { name }
    const { body } = await this.send('POST', `${this.pages.prefix}/sign-in/link`, { link, ...named })
    const credential = authenticator.create(creationIn(body?.passkey))
    return this.send('POST', `${this.pages.prefix}/sign-in/link/passkey`, { link, ...named, credential })
  }
}

/** The value of a cookie after this answer. */
function given({ headers }: Answer, name: string, before: string | undefined): string | undefined {
  const set = [headers['set-cookie']].flat().find((line) => String(line).startsWith(`${name}=`))
  if (set === undefined) return before
  const value = /^[^=]+=([^;]*)/.exec(String(set))?.[1]
  return value === '' ? undefined : value
}

export const challengeIn = (options: unknown): { readonly challenge: string } =>
  options as { readonly challenge: string }
export const creationIn = (options: unknown): Parameters<SoftAuthenticator['create']>[0] =>
  (options ?? { challenge: '', user: { id: '' } }) as Parameters<SoftAuthenticator['create']>[0]

/** What the app shows at a time. */
export const codeAt = (secret: unknown, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate({ timestamp: at })

export async function peopleGateway(options: AdminOptions = {}): Promise<PeopleGateway> {
  const gateway = await adminGateway({ started: false, ...options })
  const people: PeopleGateway = {
    ...gateway,
    browser: () => new Browser(gateway),
    async invite(name, role, rights) {
      const body = { name, role, ...(rights && { rights }) }
      const made = await gateway.admin('POST', '/admin/people/!invite', body, ADMIN)
      if (made.status !== 201) throw new Error(made.text)
      return String(made.body.link).split('#')[1] ?? ''
    },
    async person(name, role, rights) {
      const browser = people.browser()
      const authenticator = new SoftAuthenticator()
      const joined = await browser.join(await people.invite(name, role, rights), authenticator)
      if (joined.status !== 201) throw new Error(joined.text)
      const { recoveryCodes, session } = joined.body
      return {
        browser,
        authenticator,
        recoveryCodes: recoveryCodes as unknown as readonly string[],
        id: String(session?.person?.id),
      }
    },
  }
  return people
}
