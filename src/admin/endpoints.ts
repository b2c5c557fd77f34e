/** Every endpoint of the admin API, in the order of the operators' page. */
import type { Endpoint } from './endpoint.ts'
import { NETWORK_ENDPOINTS } from './networks/endpoints.ts'

export const ENDPOINTS: readonly Endpoint[] = [...NETWORK_ENDPOINTS]
