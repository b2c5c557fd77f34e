/**
 * The merchant whose account is seen: the address names it, and each request says it. Test and live are two merchants, so nothing of one can
 * be mistaken for the other's.
 */
import { signal } from '@preact/signals'
import { sendAlways } from '@sluice/ui-kit/http.ts'
import { forgetAll } from '@sluice/ui-kit/query.ts'
import { zone } from '@sluice/ui-kit/time.tsx'
import { beginIn } from '@sluice/ui-kit/zone-kept.ts'
import type { Belonging, Capability } from './sign-in.ts'

export const here = signal<Belonging | undefined>(undefined)

/** From here on all that is asked is about this one. What was known of another is forgotten. */
export function turnTo(merchant: Belonging): void {
  if (here.peek()?.merchantCode !== merchant.merchantCode) forgetAll()
  beginIn(zone, merchant.zone)
  sendAlways({ 'x-api-version': '2', 'x-merchant-code': merchant.merchantCode })
  here.value = merchant
}

/** What the signed-in person may do, so that nothing is offered that would be refused. The gateway checks every request itself. */
export const may = (capability: Capability): boolean => here.value?.capabilities.includes(capability) === true

export const merchantName = (): string => here.value?.name ?? ''
