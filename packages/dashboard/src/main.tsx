/** The dashboard's entry. */
import { watchForTouches } from '@sluice/ui-kit/awake.ts'
import { zone } from '@sluice/ui-kit/time.tsx'
import { keepZone } from '@sluice/ui-kit/zone-kept.ts'
import { render } from 'preact'
import { App } from './app.tsx'
import { beginSpeaking } from './language.ts'
import { signIn } from './sign-in.ts'

keepZone(zone)
watchForTouches()
const root = document.getElementById('app')
await beginSpeaking()
if (root) render(<App />, root)
void signIn.lookWhoIsHere()
