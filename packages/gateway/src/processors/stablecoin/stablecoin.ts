/**
 * The processor for stablecoins: CRYPTO_OFFLINE in USDC and USDT on Ethereum-like networks that operators configure.
 *
 * Each payin gets a unique address, made from an extended public key: no key on the server can spend. Money that comes
 * there is read from the chain and counted when it is final. The exact amount makes the payin a SUCCESS; anything else
 * is a case. The processor never sends a transaction: the operator's own wallet collects the money.
 */
import type { Clock, Instant } from '@sluice/core/foundation/deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type {
  Declined,
  Health,
  Processor,
  ServiceAnswer,
  WantedPayment,
} from '@sluice/core/processor/port.ts'
import type { Database } from '@sluice/database/port.ts'
import { assignAddress } from './addresses.ts'
import { healthOf, type WatchedNetwork } from './network.ts'
import type { Networks } from './networks.ts'
import { OpenAddresses } from './open-addresses.ts'
import type { Watching } from './watching.ts'

const METHOD = 'CRYPTO_OFFLINE'
const LEDGER_DECIMALS = 6

export interface StablecoinOptions {
  readonly name: string
  readonly forTests: boolean
  readonly database: Database
  readonly clock: Clock
  readonly networks: Networks
  readonly watching: Watching
  /** Addresses that may wait for money at the same time, of all merchants of the kind. */
  readonly maxOpenAddresses: number
}

/** @param madeAt when the processor was created; there has been no network since then */
function healthOfAll(networks: readonly WatchedNetwork[], now: Instant, madeAt: Instant): Health {
  if (networks.length === 0) return { healthy: true, since: madeAt, detail: 'no network is set up' }
  const ill = networks
    .map((each) => ({ ...healthOf(each, now), code: each.network.code }))
    .filter(({ healthy }) => !healthy)
  const since = ill.length > 0 ? Math.min(...ill.map((each) => each.since)) : lastChange(networks)
  const detail = ill.map((each) => `${each.code}: ${each.detail}`).join('; ')
  return { healthy: ill.length === 0, since, detail: detail === '' ? 'all networks are read' : detail }
}

export function stablecoinProcessor(options: StablecoinOptions): Processor {
  const { name, forTests, database, clock, networks, watching } = options
  const openAddresses = new OpenAddresses(database, clock, { forTests, most: options.maxOpenAddresses })

  const madeAt = clock.now()

  const own = () => networks.all.filter(({ network }) => network.isTest === forTests)

  /** Without an operator: any that has the token. */
  function serving(wanted: Pick<WantedPayment, 'operator' | 'money'>): WatchedNetwork | undefined {
    const { currency } = wanted.money
    return own().find(
      ({ network }) =>
        network.enabled &&
        network.tokens.has(currency) &&
        (wanted.operator === undefined || operatorOf(currency, network.code) === wanted.operator),
    )
  }

  function serves(wanted: WantedPayment): ServiceAnswer {
    if (wanted.kind !== 'payin' || wanted.method !== METHOD) return declined('METHOD', 'only CRYPTO_OFFLINE')
    const found = serving(wanted)
    if (!found) return declined('OPERATOR', 'no active network has this code and token')
    // What was paid before the first round would not be seen.
    if (found.progress.finalBlock === undefined) {
      return declined('OPERATOR', 'the network has not been read yet')
    }
    return openAddresses.mayHaveCapacity(wanted) ? { type: 'serves' } : TOO_MANY
  }

  return {
    name,
    forTests,
    serves,

    async freshen(wanted) {
      if (own().some(({ network }) => network.enabled && network.tokens.has(wanted.money.currency)))
        await openAddresses.freshen(wanted)
    },

    health: () => healthOfAll(own(), clock.now(), madeAt),

    async check(payment) {
      const wanted = wantedOf(payment)
      if (serving(wanted)) await openAddresses.freshen(wanted)
      const answer = serves(wanted)
      if (answer.type === 'declined') return answer
      return openAddresses.take(payment.key, wanted) ? { type: 'fine' } : TOO_MANY
    },

    dropped: ({ key }) => openAddresses.release(key),

    /** After the commit, so that addresses are used only for stored payins. Called again, it gives the same address. */
    async accept(payment, context) {
      const found = serving(wantedOf(payment))
      const token = found?.network.tokens.get(payment.money.currency)
      if (!found || !token) return declined('OPERATOR', 'no active network has this code and token')
      const { network } = found
      const { address } = await assignAddress(database, network, payment, clock.now())
      return {
        type: 'accepted',
        receiving: {
          address,
          payeeName: context.merchantName,
          contract: token.contract,
          chainId: String(network.chainId),
          unitsPerLedgerUnit: String(10n ** BigInt(token.decimals - LEDGER_DECIMALS)),
          confirmations: String(network.confirmations),
        },
        processorRef: `${network.chainId}/${address}`,
        processorStatus: 'WAITING',
        steps: [],
      }
    },

    start: () => watching.start(),
    stop: () => watching.stop(),
  }
}

const declined = (reason: Declined['reason'], detail: string): Declined => ({
  type: 'declined',
  reason,
  detail,
})

const TOO_MANY = declined(
  'LIMIT',
  'too many addresses wait for money: for this payer, this merchant, or in total',
)

const wantedOf = ({ kind, merchantId, method, operator, money, payer }: Payment): WantedPayment => ({
  kind,
  merchantId,
  method,
  operator,
  money,
  ...(payer !== undefined && { payer }),
})

/** The catalogue's code for a token on a network: `USDC` on `BASE` is `USDC_BASE`. */
export const operatorOf = (currency: string, code: string): string => `${currency}_${code}`

const lastChange = (networks: readonly WatchedNetwork[]): Instant =>
  Math.max(0, ...networks.map(({ progress }) => progress.since))
