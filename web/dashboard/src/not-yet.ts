/**
 * Screens that are made, and that nothing leads to: the gateway has no endpoints for them yet. Whoever serves them takes their name out
 * here, and their operations out of `planned.ts`.
 */
const NOT_YET = ['requests'] as const

export const isServed = (place: (typeof NOT_YET)[number]): boolean => !NOT_YET.includes(place)
