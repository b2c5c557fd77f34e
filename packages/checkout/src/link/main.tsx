/** The entry point of a payment link's page. */
import { render } from 'preact'
import { Speaking, storageOr } from '../i18n.tsx'
import { memory } from '../session.ts'
import { linkPath } from './link-api.ts'
import { LinkPage } from './link-page.tsx'

const root = document.getElementById('app')
if (root) {
  // Kept beyond this tab, so that opening the link again finds the payment that was begun.
  const store = storageOr(() => localStorage) ?? memory()
  render(
    <Speaking>
      <LinkPage path={linkPath(location)} store={store} />
    </Speaking>,
    root,
  )
}
