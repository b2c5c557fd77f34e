/** The right that each place of the console needs: the one that the endpoint of its page declares. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS } from '@sluice/gateway/admin/endpoints.ts'
import { type Capability, capabilityFor } from '@sluice/gateway/identity/operators/rights.ts'

const NAVIGATION = join(import.meta.dirname, '../src/nav.ts')

/** The operations that the navigation names. */
export const requested = (): readonly string[] => [
  ...new Set(
    [...readFileSync(NAVIGATION, 'utf8').matchAll(/\basks: '([^']+)'/g)].map(([, name = '']) => name),
  ),
]

function needOf(name: string): Capability {
  const endpoint = ENDPOINTS.find(({ facts }) => facts.name === name)
  if (!endpoint) throw new Error(`there is no operation ${name}`)
  return capabilityFor(name.split(' ')[1] ?? '', endpoint.facts.role)
}

export const needs = (): Readonly<Record<string, Capability>> =>
  Object.fromEntries(requested().map((name) => [name, needOf(name)]))
