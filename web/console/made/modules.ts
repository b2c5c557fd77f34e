/** The console's modules that are made while it is built: see `web/kit/made.ts`. */
import { madeModules } from '../../kit/made.ts'

export const madeForConsole = madeModules(import.meta.url, ['bodies', 'commands', 'needs'])
