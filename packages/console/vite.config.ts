/** Builds the console. Run by `npm install` (`prepare`); the server only serves what it finds. */
import { application } from '@sluice/ui-kit/build.ts'
import { madeForConsole } from './made/modules.ts'

export default application('console', [madeForConsole])
