/** Makes requests for every described operation: valid ones, ones with a single fault, and hostile ones. */
import { CURRENCIES } from '@sluice/core/catalogue/currencies.ts'
import { signWebhook } from '@sluice/core/foundation/webhooks.ts'
import { KEYS, sign } from '../harness.ts'
import type { Dice } from '../simulation/dice.ts'
import type { Operation, Strictness } from './description.ts'
import { freshPublicKey } from './keys.ts'
import type { Staged } from './office-world.ts'
import {
  hostileBody,
  hostileFile,
  hostileHeaders,
  hostileSegment,
  spoiltBody,
  spoiltFile,
} from './spoiling.ts'
import { hostileText, type Known, valueFor } from './values.ts'
import type { Pools, World } from './world.ts'

export interface Attack {
  readonly operation: Operation
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string | Buffer | undefined
  readonly strictness: Strictness
  /** IDs that the request creates if it is accepted. */
  readonly made: Partial<Record<keyof Pools, string>>
}

/** `right`: valid and authorised. `of a stranger`: the same without a token. */
export type Mood = 'right' | 'of a stranger' | 'any'

/** Several, because a merchant accepts a key only once, and only an accepted key can be removed. */
const PEMS = [
  KEYS.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  ...Array.from({ length: 6 }, freshPublicKey),
]

/** A payin that waits for its reference. */
const UPI = {
  paymentRequested: { money: { amount: 1_499, currencyCode: 'INR' } },
  paymentMethod: { paymentMethodCode: 'UPIQR' },
  callbackUrl: 'http://127.0.0.1:9/callbacks',
}

