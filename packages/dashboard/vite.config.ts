/** Builds the dashboard. Run by `npm install` (`prepare`); the server only serves what it finds. */
import { application } from '@sluice/ui-kit/build.ts'
import { madeForDashboard } from './made/modules.ts'

export default application('dashboard', [madeForDashboard])
