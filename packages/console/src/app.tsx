/** The console's root: shows the sign-in or a screen, depending on the session and the address. */
import { loadedLater } from '@sluice/ui-kit/later.tsx'
import { Page } from '@sluice/ui-kit/page.tsx'
import { Entrance, Nowhere } from '@sluice/ui-kit/sign-in/entrance.tsx'
import { OwnSignIn } from '@sluice/ui-kit/sign-in/own.tsx'
import { SignInPage } from '@sluice/ui-kit/sign-in/page.tsx'
import { reportShown } from '@sluice/ui-kit/sign-in/shown.ts'
import { Notice } from '@sluice/ui-kit/small.tsx'
import { useEffect } from 'preact/hooks'
import { LocationProvider, Route, Router, useLocation } from 'preact-iso'
import { NewAccount } from './pages/account-new.tsx'
import { Account, Accounts } from './pages/accounts.tsx'
import { Alerts, Audit, Health } from './pages/administration.tsx'
import { Approval } from './pages/approval.tsx'
import { Approvals } from './pages/approvals.tsx'
import { BankFile } from './pages/bank-file.tsx'
import { BankFiles } from './pages/bank-files.tsx'
import { Callbacks } from './pages/callbacks.tsx'
import { Case } from './pages/case.tsx'
import { Cases } from './pages/cases.tsx'
import { CreditNote, Invoice } from './pages/invoice.tsx'
import { NewInvoice } from './pages/invoice-new.tsx'
import { CreditNotes, Invoices } from './pages/invoices.tsx'
import { NewMerchant } from './pages/merchant-new.tsx'
import { Merchant, Merchants } from './pages/merchants.tsx'
import { Payment } from './pages/payment.tsx'
import { Payments } from './pages/payments.tsx'
import { People } from './pages/people.tsx'
import { Privacy } from './pages/privacy.tsx'
import { Processors } from './pages/processors.tsx'
import { Reconcile, ReconcileDay } from './pages/reconcile.tsx'
import { Reports } from './pages/reports.tsx'
import { Search } from './pages/search.tsx'
import { NewSettlement } from './pages/settlement-new.tsx'
import { SettlementRun } from './pages/settlement-run.tsx'
import { Settlements } from './pages/settlements.tsx'
import { Billing, Calendars, Rates, Setup } from './pages/setup.tsx'
import { PrivacyTerms } from './pages/setup-privacy.tsx'
import { Connectors, DebtorAccounts, Networks } from './pages/setup-routes.tsx'
import { AlertRules, Policy } from './pages/setup-rules.tsx'
import { Statement, Statements } from './pages/statements.tsx'
import { Today } from './pages/today.tsx'
import { placeOf, ROOT } from './places.ts'
import { ConsoleShell } from './shell.tsx'
import { signIn, whyNotVouched, willBe } from './sign-in.ts'

const Providers = loadedLater('Providers', async () => (await import('./pages/providers.tsx')).Providers)

export const App = () => (
  <Entrance
    at={signIn}
    out={
      <SignInPage at={signIn} beforeTheFirst={<BeforeTheFirst />} willBe={willBe} whyNot={whyNotVouched} />
    }
  >
    {(session) => (
      <LocationProvider scope={ROOT}>
        <ConsoleShell session={session}>
          <Screens />
        </ConsoleShell>
      </LocationProvider>
    )}
  </Entrance>
)

