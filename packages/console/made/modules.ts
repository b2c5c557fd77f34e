/** The console's modules that are made during the build: see `packages/ui-kit/src/made.ts`. */
import { madeModules } from '@sluice/ui-kit/made.ts'

export const madeForConsole = madeModules(import.meta.url, ['bodies', 'commands', 'needs'])
