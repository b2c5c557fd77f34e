/** What every module gets: the gateway with its processors, and the keys that it signs and encrypts with. */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { type Database, partOf } from '@sluice/database/port.ts'
import { ClaimLinks } from '../api/claim-links.ts'
import type { Gateway } from '../api/gateway.ts'
import { Approvals } from '../approvals/approvals.ts'
import { callbackPolicyIn, Trial } from '../callbacks/trial.ts'
import { SigningKeys } from '../identity/access/signing-keys.ts'
import { signToken } from '../identity/access/tokens.ts'
import type { Merchants } from '../merchants/directory.ts'
import { mayComplete } from '../payins/external-reference.ts'
import { PaymentLinks } from '../payment-links/links.ts'
import type { Journal } from '../payments/journal-port.ts'
import type { Lane } from '../payments/lanes.ts'
import { readDecliners } from '../payments/reading.ts'
import { Acceptances } from '../processing/acceptance.ts'
import type { ProcessorContext } from '../processing/context.ts'
import { StatusUpdates } from '../processing/status-updates.ts'
import { SandboxLinks } from '../processors/sandbox/links.ts'
import { forReports } from '../refunds/excess.ts'
import { passRefund, payinOf } from '../refunds/passing.ts'
import type { AppSettings } from './app-settings.ts'
import { liveChanges } from './live-changes.ts'
import { mailsOf } from './mails.ts'
import { masterKeysOf } from './master-keys.ts'
import { processorModules } from './processor-modules.ts'

export interface Core {
  readonly database: Database
  readonly deps: Deps
  readonly settings: AppSettings
  readonly journal: Journal
  /** One for each bucket, or the only one. */
  readonly lanes: readonly Lane[]
  readonly merchants: Merchants
  readonly keys: Keys
}

type Keys = Awaited<ReturnType<typeof openKeys>>
export type Built = Awaited<ReturnType<typeof buildGateway>>

export async function openKeys(database: Database, deps: Deps, settings: AppSettings) {
  const master = await masterKeysOf(database, deps, settings)
  const { masterKey } = settings
  const keysOf = (purpose: 'token' | 'callback') => new SigningKeys({ database, deps, masterKey, purpose })
  const signing = { token: keysOf('token'), callback: keysOf('callback') }
  await signing.token.load()
  await signing.callback.load()
  return { master, signing }
}

/** @param wakeDelivery called when something waits to be delivered */
export async function buildGateway(core: Core, wakeDelivery: () => void) {
  const { database, deps, settings, journal, merchants, keys } = core
  const { masterKey, baseUrl } = settings
  // Processors report status updates, which go to the journal.
  const statusUpdates = statusUpdatesOf(core, () => gateway)
  const links = new SandboxLinks(masterKey, baseUrl)
  const ofProcessors: ProcessorContext = {
    ...{ database, deps, merchants, journal, mayComplete, masterKey },
    acceptStatusUpdate: (statusUpdate) => statusUpdates.take(statusUpdate),
  }
  const { stablecoins, questions, callRecords, ...modules } = await processorModules(
    ofProcessors,
    settings,
    links,
  )
  const acceptances = acceptancesOf(core, modules.processors, () => gateway)
  const trial = await Trial.begin({ database, deps, noTrialFor: settings.noTrialFor })
  const live = liveChanges(deps, settings, journal)
  const { queues: mails, notifyOwners, mailLink } = mailsOf(database, deps, settings, masterKey)
  const paymentLinks = new PaymentLinks({ database, deps, masterKey, baseUrl })
  const gateway: Gateway = {
    ...{
      live,
      database,
      deps,
      journal,
      merchants,
      acceptances,
      statusUpdates,
      masterKey,
      paymentLinks,
      notifyOwners,
    },
    wakeDelivery,
    ...modules,
    approvals: new Approvals(database, deps, masterKey),
    maxWaitingClaims: settings.maxWaitingClaims ?? 500,
    sandboxUrlOf: (payment) => links.urlOf(payment),
    checkoutUrlOf: (merchantCode, idPayin) => `${baseUrl()}/pay/${merchantCode}/${idPayin}`,
    issueToken: (grant) => signToken(keys.signing.token.ring, grant),
    claimLinks: new ClaimLinks(masterKey, baseUrl),
    networks: stablecoins.networks,
    callbackPolicyOf: callbackPolicyIn(trial, settings.callbackAllow),
  }
  return {
    ...{ gateway, statusUpdates, live, trial, links, paymentLinks, ofProcessors, questions, callRecords },
    mails,
    mailLink,
  }
}

/** Those of each lane apply what is stored there; whoever reports a status update needs to know of no lanes. */
function statusUpdatesOf({ database, deps, lanes }: Core, gateway: () => Gateway) {
  const ofLanes = new Map(
    lanes.map((lane) => [
      lane.database,
      new StatusUpdates(lane.database, lane.journal, deps, mayComplete, ...forReports(gateway)),
    ]),
  )
  const take: StatusUpdates['take'] = (statusUpdate, noted) => {
    const ofLane = ofLanes.get(partOf(database, statusUpdate.merchantId))
    if (ofLane === undefined) throw new Error('a bucket without a lane')
    return ofLane.take(statusUpdate, noted)
  }
  return { take, ofLanes: [...ofLanes.values()] }
}

const acceptancesOf = (
  { database, deps, settings, journal, merchants }: Core,
  processors: Gateway['processors'],
  gateway: () => Gateway,
): Acceptances =>
  new Acceptances({
    ...{ deps, journal, merchants, processors },
    declinedBy: (payment) => readDecliners(database, payment),
    payinOf: (refund) => payinOf({ database }, refund),
    passRefund: passRefund(gateway, 'caller'),
    baseUrl: settings.baseUrl,
  })