/** Makes requests from a seed's dice: valid ones on demand, otherwise of any kind. */
export function attacker(world: World, dice: Dice, pools: Pools) {
  const { shop, victim, gateway } = world
  let made = 0
  const fresh = (): string => `fuzz-${++made}`
  const one = (list: readonly string[]): string => (list.length > 0 ? dice.one(list.slice(-20)) : fresh())
  const iso = () => new Date(gateway.deps.clock.now() + dice.between(-5, 5) * 3_600_000).toISOString()
  const known: Known = {
    merchantCode: () => dice.one([shop.code, victim.code, fresh()]),
    timestamp: () => gateway.deps.clock.now(),
    money: () => ({ amount: dice.one([1, 100, 500.25, 901, 902, 906, 911]), currencyCode: 'THB' }),
    currencyCode: () => dice.one(CURRENCIES).code,
    baseCurrencyCode: () => 'THB',
    quoteCurrencyCode: () => dice.one(['USDT', 'KRW', 'JPY']),
    operations: () => [dice.one(['GET .*', 'GET /payins/.*', 'POST /payins/a', 'GET /payins/[a-z]+'])],
    validitySecs: () => dice.between(1, 3_600),
    idPayment: () => one(pools.payins),
    callbackUrl: () => 'http://127.0.0.1:9/callbacks',
    returnUrl: () => 'https://shop.example/',
    publicKeys: () => [dice.one(PEMS)],
    publicKey: () => dice.one(PEMS),
    reference: () => dice.one([fresh(), '123456789012']),
    paymentMethods: () =>
      dice.one([null, [{ code: 'PROMPTPAY', currency: 'THB', min: '1', fee: { percent: 1.5, cap: '20' } }]]),
    returnSchemes: () => dice.one([[], ['myapp']]),
    rateLimitPerSecond: () => dice.between(1, 1_000),
    failureReasonCode: () => 'PROCESSOR_ERROR',
    baseUrl: () => 'http://127.0.0.1:9/connector',
    services: () =>
      dice.one([null, [{ kind: 'payin', paymentMethodCodes: ['ONLINE'], currencyCodes: ['THB'] }]]),
  }

  const connectorNamed = (name: string) => gateway.app.gateway.connectors.find(name)
  const reportBody = () => ({
    type: 'payment.status_updated',
    timestamp: iso(),
    data: {
      statusUpdate: {
        statusUpdateId: fresh(),
        kind: 'payin',
        merchantCode: shop.code,
        id: one(pools.payins),
        statusChange: { type: 'expired' },
      },
    },
  })

  let kind = ''
  let secretId = ''
  /** When true, nothing random makes the request invalid. */
  let isRight = false
  const mostly = (chance: number): boolean => isRight || dice.happens(chance)
  const seldom = (chance: number): boolean => !isRight && dice.happens(chance)
  /** A value for a path parameter. */
  const segmentFor = (operation: Operation, name: string): string => {
    if (name === 'idPayin' || name === 'idPayout') {
      if (operation.method === 'POST' && operation.path.endsWith('}') && mostly(0.8)) return fresh()
      if (operation.path.endsWith('!setExternalReference') && mostly(0.8))
        return one(pools.referenced.slice(-2))
      return one(name === 'idPayin' ? pools.payins : pools.payouts)
    }
    if (name === 'merchantCode') {
      const changes = /^(PATCH|DELETE)/.test(operation.method) || /(keys|secrets)$/.test(operation.path)
      return changes ? victim.code : dice.one([shop.code, shop.code, shop.code, victim.code])
    }
    if (name === 'kind') {
      kind = dice.one(['payin', 'payout'])
      return kind
    }
    if (operation.path.includes('/connectors/{name}')) {
      if (name === 'id') return secretId
      if (!operation.path.endsWith('{id}')) return one(pools.connectors.slice(-3))
      const known = pools.connectorSecrets.filter((each) => connectorNamed(each.split('/')[0] ?? ''))
      const [of = '', id = ''] = one(known.slice(-3)).split('/')
      secretId = id || fresh()
      return of
    }
    if (operation.path.startsWith('/admin/operators')) return one(pools.operators)
    if (operation.path.startsWith('/admin/merchants')) {
      const [, , , , of = ''] = operation.path.split('/')
      const known = pools.credentials.filter((each) => each.startsWith(`${of}/`))
      return one(known.slice(-3)).replace(`${of}/`, '')
    }
    const payments = kind === 'payin' ? pools.payins : pools.payouts
    const mustBeOpen = operation.path.startsWith('/admin/sandbox') || operation.path.endsWith('{id}/!cancel')
    return mustBeOpen ? one(payments.slice(-3)) : one(payments)
  }

  const queryOf = ({ query }: Operation, spoilt: boolean, staged: Staged['query'] = {}): string => {
    const right: Known = {
      from: iso,
      to: iso,
      limit: () => dice.between(1, 100),
      status: () => dice.one(['NEW', 'SUCCESS', 'PENDING']),
      currencies: () => dice.one(['THB', 'THB,KRW', '']),
      kind: () => dice.one(['payin', 'payout']),
      merchantCode: () => shop.code,
      paymentTypeCode: () => 'TOPUP_WALLET',
      open: () => dice.one(['true', 'false']),
      dryRun: () => dice.one(['true', 'false']),
      anyAccount: () => 'true',
      used: () => 'true',
      format: () => dice.one(['camt', 'mt940', 'csv']),
      q: () => dice.one([shop.code, one(pools.payins), '907 THB', 'Jaidee']),
    }
    const parts = query
      .filter((name) => name !== 'cursor' && seldom(0.4))
      .filter((name) => !(name in staged))
      .map((name) => `${name}=${encodeURIComponent(String(right[name]?.(dice) ?? 'a'))}`)
      .concat(Object.entries(staged).map(([name, value]) => `${name}=${value}`))
    if (spoilt) {
      const name = dice.one([
        ...query,
        ...query,
        'cursor',
        '__proto__',
        'a[]',
        hostileText(dice).toWellFormed(),
      ])
      const raw = dice.happens(0.2)
      parts.push(raw ? dice.one(['%', '&&=', '%ff=%ff', 'limit', 'limit=1&limit=2', '?']) : '')
      parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(hostileText(dice).toWellFormed())}`)
    }
    return parts.length > 0 ? `?${parts.join('&')}` : ''
  }

  const bodyOf = ({ body, examples, path }: Operation): unknown => {
    if (body === undefined) return undefined
    if (path.endsWith('!setExternalReference') && mostly(0.8)) {
      return { externalReference: { reference: String(dice.between(1e11, 1e12 - 1)) } }
    }
    if (path.startsWith('/connectors/') && mostly(0.8)) return reportBody()
    if (path === '/admin/connectors' && mostly(0.8)) {
      return { name: fresh(), isTest: true, baseUrl: 'http://127.0.0.1:9/connector' }
    }
    if (path === '/payins/{idPayin}' && dice.happens(0.2)) return UPI
    if (examples.length === 0 || seldom(0.15)) return valueFor(body, dice, known)
    const example = dice.one(examples)
    const ofTokens = typeof example === 'object' && example !== null && 'merchantCode' in example
    return ofTokens ? { ...example, merchantCode: shop.code, timestamp: gateway.deps.clock.now() } : example
  }

  const payloadOf = (
    way: string,
    operation: Operation,
    file: Staged['file'],
    body: unknown,
  ): string | Buffer | undefined => {
    if (operation.file !== undefined) {
      const text = file?.text ?? ''
      return way === 'hostile body' ? hostileFile(dice) : way === 'body' ? spoiltFile(text, dice) : text
    }
    if (way === 'hostile body') return hostileBody(dice)
    if (body === undefined) return undefined
    return way === 'body' ? spoiltBody(body, dice) : JSON.stringify(body)
  }

  return async (operation: Operation, mood: Mood): Promise<Attack> => {
    isRight = mood !== 'any'
    const takes = operation.body !== undefined || operation.file !== undefined
    const isStaged = mood !== 'of a stranger' && mostly(0.9)
    const staged = isStaged ? await world.stage(operation, dice) : undefined
    const way = isRight
      ? 'right'
      : dice.weighted<'right' | 'body' | 'hostile body' | 'path' | 'query' | 'headers'>([
          [5, 'right'],
          [takes ? 7 : 0, 'body'],
          [takes ? 3 : 1, 'hostile body'],
          [operation.path.includes('{') ? 2 : 0, 'path'],
          [operation.query.length > 0 ? 4 : 1, 'query'],
          [2, 'headers'],
        ])
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const spoiltName = way === 'path' ? dice.one(names) : undefined
    const segments = names.map((name) =>
      name === spoiltName ? hostileSegment(dice) : (staged?.segments?.[name] ?? segmentFor(operation, name)),
    )
    let next = 0
    const path = operation.path.replace(/\{\w+\}/g, () => segments[next++] ?? '')
    const body = operation.body === undefined ? undefined : (staged?.body ?? bodyOf(operation))
    const right = body === undefined ? undefined : JSON.stringify(body)
    const payload = payloadOf(way, operation, staged?.file, body)
    const admin = operation.path.startsWith('/admin/')
    const isByStage = mostly(0.8)
    const byStage = isByStage ? staged?.token : undefined
    const session = isByStage && !admin ? staged?.session : undefined
    const caller = admin ? world.operatorCaller : world.merchantCaller
    const entitled = () => (admin ? world.operator : shop.token())
    const anybody = async () => byStage ?? (await (isRight ? entitled() : caller(dice, pools)))
    const token = mood === 'of a stranger' || session ? undefined : await anybody()
    const secrets = path.startsWith('/connectors/')
      ? gateway.app.gateway.connectors.secretsOf(segments[0] ?? '')
      : []
    const signed = operation.path.startsWith('/auth-tokens') && payload !== undefined
    const headers = {
      accept: 'application/json',
      'x-api-version': '2',
      ...(payload !== undefined && { 'content-type': operation.file ?? 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...session,
      ...(signed && { 'x-signature': sign(payload.toString()) }),
      ...(secrets.length > 0 &&
        payload !== undefined &&
        signWebhook({ id: fresh(), at: gateway.deps.clock.now(), body: payload.toString(), secrets })),
      ...(way === 'headers' && hostileHeaders(dice)),
    }
    const fitting = way === 'right' || way === 'body' || (way === 'hostile body' && takes)
    return {
      operation,
      method: operation.method,
      url: path + queryOf(operation, way === 'query', staged?.query),
      headers,
      payload,
      strictness: fitting || way === 'query' ? 'as described' : 'or refused by HTTP',
      made: {
        ...(operation.path === '/payins/{idPayin}' && { payins: segments[0] ?? '' }),
        ...(/"(UPIQR|P2A_V2)"/.test(right ?? '') && { referenced: segments[0] ?? '' }),
        ...(operation.path === '/payouts/{idPayout}' && { payouts: segments[0] ?? '' }),
      },
    }
  }
}
