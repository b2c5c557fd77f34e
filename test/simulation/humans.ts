/**
 * Humans of a simulated world and their browsers: they open links, sign in by an authenticator app, and send requests with the session's
 * cookie.
 *
 * One human may have several accounts: operators, merchants' members, programs whose token they keep. The gateway knows accounts; only the
 * simulation knows the human behind them (`people-laws.ts`). They use apps and no passkeys: a code is computed synchronously, but WebAuthn
 * signatures are computed outside this thread, and a run would not be reproducible.
 */
import { Secret, TOTP } from 'otpauth'
import type { Answer } from '../harness.ts'
import type { Asking, Desk } from './desk.ts'
import type { Model } from './model.ts'
import { holds } from './violation.ts'
import type { World } from './world.ts'

export type Realm = 'office' | 'dashboard'

/** A link that somebody was given or keeps. */
export interface HeldLink {
  readonly secret: string
  readonly realm: Realm
  readonly purpose: 'INVITE' | 'RECOVER'
  /** The merchant, or `office`. */
  readonly place: string
}

export interface Human {
  readonly name: string
  readonly isRogue: boolean
  readonly address: string
  readonly accounts: Account[]
  readonly links: HeldLink[]
}

export interface Account {
  readonly human: Human
  readonly realm: Realm
  readonly name: string
  /** Undefined: the answer that contained it was lost. */
  id: string | undefined
  /** A program's. */
  readonly token?: string
  readonly app?: { readonly secret: string; lastStep: number }
  cookie: string | undefined
  provedAt: number
  seenAt: number
  /** How often in a row they were refused. */
  refusals: number
}

/** A request of a person. */
export interface Wish {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object
  /** For a merchant's member: which merchant. */
  readonly merchant?: string
}

/** Gets facts that only the simulation knows. */
export interface Witness {
  ownsApp(secret: string, human: Human): void
}

const PAGES = {
  office: { cookie: 'sluice-8080', prefix: '' },
  dashboard: { cookie: 'sluice-dashboard-8080', prefix: '/dashboard' },
} as const
const ORIGIN = 'http://localhost:8080'
const PERIOD_MS = 30_000
/** Shorter than the lifetime of an idle session and of a recent verification. */
const IDLE_MS = 59 * 60_000
const FRESH_MS = 4 * 60_000
/** After this many they stop trying. */
const MOST_REFUSALS = 3

export class Humans {
  readonly #world: World
  readonly #model: Model
  readonly #desk: Desk
  readonly #witness: Witness

  constructor(world: World, model: Model, { desk, witness }: { desk: Desk; witness: Witness }) {
    this.#world = world
    this.#model = model
    this.#desk = desk
    this.#witness = witness
  }

