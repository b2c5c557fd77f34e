/**
 * What will be tried in a simulated world, drawn from its seed before it begins: deeds with numbers, some of which speak of the
 * payment that an earlier one makes. What comes of them shows only when they are done.
 *
 * Each deed has chance of its own, so any of them can be left out: the others stay what they are, and a failure is narrowed
 * down to the few deeds that it needs. A deed whose payment was left out comes to nothing.
 */
import { type Dice, diceOf, STREAMS } from './dice.ts'
import { livesExcess } from './excess.ts'
import { livesNative } from './native.ts'
import { livesPeople, PEOPLE_ACTS, type PeopleAct } from './people-acts.ts'

/** What merchants, payers and banks do, and operators for them. */
export const ACTS = [
  [19, 'payin'],
  [5, 'payin by reference'],
  [12, 'payout'],
  [4, 'twins'],
  [4, 'nonsense'],
  [2, 'stray money'],
  [8, 'repeat'],
  [4, 'conflict'],
  [10, 'reference'],
  [6, 'bank'],
  [5, 'operator'],
  [3, 'redeliver'],
  [3, 'top-up'],
  [4, 'balances'],
  [3, 'census'],
  [14, 'read'],
  [12, 'refund'],
  [6, 'refunds at once'],
  [6, 'payee'],
  [4, 'refund by hand'],
  [9, 'shop order'],
  [5, 'theft order'],
  [9, 'transfer'],
  [4, 'claim'],
  [5, 'theft claim'],
  [3, 'theft transfer'],
  [5, 'statement'],
] as const
/** What operators do beside all that: at most one thing in a step, of a chance of its own. */
export const OFFICE_ACTS = [
  [15, 'nothing'],
  [2, 'terms'],
  [4, 'settle'],
  [1, 'stop settling'],
  [2, 'settlement news'],
  [3, 'debit'],
  [5, 'decide'],
] as const
export type OfficeAct = Exclude<(typeof OFFICE_ACTS)[number][1], 'nothing'>
/** What befalls a shop whose payers pay late, too much and twice: at most one thing in a step, where there is one (`excess.ts`). */
export const EXCESS_ACTS = [
  [3, 'nothing'],
  [3, 'excess order'],
  [5, 'excess money'],
  [2, 'excess case'],
] as const
export type ExcessAct = Exclude<(typeof EXCESS_ACTS)[number][1], 'nothing'>
/** What befalls a shop with an account at a bank that the gateway speaks to: at most one thing in a step, where there is one (`native.ts`). */
export const NATIVE_ACTS = [
  [1, 'nothing'],
  [5, 'native order'],
  [4, 'native money'],
  [4, 'native news'],
] as const
export type NativeAct = Exclude<(typeof NATIVE_ACTS)[number][1], 'nothing'>
export type Act = (typeof ACTS)[number][1] | OfficeAct | ExcessAct | NativeAct | PeopleAct
const MARKET_ACTS = [
  'shop order',
  'theft order',
  'transfer',
  'claim',
  'theft claim',
  'theft transfer',
  'statement',
] as const
/** What is done on the operator's own accounts, by the honest and by a thief. */
export type MarketAct = (typeof MARKET_ACTS)[number]
export type UsualAct = Exclude<Act, MarketAct | OfficeAct | ExcessAct | NativeAct | PeopleAct>
export const isOfTheMarket = (what: Act): what is MarketAct => MARKET_ACTS.some((act) => act === what)
export const isOfTheOffice = (what: Act): what is OfficeAct => OFFICE_ACTS.some(([, act]) => act === what)
export const isNative = (what: Act): what is NativeAct => NATIVE_ACTS.some(([, act]) => act === what)
export const isOfExcess = (what: Act): what is ExcessAct => EXCESS_ACTS.some(([, act]) => act === what)

/** What befalls the machines before a step. */
export const MISHAPS = [
  [52, 'nothing'],
  [10, 'crash'],
  [6, 'second node'],
  [5, 'a node stops'],
  [9, 'faults'],
  [4, 'outage'],
  [10, 'mood'],
] as const
export type Mishap = (typeof MISHAPS)[number][1]

/** How time passes after a step. */
export const PASSING = [
  [6, 'nothing'],
  [10, 'seconds'],
  [2, 'minutes'],
  [0.7, 'hours'],
] as const
export type Passing = (typeof PASSING)[number][1]

