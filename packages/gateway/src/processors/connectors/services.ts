/** What a connector reports that it serves, and whether a payment is part of it. Pure, and fast: every create calls it. */
import { amountWords } from '@sluice/core/catalogue/amounts.ts'
import { currency } from '@sluice/core/catalogue/currencies.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { Fault } from '@sluice/core/foundation/faults.ts'
import { type CurrencyCode, type Minor, minorFromText } from '@sluice/core/foundation/money.ts'
import { isTimeZone, localTime } from '@sluice/core/foundation/zones.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { WireHours, WireService } from '@sluice/core/processor/connector-protocol.ts'
import type { Declined, DeclineReason, ServiceAnswer, WantedPayment } from '@sluice/core/processor/port.ts'

const HALF_AN_HOUR_MS = 1_800_000
const DAY_MS = 86_400_000

const SERVES: ServiceAnswer = { type: 'serves' }
const declined = (reason: DeclineReason, detail: string): Declined => ({ type: 'declined', reason, detail })

const NOT_ITS_OWN = declined('METHOD', 'it does not serve this method in this currency')

interface Limits {
  readonly min: Minor | undefined
  readonly max: Minor | undefined
}

interface Service {
  readonly kind: string
  readonly methods: ReadonlySet<string>
  /** Those that the catalogue knows, with their limits. */
  readonly currencies: ReadonlyMap<string, Limits>
  readonly operators: ReadonlySet<string> | undefined
  readonly isOpen: (at: Instant) => boolean
  readonly deadlineMs: number | undefined
}

export class Services {
  /**
   * As reported, and never expanded: a manifest of 256 KiB can name two million combinations of services, methods and
   * currencies, and its author is a stranger.
   */
  readonly #services: readonly Service[]

  /** Currencies that the catalogue does not know are left out. @throws RangeError if a time zone is invalid: see `isTimeZone` */
  constructor(services: readonly WireService[]) {
    this.#services = services.map(serviceOf)
  }

  #of(kind: string, method: string, currencyCode: string): readonly Service[] {
    return this.#services.filter(
      (service) =>
        service.kind === kind && service.methods.has(method) && service.currencies.has(currencyCode),
    )
  }

  serves(wanted: WantedPayment, at: Instant): ServiceAnswer {
    let answer: ServiceAnswer = NOT_ITS_OWN
    for (const service of this.#of(wanted.kind, wanted.method, wanted.money.currency)) {
      answer = judge(service, wanted, at)
      if (answer.type === 'serves') return answer
    }
    return answer
  }

  /** How long a payment may stay without a status update before it becomes a case. */
  silenceMs({ kind, method, money, createdAt, expireAt }: Payment): number {
    const said = this.#of(kind, method, money.currency).flatMap(({ deadlineMs }) => deadlineMs ?? [])
    if (said.length > 0) return Math.min(...said)
    return expireAt === undefined ? DAY_MS : expireAt - createdAt + HALF_AN_HOUR_MS
  }
}

function serviceOf(wire: WireService): Service {
  const currencies = new Map<string, Limits>()
  for (const code of new Set(wire.currencyCodes)) {
    const of = currency(code)
    if (of) currencies.set(code, limitsIn(wire, of.ledgerDigits))
  }
  return {
    kind: wire.kind,
    methods: new Set(wire.paymentMethodCodes),
    currencies,
    operators: wire.paymentOperatorCodes && new Set(wire.paymentOperatorCodes),
    isOpen: wire.hours ? openingHours(wire.hours) : () => true,
    deadlineMs: wire.deadlineSecs === undefined ? undefined : wire.deadlineSecs * 1_000,
  }
}

const limitsIn = ({ min, max }: WireService, digits: number): Limits => ({
  min: min === undefined ? undefined : rounded(min, digits),
  max: max === undefined ? undefined : rounded(max, digits),
})

/** Decimals that the currency does not have are cut off a limit. */
const rounded = (text: string, digits: number): Minor => {
  const [whole = '0', fraction = ''] = text.split('.')
  const kept = fraction.slice(0, digits)
  return minorFromText(kept === '' ? whole : `${whole}.${kept}`, digits)
}

function judge(service: Service, { operator, money }: WantedPayment, at: Instant): ServiceAnswer {
  if (operator !== undefined && service.operators && !service.operators.has(operator)) {
    return declined('OPERATOR', 'it does not serve this operator')
  }
  const { amountMinor, currency: code } = money
  const { min, max } = service.currencies.get(code) ?? {}
  if (min !== undefined && amountMinor < min) return outOfRange('below its minimum', 'at least', min, code)
  if (max !== undefined && amountMinor > max) return outOfRange('above its maximum', 'at most', max, code)
  return service.isOpen(at) ? SERVES : declined('HOURS', 'it is closed now')
}

function outOfRange(detail: string, bound: string, limit: Minor, code: CurrencyCode): Declined {
  const message = `must be ${bound} ${amountWords(limit, code)}`
  const faults: readonly Fault[] = [{ path: '/paymentRequested/money/amount', code: 'OUT_OF_RANGE', message }]
  return { ...declined('AMOUNT', `${detail}: it ${message}`), faults }
}

function openingHours({ timeZone, days, from, to }: WireHours): (at: Instant) => boolean {
  if (!isTimeZone(timeZone)) throw new RangeError(`there is no time zone ${timeZone}`)
  const isDay = (day: number) => days === undefined || days.includes(day)
  return (at) => {
    const { weekday, clock } = localTime(timeZone, at)
    if (from <= to) return isDay(weekday) && clock >= from && clock < to
    // Over midnight: the early hours belong to the day before.
    return clock >= from ? isDay(weekday) : clock < to && isDay(weekday === 1 ? 7 : weekday - 1)
  }
}