function Screens() {
  return (
    <Router>
      <Route path={`${ROOT}/`} component={Today} />
      <Route path={ROOT} component={Today} />
      <Route path={`${ROOT}/sign-in`} component={Today} />
      <Route path={`${ROOT}/payments`} component={Payments} />
      <Route path={`${ROOT}/payments/:merchantCode/:kind/:id`} component={Payment} />
      <Route path={`${ROOT}/cases`} component={Cases} />
      <Route path={`${ROOT}/cases/:id`} component={Case} />
      <Route path={`${ROOT}/approvals`} component={Approvals} />
      <Route path={`${ROOT}/approvals/:id`} component={Approval} />
      <Route path={`${ROOT}/bank-files`} component={BankFiles} />
      <Route path={`${ROOT}/bank-files/:id`} component={BankFile} />
      <Route path={`${ROOT}/accounts`} component={Accounts} />
      <Route path={placeOf.newAccount} component={NewAccount} />
      <Route path={`${ROOT}/accounts/:id`} component={Account} />
      <Route path={`${ROOT}/alerts`} component={Alerts} />
      <Route path={`${ROOT}/audit`} component={Audit} />
      <Route path={`${ROOT}/callbacks`} component={Callbacks} />
      <Route path={`${ROOT}/health`} component={Health} />
      <Route path={`${ROOT}/merchants`} component={Merchants} />
      <Route path={placeOf.newMerchant} component={NewMerchant} />
      <Route path={`${ROOT}/merchants/:merchantCode`} component={Merchant} />
      <Route path={`${ROOT}/people`} component={People} />
      <Route path={`${ROOT}/privacy`} component={Privacy} />
      <Route path={placeOf.privacyTerms} component={PrivacyTerms} />
      <Route path={`${ROOT}/settings`} component={YourSignIn} />
      <Route path={placeOf.setup} component={Setup} />
      <Route path={placeOf.debtorAccounts} component={DebtorAccounts} />
      <Route path={placeOf.connectors} component={Connectors} />
      <Route path={placeOf.networks} component={Networks} />
      <Route path={placeOf.rates} component={Rates} />
      <Route path={placeOf.calendars} component={Calendars} />
      <Route path={placeOf.policy} component={Policy} />
      <Route path={placeOf.alertRules} component={AlertRules} />
      <Route path={placeOf.billing} component={Billing} />
      <Route path={`${ROOT}/shown`} component={Shown} />
      <Route path={`${ROOT}/processors`} component={Processors} />
      <Route path={placeOf.providers} component={Providers} />
      <Route path={`${ROOT}/reconcile`} component={Reconcile} />
      <Route path={`${ROOT}/reconcile/:account/:day`} component={ReconcileDay} />
      <Route path={`${ROOT}/reports`} component={Reports} />
      <Route path={`${ROOT}/search`} component={Search} />
      <Route path={`${ROOT}/settlements`} component={Settlements} />
      <Route path={placeOf.newSettlement} component={NewSettlement} />
      <Route path={`${ROOT}/settlements/:id`} component={SettlementRun} />
      <Route path={placeOf.invoices} component={Invoices} />
      <Route path={placeOf.newInvoice} component={NewInvoice} />
      <Route path={`${ROOT}/invoices/:merchantCode/:idInvoice`} component={Invoice} />
      <Route path={placeOf.creditNotes} component={CreditNotes} />
      <Route path={`${ROOT}/credit-notes/:merchantCode/:idCreditNote`} component={CreditNote} />
      <Route path={`${ROOT}/statements`} component={Statements} />
      <Route path={`${ROOT}/statements/:merchantCode/:idStatement`} component={Statement} />
      <Route default component={Nowhere} />
    </Router>
  )
}

/** A separate window, opened by the redirect from the identity provider. */
function Shown() {
  const { query } = useLocation()
  const why = query.refused === undefined ? undefined : whyNotVouched(query.refused)
  useEffect(() => reportShown(why), [why])
  return (
    <Page title={why === undefined ? 'You are verified' : 'You are not verified yet'}>
      {why !== undefined && <Notice tone="bad">{why}</Notice>}
      <p>
        {why === undefined
          ? 'Close this window. Your action continues in the previous window.'
          : 'Close this window and return to the previous one. Your action is still waiting there.'}
      </p>
    </Page>
  )
}

const YourSignIn = () => <OwnSignIn at={signIn} />

function BeforeTheFirst() {
  return (
    <>
      <p>No operator has an account yet.</p>
      <p>
        Open the link that the gateway printed at startup. It creates the first account and works once. If it
        has expired, <code>npx sluice people invite</code> prints a new one.
      </p>
    </>
  )
}