  /** Accepts the link. @returns undefined if it made no account */
  async join(human: Human, { secret, realm }: HeldLink, asking: Asking): Promise<Account | undefined> {
    const { prefix } = PAGES[realm]
    const opened = await this.#send(human, realm, asking, {
      method: 'POST',
      path: `${prefix}/sign-in/link`,
      body: { link: secret },
    })
    this.#world.count(`link opened ${opened?.body?.code ?? opened?.status ?? 'nothing'}`)
    if (opened?.status !== 200) return undefined
    const app = { secret: String(opened.body.totp?.secret), lastStep: this.#stepNow() - 1 }
    this.#witness.ownsApp(app.secret, human)
    const body = { link: secret, enrolment: opened.body.totp?.enrolment, code: codeOf(app) }
    const joined = await this.#send(human, realm, asking, {
      method: 'POST',
      path: `${prefix}/sign-in/link/totp`,
      body,
    })
    this.#world.count(`link used ${joined?.body?.code ?? joined?.status ?? 'nothing'}`)
    if (joined && joined.status !== 201 && joined.status < 500) return undefined
    const now = this.#world.deps.clock.now()
    const id = joined?.body?.session?.person?.id
    const account: Account = {
      ...{ human, realm, app },
      name: String(opened.body.name),
      id: id === undefined ? undefined : String(id),
      cookie: cookieIn(joined, realm),
      ...{ provedAt: now, seenAt: now, refusals: 0 },
    }
    human.accounts.push(account)
    return account
  }

  /** Signs in or verifies again if needed, then sends the request. */
  async ask(account: Account, wish: Wish, asking: Asking): Promise<Answer | undefined> {
    if (account.app && !(await this.#arrive(account, account.app, asking))) return undefined
    const answer = await this.#send(account.human, account.realm, asking, wish, account)
    if (answer?.status === 401) account.cookie = undefined
    if (String(answer?.body?.code) === 'STEP_UP_NEEDED') account.provedAt = 0
    return answer
  }

  async #arrive(account: Account, app: NonNullable<Account['app']>, asking: Asking): Promise<boolean> {
    const now = this.#world.deps.clock.now()
    const isIn = account.cookie !== undefined && now - account.seenAt < IDLE_MS
    if (isIn && now - account.provedAt < FRESH_MS) return true
    if (account.refusals >= MOST_REFUSALS) return false
    const step = Math.max(app.lastStep + 1, this.#stepNow() - 1)
    if (step > this.#stepNow() + 1) return false
    app.lastStep = step
    const { prefix } = PAGES[account.realm]
    const code = codeOf(app)
    const path = `${prefix}/sign-in/${isIn ? 'step-up' : 'totp'}`
    const body = isIn ? { code } : { name: account.name, code }
    const wish = { method: 'POST', path, body } as const
    const answer = await this.#send(account.human, account.realm, asking, wish, isIn ? account : undefined)
    this.#world.count(`people ${isIn ? 'step up' : 'sign in'} ${answer?.status ?? 'nothing'}`)
    if (answer?.status === 401) {
      account.cookie = undefined
      account.refusals += 1
    }
    if (answer?.status !== 200) return false
    account.cookie = cookieIn(answer, account.realm) ?? account.cookie
    account.id ??= String(answer.body.person?.id)
    Object.assign(account, { provedAt: now, seenAt: now, refusals: 0 })
    return true
  }

  async #send(
    { name, address }: Human,
    realm: Realm,
    { index, dice }: Asking,
    { method, path, body, merchant }: Wish,
    account?: Account,
  ): Promise<Answer | undefined> {
    if (this.#world.nodes.length === 0) return undefined
    const node = this.#desk.node(dice)
    const { cookie, token } = account ?? {}
    if (account) account.seenAt = this.#world.deps.clock.now()
    const answer = await node.request(method, path, {
      ...(body && { body }),
      ...(token !== undefined && { token }),
      remoteAddress: address,
      headers: {
        'sec-fetch-site': 'same-origin',
        'user-agent': name,
        origin: ORIGIN,
        ...(cookie !== undefined && { cookie: `${PAGES[realm].cookie}=${cookie}` }),
        ...(merchant !== undefined && { 'x-merchant-code': merchant }),
      },
    })
    const who = account && account.name !== name ? `${name} as ${account.name}` : name
    const what = body ? ` ${JSON.stringify(body)}` : ''
    const at = merchant === undefined ? '' : ` of ${merchant}`
    this.#desk.tell(`#${index} ${who}: ${method} ${path}${at}${what}`, node, answer)
    const isKnown = !answer || answer.status < 500 || this.#model.isExcused()
    holds(isKnown, 'nothing fails without a cause', () => `${method} ${path}: ${answer?.text}`)
    return answer
  }

  #stepNow(): number {
    return Math.floor(this.#world.deps.clock.now() / PERIOD_MS)
  }
}

const codeOf = ({ secret, lastStep }: { readonly secret: string; readonly lastStep: number }): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: lastStep * PERIOD_MS })

function cookieIn(answer: Answer | undefined, realm: Realm): string | undefined {
  const set = [answer?.headers['set-cookie']].flat().map(String)
  const line = set.find((each) => each.startsWith(`${PAGES[realm].cookie}=`))
  return /^[^=]+=([^;]+)/.exec(line ?? '')?.[1]
}

/** The secret in a link's address. */
export const secretIn = (link: unknown): string => String(link).split('#')[1] ?? ''
