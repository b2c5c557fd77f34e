/**
 * The sandbox's bank and wallet: the target of a test payin's redirect, and the payer's phone for a QR code. For testers and developers, so
 * in English. It moves no money, and says so.
 */
import { render } from 'preact'
import { storageOr } from '../i18n.tsx'
import { isOpenHere } from '../session.ts'
import { Bank } from './bank.tsx'
import { placeOf } from './sandbox-api.ts'

const root = document.getElementById('app')
const place = placeOf(location)
const store = storageOr(() => sessionStorage)
if (root) {
  const cameFromCheckout = place && store ? isOpenHere(place.merchantCode, place.idPayin, store) : false
  render(
    place ? (
      <Bank place={place} cameFromCheckout={cameFromCheckout} />
    ) : (
      <main class="phone">
        <p class="note">
          This link is not complete: it ends in # and a key. Open it again from the test payment.
        </p>
      </main>
    ),
    root,
  )
}
