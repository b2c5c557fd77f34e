/** The claim's entry: takes the secret out of the address, and shows the page. */
import { render } from 'preact'
import { Speaking, storageOr } from '../i18n.tsx'
import { memory } from '../session.ts'
import { claimPlace } from './claim-api.ts'
import { ClaimPage } from './claim-page.tsx'

const place = claimPlace(location, storageOr(() => sessionStorage) ?? memory())
// What is kept in the tab need not stand in the address, where it would be copied, bookmarked and kept in the history.
if (location.hash !== '') history.replaceState(null, '', location.pathname)
// Another link of the same refund, pasted into this tab, changes the fragment only.
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