/** Things that happen at the same time. */
const TOGETHER = [
  [6, 1],
  [3, 2],
  [2, 3],
] as const
/** Money to pay out from. */
const FIRST_TOP_UPS = 4
/** Merchants to settle. */
const FIRST_TERMS = 2
/** The numbers of the office's deeds begin here, and leave those of the others what they are. */
const OFFICE_DEEDS = 50_000
const EXCESS_DEEDS = 80_000
const NATIVE_DEEDS = 110_000
const PEOPLE_DEEDS = 140_000
/** Where there are people much happens among them, and little else. */
const PEOPLE_DEEDS_A_STEP = 5
const ELSE_EVERY_STEPS = 3

const MAKES_A_PAYMENT: ReadonlySet<Act> = new Set([
  'payin',
  'payin by reference',
  'payout',
  'twins',
  'nonsense',
  'stray money',
])
/** These, too, and they are about a payin. */
const REFUNDS: ReadonlySet<Act> = new Set(['refund', 'refunds at once'])
/** And these about a refund. */
const NEEDS_A_REFUND: ReadonlySet<Act> = new Set(['payee', 'refund by hand'])
const PAYINS: ReadonlySet<Act> = new Set(['payin'])
/** Of the market's deeds those about an order, and whose. */
const NEEDS_AN_ORDER: ReadonlyMap<Act, Act> = new Map([
  ['transfer', 'shop order'],
  ['claim', 'shop order'],
  ['theft claim', 'theft order'],
])
const NEEDS_A_PAYMENT: ReadonlySet<Act> = new Set([
  'repeat',
  'conflict',
  'reference',
  'bank',
  'operator',
  'redeliver',
  'read',
])

interface Numbered {
  /** From 0, in the order of the plan. */
  readonly index: number
}
export interface ActDeed extends Numbered {
  readonly what: Act
  /** The deed that makes the payment which this one is about. */
  readonly on: number | undefined
}
export interface MishapDeed extends Numbered {
  readonly what: Exclude<Mishap, 'nothing'>
}
export interface PassingDeed extends Numbered {
  readonly what: Exclude<Passing, 'nothing'>
}

export interface PlannedStep {
  readonly number: number
  readonly mishap: MishapDeed | undefined
  readonly acts: readonly ActDeed[]
  readonly passing: PassingDeed | undefined
}

/** The same seed begins the same, however many steps it has. */
export function planOf(seed: number, steps: number): readonly PlannedStep[] {
  const dice = diceOf(seed, STREAMS.plan)
  const hasPeople = livesPeople(seed)
  const makers: ActDeed[] = []
  const orders: ActDeed[] = []
  let next = 0
  const act = (what: Act): ActDeed => {
    const isAbout = NEEDS_A_PAYMENT.has(what) || REFUNDS.has(what) || NEEDS_A_REFUND.has(what)
    const on = isAbout ? targetOf(what, makers, dice) : orderFor(what, orders, dice)
    const deed = { index: next++, what, on }
    if (MAKES_A_PAYMENT.has(what) || REFUNDS.has(what)) makers.push(deed)
    if (what === 'shop order' || what === 'theft order') orders.push(deed)
    return deed
  }
  const officeDice = diceOf(seed, STREAMS.office)
  let nextOfOffice = OFFICE_DEEDS
  const office = (what: OfficeAct | 'nothing'): readonly ActDeed[] =>
    what === 'nothing' || hasPeople ? [] : [{ index: nextOfOffice++, what, on: undefined }]
  const excessDice = livesExcess(seed) && !hasPeople ? diceOf(seed, STREAMS.excessDeeds) : undefined
  let nextOfExcess = EXCESS_DEEDS
  const excess = (): readonly ActDeed[] => {
    const what = excessDice?.weighted(EXCESS_ACTS) ?? 'nothing'
    return what === 'nothing' ? [] : [{ index: nextOfExcess++, what, on: undefined }]
  }
  const nativeDice = livesNative(seed) && !hasPeople ? diceOf(seed, STREAMS.nativeDeeds) : undefined
  let nextNative = NATIVE_DEEDS
  const native = (): readonly ActDeed[] => {
    const what = nativeDice?.weighted(NATIVE_ACTS) ?? 'nothing'
    return what === 'nothing' ? [] : [{ index: nextNative++, what, on: undefined }]
  }
  const peopleDice = diceOf(seed, STREAMS.peopleDeeds)
  let nextOfPeople = PEOPLE_DEEDS
  const people = (): readonly ActDeed[] =>
    Array.from({ length: hasPeople ? PEOPLE_DEEDS_A_STEP : 0 }, () => ({
      index: nextOfPeople++,
      what: peopleDice.weighted(PEOPLE_ACTS),
      on: undefined,
    }))
  const begin = Array.from({ length: FIRST_TOP_UPS }, () => act('top-up'))
  const terms = Array.from({ length: FIRST_TERMS }, () => office('terms')).flat()
  const first: PlannedStep = {
    number: 0,
    mishap: undefined,
    acts: [...begin, ...terms],
    passing: undefined,
  }
  const later = Array.from({ length: steps }, (_, at): PlannedStep => {
    const mishap = dice.weighted(MISHAPS)
    const mishapDeed = mishap === 'nothing' ? undefined : { index: next++, what: mishap }
    const isQuiet = hasPeople && at % ELSE_EVERY_STEPS !== 0
    const others = Array.from({ length: isQuiet ? 0 : dice.weighted(TOGETHER) }, () =>
      act(actOf(dice, makers, orders)),
    )
    const ofOffice = office(officeDice.weighted(OFFICE_ACTS))
    const acts = [...others, ...ofOffice, ...excess(), ...native(), ...people()]
    const passing = dice.weighted(PASSING)
    const passingDeed = passing === 'nothing' ? undefined : { index: next++, what: passing }
    return { number: at + 1, mishap: mishapDeed, acts, passing: passingDeed }
  })
  return [first, ...later]
}

