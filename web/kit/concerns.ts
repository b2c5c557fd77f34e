/** Which of the questions on a screen a change is about: by their addresses. Pure. */

/** These show something of whatever moves money. Not so reports: they are counted some seconds behind, and asked again by the clock. */
const OF_ALL_PAYMENTS: readonly string[] = ['balances', 'callbacks']
const PAYMENTS: readonly string[] = ['payments', 'payins', 'payouts', 'refunds', 'settlements']
/** Each change of these is told, wherever it comes from: they need not be asked again and again. */
const TOLD: readonly string[] = [...PAYMENTS, 'cases', 'approvals']

function partsOf(address: string): readonly string[] {
  const [path = ''] = address.split('?')
  return path.split('/').filter((part) => part !== '' && part !== 'admin')
}

/** @param id left out: several */
export function concerns(address: string, resource: string, id: string | undefined): boolean {
  const [requested = '', ...rest] = partsOf(address)
  if (PAYMENTS.includes(resource) && OF_ALL_PAYMENTS.includes(requested)) return true
  if (requested !== resource) return false
  return id === undefined || rest.length === 0 || rest.includes(encodeURIComponent(id))
}

export const isReported = (address: string): boolean => TOLD.includes(partsOf(address)[0] ?? '')
