/** Finds by their addresses which requests of a screen a change affects. Pure. */

/**
 * These depend on everything that moves money. Reports are not included: they lag some seconds behind and are refreshed
 * by timer.
 */
const OF_ALL_PAYMENTS: readonly string[] = ['balances', 'callbacks']
const PAYMENTS: readonly string[] = ['payments', 'payins', 'payouts', 'refunds', 'settlements']
/** All changes of these are announced, so they need no timer. */
const TOLD: readonly string[] = [...PAYMENTS, 'cases', 'approvals']

function partsOf(address: string): readonly string[] {
  const [path = ''] = address.split('?')
  return path.split('/').filter((part) => part !== '' && part !== 'admin')
}

/** @param id undefined: several */
export function concerns(address: string, resource: string, id: string | undefined): boolean {
  const [requested = '', ...rest] = partsOf(address)
  if (PAYMENTS.includes(resource) && OF_ALL_PAYMENTS.includes(requested)) return true
  if (requested !== resource) return false
  return id === undefined || rest.length === 0 || rest.includes(encodeURIComponent(id))
}

export const isReported = (address: string): boolean => TOLD.includes(partsOf(address)[0] ?? '')
