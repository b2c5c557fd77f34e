/** The dashboard's entry. */
import { render } from 'preact'
import { watchForTouches } from '../../kit/awake.ts'
import { zone } from '../../kit/time.tsx'
import { keepZone } from '../../kit/zone-kept.ts'
import { App } from './app.tsx'
import { beginSpeaking } from './language.ts'
import { signIn } from './sign-in.ts'

keepZone(zone)
watchForTouches()
const root = document.getElementById('app')
await beginSpeaking()
if (root) render(<App />, root)
void signIn.lookWhoIsHere()
