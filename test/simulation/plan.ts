/**
 * The plan of a simulated world, drawn from its seed before it begins: numbered deeds, some of which are about the payment that an earlier
 * deed makes. Their results are known only when they are done.
 *
 * Each deed has its own dice, so any of them can be left out without changing the others, and a failure can be narrowed down to the few
 * deeds that it needs. A deed whose payment was left out does nothing.
 */
import { type Dice, diceOf, STREAMS } from './dice.ts'
import { EXCESS_ACTIONS, type ExcessAction, livesExcess } from './excess.ts'
import { livesNative, NATIVE_ACTIONS, type NativeAction } from './native.ts'
import { livesPeople, PEOPLE_ACTIONS, type PeopleAction } from './people-actions.ts'

/** Actions of merchants, payers and banks, and of operators for them. */
export const ACTIONS = [
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
/** Further actions of operators: at most one in a step, from separate dice. */
export const OFFICE_ACTIONS = [
  [15, 'nothing'],
  [2, 'terms'],
  [4, 'settle'],
  [1, 'stop settling'],
  [2, 'settlement news'],
  [3, 'debit'],
  [5, 'decide'],
] as const
export type OfficeAction = Exclude<(typeof OFFICE_ACTIONS)[number][1], 'nothing'>
export type Action = (typeof ACTIONS)[number][1] | OfficeAction | ExcessAction | NativeAction | PeopleAction
const MARKET_ACTIONS = [
  'shop order',
  'theft order',
  'transfer',
  'claim',
  'theft claim',
  'theft transfer',
  'statement',
] as const
/** Actions on the operator's own accounts, by honest people and by a thief. */
export type MarketAction = (typeof MARKET_ACTIONS)[number]
export type UsualOperation = Exclude<
  Action,
  MarketAction | OfficeAction | ExcessAction | NativeAction | PeopleAction
>
export const isOfTheMarket = (what: Action): what is MarketAction =>
  MARKET_ACTIONS.some((action) => action === what)
export const isOfTheOffice = (what: Action): what is OfficeAction =>
  OFFICE_ACTIONS.some(([, action]) => action === what)

/** Failures of machines before a step. */
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
/** To have money for payouts. */
const FIRST_TOP_UPS = 4
/** To have merchants to settle. */
const FIRST_TERMS = 2
/** Numbers of the office's deeds begin here, so that those of other deeds do not change. */
const OFFICE_DEEDS = 50_000
const EXCESS_DEEDS = 80_000
const NATIVE_DEEDS = 110_000
const PEOPLE_DEEDS = 140_000
/** In a world with people, most deeds are theirs. */
const PEOPLE_DEEDS_A_STEP = 5
const ELSE_EVERY_STEPS = 3

const MAKES_A_PAYMENT: ReadonlySet<Action> = new Set([
  'payin',
  'payin by reference',
  'payout',
  'twins',
  'nonsense',
  'stray money',
])
/** These are about a payin, too. */
const REFUNDS: ReadonlySet<Action> = new Set(['refund', 'refunds at once'])
/** These are about a refund. */
const NEEDS_A_REFUND: ReadonlySet<Action> = new Set(['payee', 'refund by hand'])
const PAYINS: ReadonlySet<Action> = new Set(['payin'])
/** The market's deeds that are about an order, and which deed makes it. */
const NEEDS_AN_ORDER: ReadonlyMap<Action, Action> = new Map([
  ['transfer', 'shop order'],
  ['claim', 'shop order'],
  ['theft claim', 'theft order'],
])
const NEEDS_A_PAYMENT: ReadonlySet<Action> = new Set([
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
export interface ActionDeed extends Numbered {
  readonly what: Action
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
  readonly actions: readonly ActionDeed[]
  readonly passing: PassingDeed | undefined
}

/** A plan begins the same for the same seed, whatever its number of steps. */
export function planOf(seed: number, steps: number): readonly PlannedStep[] {
  const dice = diceOf(seed, STREAMS.plan)
  const hasPeople = livesPeople(seed)
  const makers: ActionDeed[] = []
  const orders: ActionDeed[] = []
  let next = 0
  const action = (what: Action): ActionDeed => {
    const isAbout = NEEDS_A_PAYMENT.has(what) || REFUNDS.has(what) || NEEDS_A_REFUND.has(what)
    const on = isAbout ? targetOf(what, makers, dice) : orderFor(what, orders, dice)
    const deed = { index: next++, what, on }
    if (MAKES_A_PAYMENT.has(what) || REFUNDS.has(what)) makers.push(deed)
    if (what === 'shop order' || what === 'theft order') orders.push(deed)
    return deed
  }
  const officeDice = diceOf(seed, STREAMS.office)
  let nextOfOffice = OFFICE_DEEDS
  const office = (what: OfficeAction | 'nothing'): readonly ActionDeed[] =>
    what === 'nothing' || hasPeople ? [] : [{ index: nextOfOffice++, what, on: undefined }]
  const excessDice = livesExcess(seed) && !hasPeople ? diceOf(seed, STREAMS.excessDeeds) : undefined
  let nextOfExcess = EXCESS_DEEDS
  const excess = (): readonly ActionDeed[] => {
    const what = excessDice?.weighted(EXCESS_ACTIONS) ?? 'nothing'
    return what === 'nothing' ? [] : [{ index: nextOfExcess++, what, on: undefined }]
  }
  const nativeDice = livesNative(seed) && !hasPeople ? diceOf(seed, STREAMS.nativeDeeds) : undefined
  let nextNative = NATIVE_DEEDS
  const native = (): readonly ActionDeed[] => {
    const what = nativeDice?.weighted(NATIVE_ACTIONS) ?? 'nothing'
    return what === 'nothing' ? [] : [{ index: nextNative++, what, on: undefined }]
  }
  const peopleDice = diceOf(seed, STREAMS.peopleDeeds)
  let nextOfPeople = PEOPLE_DEEDS
  const people = (): readonly ActionDeed[] =>
    Array.from({ length: hasPeople ? PEOPLE_DEEDS_A_STEP : 0 }, () => ({
      index: nextOfPeople++,
      what: peopleDice.weighted(PEOPLE_ACTIONS),
      on: undefined,
    }))
  const begin = Array.from({ length: FIRST_TOP_UPS }, () => action('top-up'))
  const terms = Array.from({ length: FIRST_TERMS }, () => office('terms')).flat()
  const first: PlannedStep = {
    number: 0,
    mishap: undefined,
    actions: [...begin, ...terms],
    passing: undefined,
  }
  const later = Array.from({ length: steps }, (_, at): PlannedStep => {
    const mishap = dice.weighted(MISHAPS)
    const mishapDeed = mishap === 'nothing' ? undefined : { index: next++, what: mishap }
    const isQuiet = hasPeople && at % ELSE_EVERY_STEPS !== 0
    const others = Array.from({ length: isQuiet ? 0 : dice.weighted(TOGETHER) }, () =>
      action(actionOf(dice, makers, orders)),
    )
    const ofOffice = office(officeDice.weighted(OFFICE_ACTIONS))
    const actions = [...others, ...ofOffice, ...excess(), ...native(), ...people()]
    const passing = dice.weighted(PASSING)
    const passingDeed = passing === 'nothing' ? undefined : { index: next++, what: passing }
    return { number: at + 1, mishap: mishapDeed, actions, passing: passingDeed }
  })
  return [first, ...later]
}

function actionOf(dice: Dice, makers: readonly ActionDeed[], orders: readonly ActionDeed[]): Action {
  const what = dice.weighted(ACTIONS)
  const maker = NEEDS_AN_ORDER.get(what)
  if (maker) return orders.some((order) => order.what === maker) ? what : maker
  const isThere = (needed: ReadonlySet<Action>) => makers.some((made) => needed.has(made.what))
  if (NEEDS_A_REFUND.has(what) && !isThere(REFUNDS)) return isThere(PAYINS) ? 'refund' : 'payin'
  if (REFUNDS.has(what) && !isThere(PAYINS)) return 'payin'
  return NEEDS_A_PAYMENT.has(what) && makers.length === 0 ? 'payin' : what
}

/** Mostly recent ones, because more can still happen to them. */
function targetOf(what: Action, makers: readonly ActionDeed[], dice: Dice): number | undefined {
  const byReference = makers.filter((maker) => maker.what === 'payin by reference')
  const preferred = what === 'reference' ? byReference : makers.filter(isFitFor(what))
  const among = preferred.length > 0 ? preferred : makers
  // Refunds need a paid payin, which takes time.
  const isYoung = !REFUNDS.has(what) && dice.happens(0.7)
  return among.length === 0 ? undefined : dice.one(isYoung ? among.slice(-6) : among).index
}

const isFitFor =
  (what: Action) =>
  (maker: ActionDeed): boolean =>
    REFUNDS.has(what) ? PAYINS.has(maker.what) : !NEEDS_A_REFUND.has(what) || REFUNDS.has(maker.what)

/** Mostly the latest, so that the same order is paid and claimed. */
function orderFor(what: Action, orders: readonly ActionDeed[], dice: Dice): number | undefined {
  const among = orders.filter((order) => order.what === NEEDS_AN_ORDER.get(what))
  return among.length === 0 ? undefined : dice.one(among.slice(-3)).index
}

/** The same plan with only these deeds; steps without any are skipped. */
export function onlyDeeds(
  plan: readonly PlannedStep[],
  kept: (index: number) => boolean,
): readonly PlannedStep[] {
  const stays = (deed: Numbered | undefined) => deed !== undefined && kept(deed.index)
  return plan
    .map(({ number, mishap, actions, passing }) => ({
      number,
      mishap: stays(mishap) ? mishap : undefined,
      actions: actions.filter(stays),
      passing: stays(passing) ? passing : undefined,
    }))
    .filter(({ mishap, actions, passing }) => mishap || passing || actions.length > 0)
}

/** The numbers of all deeds, in order. */
export const deedsOf = (plan: readonly PlannedStep[]): readonly number[] =>
  plan.flatMap(({ mishap, actions, passing }) =>
    [mishap, ...actions, passing].flatMap((deed) => (deed ? [deed.index] : [])),
  )
