/** The gateway under attack: in process, on an embedded database in memory, with merchants, operators and payments. */
import { CURRENCIES } from '@sluice/core/catalogue/currencies.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import type { NetworkScript } from '@sluice/core/foundation/simulated-deps.ts'
import { readPrepared } from '@sluice/database/embedded-prepared.ts'
import { type MigratableDatabase, migrate } from '@sluice/database/migrate.ts'
import { askNobody } from '@sluice/gateway/approvals/approvals.fixture.ts'
import { standInBackups } from '@sluice/gateway/backup/backups.fixture.ts'
import type { KeySource } from '@sluice/gateway/identity/access/master-keys.ts'
import { ensureBootstrapOperator } from '@sluice/gateway/identity/operators/operators.ts'
import {
  type Answer,
  type Json,
  START,
  type TestGateway,
  type TestMerchant,
  testGateway,
} from '../harness.ts'
import { openForItself } from '../setup/in-this-thread.ts'
import { watchStatements } from '../setup/statements.ts'
import type { Dice } from '../simulation/dice.ts'
import { wholeDescription } from './description.ts'
import { openOffice } from './office.ts'
import { BANK_URL, CHAIN, type Stage } from './office-world.ts'

/** IDs from answers, so that the next request can use them. */
export interface Pools {
  readonly payins: string[]
  readonly payouts: string[]
  /** Payins that may wait for an external reference. */
  readonly referenced: string[]
  readonly operators: string[]
  /** For example `keys/ID`. */
  readonly credentials: string[]
  readonly connectors: string[]
  /** `NAME/ID`. */
  readonly connectorSecrets: string[]
}

export type Caller = (dice: Dice, pools: Pools) => Promise<string | undefined>

export interface World {
  readonly gateway: TestGateway
  readonly database: MigratableDatabase
  readonly document: Json
  /** A merchant that keeps its settings: valid requests use it. */
  readonly shop: TestMerchant
  /** A merchant that operators' requests may change and suspend. */
  readonly victim: TestMerchant
  readonly merchantCaller: Caller
  readonly operatorCaller: Caller
  /** The token of an operator with all rights. */
  readonly operator: string
  readonly stage: Stage
  close(): Promise<void>
}

const BOOTSTRAP = 'op_fuzz-bootstrap'
const FORGED = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`

/** A chain, and a bank that knows every account and accepts every webhook. */
const outside: NetworkScript = (request, deps) => {
  if (!request.url.startsWith(BANK_URL)) return CHAIN.network(request, deps)
  const body = JSON.stringify({ access_token: 'token-of-the-bank', expires_in: 3600 })
  return { ok: true, status: 200, headers: {}, body, durationMs: 1 }
}

/** @param image of an embedded database to start from; left out: the prepared one */
export async function openWorld(seed: number, image?: Uint8Array<ArrayBuffer>): Promise<World> {
  // Without a thread: messages to a database thread took half the time of a run.
  const database = watchStatements(await openForItself(image ?? (await readPrepared('migrated'))))
  const migrated = await migrate(database, { now: () => START })
  if (!migrated.ok) throw new Error(migrated.failure.message)
  const backups = standInBackups()
  const settings = { backups, masterKeyFiles: keysInMemory() }
  const gateway = await testGateway(database, { seed, network: outside, settings })
  await ensureBootstrapOperator(database, gateway.deps, BOOTSTRAP)
  // Tests the operations themselves; the endpoints for approvals are tested as well.
  await askNobody(database)
  const [shop, victim] = [await gateway.merchant(), await gateway.merchant()]
  for (const { code } of CURRENCIES) {
    await gateway.credit(shop, { currency: code, amountMinor: minor(10n ** 14n) })
  }
  const stage = await openOffice(gateway, BOOTSTRAP)
  const document = await wholeDescription(gateway)
  return {
    gateway,
    database,
    document,
    shop,
    victim,
    stage,
    merchantCaller: await merchantCaller(gateway, shop, victim),
    operatorCaller: await operatorCaller(gateway, shop),
    operator: BOOTSTRAP,
    async close() {
      await gateway.stop()
      await database.close()
      backups.remove()
    },
  }
}

/** Keys as in the data folder, kept in memory: each is new, and none is ever missing. */
function keysInMemory(): KeySource {
  let made = 0
  return {
    next: () => new Uint8Array(32).fill(++made),
    settle: () => undefined,
    forget: () => undefined,
  }
}

const tokenOf = (answer: Answer): string | undefined =>
  answer.status === 201 ? String(answer.body.token) : undefined

async function merchantCaller(
  gateway: TestGateway,
  shop: TestMerchant,
  victim: TestMerchant,
): Promise<Caller> {
  const expired = tokenOf(
    await gateway.tokenFor(shop, '/auth-tokens', { operations: ['GET .*'], validitySecs: 1 }),
  )
  const narrow: Caller = async (dice, { payins }) =>
    tokenOf(
      await gateway.tokenFor(shop, '/auth-tokens-by-action', {
        action: dice.one(['PAYIN_INFO', 'PAYIN_CREATE', 'PAYOUT_CREATE', 'PAYOUT_INFO']),
        idPayment: payins.at(-1) ?? 'none',
      }),
    )
  // The victim may be suspended by now, or have lost its key.
  const ofVictim: Caller = async () => {
    const fields = { operations: ['GET .*', 'POST .*'], validitySecs: 60 }
    return tokenOf(await gateway.tokenFor(victim, '/auth-tokens', fields))
  }
  return (dice, pools) =>
    dice.weighted<Caller>([
      [24, () => shop.token()],
      [2, narrow],
      [1, ofVictim],
      [1, async () => expired],
      [1, async () => FORGED],
      [1, async () => BOOTSTRAP],
      [1, async () => undefined],
    ])(dice, pools)
}

async function operatorCaller(gateway: TestGateway, shop: TestMerchant): Promise<Caller> {
  const make = async (role: string): Promise<string | undefined> => {
    const body = { name: `fuzz ${role}`, role }
    return tokenOf(await gateway.request('POST', '/admin/operators', { token: BOOTSTRAP, body }))
  }
  const [viewer, operator] = [await make('VIEWER'), await make('OPERATOR')]
  return (dice, pools) =>
    dice.weighted<Caller>([
      [16, async () => BOOTSTRAP],
      [3, async () => operator],
      [3, async () => viewer],
      [1, async () => FORGED],
      [1, () => shop.token()],
      [1, async () => undefined],
    ])(dice, pools)
}
