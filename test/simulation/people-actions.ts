/** The actions of people, and which simulated worlds have people. */
import { diceOf, STREAMS } from './dice.ts'

const LIVED = 0.25
export const livesPeople = (seed: number): boolean => diceOf(seed, STREAMS.people).happens(LIVED)

/** Actions of honest people who sign in (`staff.ts`). */
const STAFF_ACTIONS = [
  [4, 'people hire'],
  [5, 'people arrive'],
  [9, 'people decide'],
  [4, 'people collect'],
  [4, 'people change'],
  [2, 'people end'],
  [2, 'people confirm'],
  [2, 'people recover'],
] as const
export type StaffAction = (typeof STAFF_ACTIONS)[number][1]
/** Actions of rogues (`rogues.ts`). */
const ROGUE_ACTIONS = [
  [7, 'rogue asks'],
  [6, 'rogue uses'],
  [6, 'rogue decides'],
  [4, 'rogue collects'],
  [2, 'rogue confirms'],
  [2, 'rogue changes'],
  [3, 'rogue races'],
  [2, 'rogue looks'],
] as const
export type RogueAction = (typeof ROGUE_ACTIONS)[number][1]
export const PEOPLE_ACTIONS = [...STAFF_ACTIONS, ...ROGUE_ACTIONS] as const
export type PeopleAction = StaffAction | RogueAction
export const isOfPeople = (what: string): what is PeopleAction =>
  PEOPLE_ACTIONS.some(([, action]) => action === what)
export const isOfRogues = (what: PeopleAction): what is RogueAction =>
  ROGUE_ACTIONS.some(([, action]) => action === what)
