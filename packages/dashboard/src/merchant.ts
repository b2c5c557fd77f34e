/**
 * The merchant whose account is shown: the address names it, and every request carries it. Test and live accounts are two merchants, so
 * their data cannot be confused.
 */
import { signal } from '@preact/signals'
import { sendAlways } from '@sluice/ui-kit/http.ts'
import { forgetAll } from '@sluice/ui-kit/query.ts'
import { zone } from '@sluice/ui-kit/time.tsx'
import { beginIn } from '@sluice/ui-kit/zone-kept.ts'
import type { Belonging, Capability } from './sign-in.ts'

export const here = signal<Belonging | undefined>(undefined)

/** Switches to another merchant: all further requests are for it, and data of the previous one is dropped. */
export function turnTo(merchant: Belonging): void {
  if (here.peek()?.merchantCode !== merchant.merchantCode) forgetAll()
  beginIn(zone, merchant.zone)
  sendAlways({ 'x-api-version': '2', 'x-merchant-code': merchant.merchantCode })
  here.value = merchant
}

/** Whether the signed-in person may do this, to hide what would be refused. The gateway checks every request itself. */
export const may = (capability: Capability): boolean => here.value?.capabilities.includes(capability) === true

export const merchantName = (): string => here.value?.name ?? ''
