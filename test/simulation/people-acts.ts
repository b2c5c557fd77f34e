/** What people do in the simulated worlds that have any, and which worlds those are. */
import { diceOf, STREAMS } from './dice.ts'

const LIVED = 0.25
export const livesPeople = (seed: number): boolean => diceOf(seed, STREAMS.people).happens(LIVED)

/** What honest people do who sign in, where there are any (`staff.ts`). */
const STAFF_ACTS = [
  [4, 'people hire'],
  [5, 'people arrive'],
  [9, 'people decide'],
  [4, 'people collect'],
  [4, 'people change'],
  [2, 'people end'],
  [2, 'people confirm'],
  [2, 'people recover'],
] as const
export type StaffAct = (typeof STAFF_ACTS)[number][1]
/** And what rogues do among them (`rogues.ts`). */
const ROGUE_ACTS = [
  [7, 'rogue asks'],
  [6, 'rogue uses'],
  [6, 'rogue decides'],
  [4, 'rogue collects'],
  [2, 'rogue confirms'],
  [2, 'rogue changes'],
  [3, 'rogue races'],
  [2, 'rogue looks'],
] as const
export type RogueAct = (typeof ROGUE_ACTS)[number][1]
export const PEOPLE_ACTS = [...STAFF_ACTS, ...ROGUE_ACTS] as const
export type PeopleAct = StaffAct | RogueAct
export const isOfPeople = (what: string): what is PeopleAct => PEOPLE_ACTS.some(([, act]) => act === what)
export const isOfRogues = (what: PeopleAct): what is RogueAct => ROGUE_ACTS.some(([, act]) => act === what)
