/** The checkout's entry point: opens the session, removes the token from the address and shows the page. */
import { render } from 'preact'
import { Checkout } from './checkout.ts'
import { Speaking, storageOr } from './i18n.tsx'
import { App } from './parts/app.tsx'
import { memory, openSession } from './session.ts'

const store = storageOr(() => sessionStorage) ?? memory()
const checkout = new Checkout(openSession(location, store), store)
// The token is stored; in the address it would be copied, bookmarked and kept in the history.
if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search)
// Pasting another link of the same payment into this tab changes only the fragment.
addEventListener('hashchange', () => location.reload())
addEventListener('online', () => checkout.lookNow())
addEventListener('pageshow', ({ persisted }) => persisted && checkout.lookNow())
document.addEventListener('visibilitychange', () => document.hidden || checkout.lookNow())

const root = document.getElementById('app')
if (root) {
  render(
    <Speaking>
      <App checkout={checkout} />
    </Speaking>,
    root,
  )
}
void checkout.start()
