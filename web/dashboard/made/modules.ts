/** The dashboard's modules that are made while it is built: see `web/kit/made.ts`. */
import { madeModules } from '../../kit/made.ts'

export const madeForDashboard = madeModules(import.meta.url, ['payout-forms'])
