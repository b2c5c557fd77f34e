/** The console: who is here decides what is seen, and the address decides which screen. */
import { LocationProvider, Route, Router } from 'preact-iso'
import { Failed } from '../../kit/states.tsx'
import { Page } from './page.tsx'
import { Account, Accounts } from './pages/accounts.tsx'
import { Approval } from './pages/approval.tsx'
import { Approvals } from './pages/approvals.tsx'
import { BankFile } from './pages/bank-file.tsx'
import { BankFiles } from './pages/bank-files.tsx'
import { Callbacks } from './pages/callbacks.tsx'
import { Case } from './pages/case.tsx'
import { Cases } from './pages/cases.tsx'
import { Alerts, Audit, Health } from './pages/house.tsx'
import { Merchant, Merchants } from './pages/merchants.tsx'
import { OwnSignIn } from './pages/own-sign-in.tsx'
import { Payment } from './pages/payment.tsx'
import { Payments } from './pages/payments.tsx'
import { People } from './pages/people.tsx'
import { Processors } from './pages/processors.tsx'
import { Reconcile, ReconcileDay } from './pages/reconcile.tsx'
import { Search } from './pages/search.tsx'
import { SettlementRun, Settlements } from './pages/settlements.tsx'
import { Statement, Statements } from './pages/statements.tsx'
import { Today } from './pages/today.tsx'
import { ROOT } from './places.ts'
import { Shell } from './shell.tsx'
import { Door } from './sign-in/door.tsx'
import { SignInPage } from './sign-in/page.tsx'
import { lookWhoIsHere, presence } from './sign-in/session.ts'

export function App() {
  const here = presence.value
  switch (here.state) {
    case 'asking':
      return <p class="hidden">Loading…</p>
    case 'out':
      return <SignInPage />
    case 'unknown':
      return (
        <Door title="One moment">
          <Failed refusal={here.refusal} again={() => void lookWhoIsHere()} />
        </Door>
      )
    case 'in':
      return (
        <LocationProvider scope={ROOT}>
          <Shell session={here.session}>
            <Screens />
          </Shell>
        </LocationProvider>
      )
  }
}

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
      <Route path={`${ROOT}/accounts/:id`} component={Account} />
      <Route path={`${ROOT}/alerts`} component={Alerts} />
      <Route path={`${ROOT}/audit`} component={Audit} />
      <Route path={`${ROOT}/callbacks`} component={Callbacks} />
      <Route path={`${ROOT}/health`} component={Health} />
      <Route path={`${ROOT}/merchants`} component={Merchants} />
      <Route path={`${ROOT}/merchants/:merchantCode`} component={Merchant} />
      <Route path={`${ROOT}/people`} component={People} />
      <Route path={`${ROOT}/settings`} component={OwnSignIn} />
      <Route path={`${ROOT}/processors`} component={Processors} />
      <Route path={`${ROOT}/reconcile`} component={Reconcile} />
      <Route path={`${ROOT}/reconcile/:account/:day`} component={ReconcileDay} />
      <Route path={`${ROOT}/search`} component={Search} />
      <Route path={`${ROOT}/settlements`} component={Settlements} />
      <Route path={`${ROOT}/settlements/:id`} component={SettlementRun} />
      <Route path={`${ROOT}/statements`} component={Statements} />
      <Route path={`${ROOT}/statements/:merchantCode/:idStatement`} component={Statement} />
      <Route default component={Nowhere} />
    </Router>
  )
}

function Nowhere() {
  return (
    <Page title="Nothing is here">
      <Failed refusal={{ kind: 'absent' }} />
    </Page>
  )
}