function actOf(dice: Dice, makers: readonly ActDeed[], orders: readonly ActDeed[]): Act {
  const what = dice.weighted(ACTS)
  const maker = NEEDS_AN_ORDER.get(what)
  if (maker) return orders.some((order) => order.what === maker) ? what : maker
  const isThere = (needed: ReadonlySet<Act>) => makers.some((made) => needed.has(made.what))
  if (NEEDS_A_REFUND.has(what) && !isThere(REFUNDS)) return isThere(PAYINS) ? 'refund' : 'payin'
  if (REFUNDS.has(what) && !isThere(PAYINS)) return 'payin'
  return NEEDS_A_PAYMENT.has(what) && makers.length === 0 ? 'payin' : what
}

/** Mostly the young ones, for much still happens to them. */
function targetOf(what: Act, makers: readonly ActDeed[], dice: Dice): number | undefined {
  const byReference = makers.filter((maker) => maker.what === 'payin by reference')
  const preferred = what === 'reference' ? byReference : makers.filter(isFitFor(what))
  const among = preferred.length > 0 ? preferred : makers
  // What was paid is given back, and that takes its time.
  const isYoung = !REFUNDS.has(what) && dice.happens(0.7)
  return among.length === 0 ? undefined : dice.one(isYoung ? among.slice(-6) : among).index
}

const isFitFor =
  (what: Act) =>
  (maker: ActDeed): boolean =>
    REFUNDS.has(what) ? PAYINS.has(maker.what) : !NEEDS_A_REFUND.has(what) || REFUNDS.has(maker.what)

/** The same order is paid and claimed, so mostly the latest. */
function orderFor(what: Act, orders: readonly ActDeed[], dice: Dice): number | undefined {
  const among = orders.filter((order) => order.what === NEEDS_AN_ORDER.get(what))
  return among.length === 0 ? undefined : dice.one(among.slice(-3)).index
}

/** The same plan with only these deeds; steps without any are not lived. */
export function onlyDeeds(
  plan: readonly PlannedStep[],
  kept: (index: number) => boolean,
): readonly PlannedStep[] {
  const stays = (deed: Numbered | undefined) => deed !== undefined && kept(deed.index)
  return plan
    .map(({ number, mishap, acts, passing }) => ({
      number,
      mishap: stays(mishap) ? mishap : undefined,
      acts: acts.filter(stays),
      passing: stays(passing) ? passing : undefined,
    }))
    .filter(({ mishap, acts, passing }) => mishap || passing || acts.length > 0)
}

/** The numbers of all deeds, first to last. */
export const deedsOf = (plan: readonly PlannedStep[]): readonly number[] =>
  plan.flatMap(({ mishap, acts, passing }) =>
    [mishap, ...acts, passing].flatMap((deed) => (deed ? [deed.index] : [])),
  )
