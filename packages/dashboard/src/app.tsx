/** The dashboard's root: shows the sign-in or a screen, depending on the session; the address names the account and the screen. */
import { Entrance, Nowhere } from '@sluice/ui-kit/sign-in/entrance.tsx'
import { JoinFurther, linkInAddress } from '@sluice/ui-kit/sign-in/further.tsx'
import { OwnSignIn } from '@sluice/ui-kit/sign-in/own.tsx'
import { SignInPage } from '@sluice/ui-kit/sign-in/page.tsx'
import { SignInGate } from '@sluice/ui-kit/sign-in/sign-in-gate.tsx'
import { TextButton } from '@sluice/ui-kit/small.tsx'
import { Empty, Failed } from '@sluice/ui-kit/states.tsx'
import { say } from '@sluice/ui-kit/texts.ts'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { LocationProvider, Route, Router, useLocation } from 'preact-iso'
import { t } from './language.ts'
import { turnTo } from './merchant.ts'
import { Balances, CreditNotes, Invoices, Settlements } from './pages/books.tsx'
import { Callbacks } from './pages/callbacks.tsx'
import { Home } from './pages/home.tsx'
import { Keys } from './pages/keys.tsx'
import { PaymentLink } from './pages/link.tsx'
import { PaymentLinks } from './pages/links.tsx'
import { Payin, Payout, Refund } from './pages/payment.tsx'
import { Payins, Payouts, Refunds } from './pages/payments.tsx'
import { PayoutsByFile } from './pages/payouts-by-file.tsx'
import { Reports } from './pages/reports.tsx'
import { Requests } from './pages/requests.tsx'
import { Settings } from './pages/settings.tsx'
import { Statement, Statements } from './pages/statements.tsx'
import { Team } from './pages/team.tsx'
import { homeOf, ROOT } from './places.ts'
import { DashboardShell, LanguagePicker } from './shell.tsx'
import { type Session, signIn, willBe } from './sign-in.ts'

export const App = () => (
  <Entrance
    at={signIn}
    out={
      <>
        <SignInPage
          at={signIn}
          beforeTheFirst={<Empty title={t('nobodyHere')}>{t('nobodyHereText')}</Empty>}
          willBe={willBe}
        />
        <footer class="door-language">
          <LanguagePicker />
        </footer>
      </>
    }
  >
    {(session) => (
      <LocationProvider scope={ROOT}>
        <Inside session={session} />
      </LocationProvider>
    )}
  </Entrance>
)

const PLACE = new RegExp(`^${ROOT}/at/([^/]+)(?:/|$)`)
/** The account that was open last, used when an address names none. */
const KEPT_AS = 'sluice.merchant'

function lastSeen(): string | null {
  try {
    return localStorage.getItem(KEPT_AS)
  } catch {
    return null
  }
}

function keepSeen(merchantCode: string): void {
  try {
    localStorage.setItem(KEPT_AS, merchantCode)
  } catch {
    // Without storage, the first account opens.
  }
}

/** Somebody who is already signed in may open an invitation to one more account. */
function Inside({ session }: { readonly session: Session }) {
  const { path } = useLocation()
  const secret = linkInAddress()
  if (secret !== undefined) return <JoinFurther at={signIn} secret={secret} willBe={willBe} />
  const named = PLACE.exec(path)?.[1]
  const { merchants } = session
  if (named === undefined) return <ToAnAccount session={session} />
  const merchant = merchants.find(({ merchantCode }) => merchantCode === decodeURIComponent(named))
  if (!merchant) {
    return (
      <SignInGate title={say('absent')}>
        <Failed refusal={{ kind: 'absent', text: '' }} />
        {merchants[0] && <a href={homeOf(merchants[0].merchantCode)}>{merchants[0].name}</a>}
      </SignInGate>
    )
  }
  // Set the merchant before any screen sends a request.
  turnTo(merchant)
  return (
    <DashboardShell session={session} merchant={merchant} key={merchant.merchantCode}>
      <Remembering merchantCode={merchant.merchantCode}>
        <Screens />
      </Remembering>
    </DashboardShell>
  )
}

function Remembering({
  merchantCode,
  children,
}: {
  readonly merchantCode: string
  readonly children: ComponentChildren
}) {
  useEffect(() => keepSeen(merchantCode), [merchantCode])
  return <>{children}</>
}

function ToAnAccount({ session: { merchants } }: { readonly session: Session }) {
  const { route } = useLocation()
  const last = merchants.find(({ merchantCode }) => merchantCode === lastSeen()) ?? merchants[0]
  useEffect(() => {
    if (last) route(homeOf(last.merchantCode), true)
  }, [last, route])
  if (last) return <p class="hidden">{say('loading')}</p>
  return (
    <SignInGate title={t('noMerchant')}>
      <p>{t('noMerchantText')}</p>
      <TextButton onClick={() => void signIn.signOut()}>{say('signOut')}</TextButton>
    </SignInGate>
  )
}

const AT = `${ROOT}/at/:merchant`

function Screens() {
  return (
    <Router>
      <Route path={AT} component={Home} />
      <Route path={`${AT}/payments`} component={Payins} />
      <Route path={`${AT}/payments/:id`} component={Payin} />
      <Route path={`${AT}/payouts`} component={Payouts} />
      <Route path={`${AT}/payouts/:id`} component={Payout} />
      <Route path={`${AT}/payouts-by-file`} component={PayoutsByFile} />
      <Route path={`${AT}/refunds`} component={Refunds} />
      <Route path={`${AT}/refunds/:id`} component={Refund} />
      <Route path={`${AT}/links`} component={PaymentLinks} />
      <Route path={`${AT}/links/:id`} component={PaymentLink} />
      <Route path={`${AT}/balances`} component={Balances} />
      <Route path={`${AT}/statements`} component={Statements} />
      <Route path={`${AT}/statements/:id`} component={Statement} />
      <Route path={`${AT}/reports`} component={Reports} />
      <Route path={`${AT}/settlements`} component={Settlements} />
      <Route path={`${AT}/invoices`} component={Invoices} />
      <Route path={`${AT}/credit-notes`} component={CreditNotes} />
      <Route path={`${AT}/keys`} component={Keys} />
      <Route path={`${AT}/callbacks`} component={Callbacks} />
      <Route path={`${AT}/requests`} component={Requests} />
      <Route path={`${AT}/team`} component={Team} />
      <Route path={`${AT}/settings`} component={Settings} />
      <Route path={`${AT}/you`} component={YourSignIn} />
      <Route default component={Nowhere} />
    </Router>
  )
}

const YourSignIn = () => <OwnSignIn at={signIn} />
