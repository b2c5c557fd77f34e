/** The console's entry. */
import { render } from 'preact'
import { watchForTouches } from '../../kit/awake.ts'
import { zone } from '../../kit/time.tsx'
import { App } from './app.tsx'
import { lookWhoIsHere } from './sign-in/session.ts'
import { keepZone } from './zone-kept.ts'

keepZone(zone)
watchForTouches()
const root = document.getElementById('app')
if (root) render(<App />, root)
void lookWhoIsHere()
