/** The rights that each merchants' route requires of the merchant's people, as its endpoint declares them. */
import type { PersonRule } from '@sluice/gateway/merchants/person-rules.ts'
import { MERCHANT_ENDPOINTS } from '@sluice/gateway/server/merchants-api.ts'

export const PERSON_RULES: Readonly<Record<string, PersonRule>> = Object.fromEntries(
  MERCHANT_ENDPOINTS.flatMap(({ facts: { route, person } }) => (person ? [[route, person] as const] : [])),
)
