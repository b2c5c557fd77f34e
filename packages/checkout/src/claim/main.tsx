/** The entry point of the claim page: removes the secret from the address and shows the page. */
import { render } from 'preact'
import { Speaking, storageOr } from '../i18n.tsx'
import { memory } from '../session.ts'
import { claimPlace } from './claim-api.ts'
import { ClaimPage } from './claim-page.tsx'

const place = claimPlace(location, storageOr(() => sessionStorage) ?? memory())
// The secret is kept in the tab; in the address it would be copied, bookmarked and stored in the history.
if (location.hash !== '') history.replaceState(null, '', location.pathname)
// Pasting another link of the same refund into this tab changes only the fragment.
addEventListener('hashchange', () => location.reload())

const root = document.getElementById('app')
if (root) {
  render(
    <Speaking>
      <ClaimPage place={place} />
    </Speaking>,
    root,
  )
}
