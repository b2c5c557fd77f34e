/**
 * By which of Xendit's channels a payment goes. Pure.
 *
 * Payins: the channels that its documents list. Payouts: its own list (`/payouts_channels`) says which channels there are. A bank is
 * served by a channel of the table below only where Xendit calls that channel by a name that fits. Codes mislead: `TH_KKB` is Kasikornbank
 * and `TH_KNB` Kiatnakin, and money for one would go to the other. What the table lacks, an operator sets.
 *
 * Sources, read in November 2026: docs.xendit.co (FPX Online Banking, DuitNow Pay, OVO, available payment methods; bank-codes for ID); for
 * PH the list in a public .NET client; for TH those of three public programs, which agree. MY and VN were found nowhere in full.
 */

import type { OfferedCurrency } from '../../../catalogue/currencies.ts'
import { OPERATOR_LISTS } from '../../../catalogue/operators.ts'
import { listed } from '../status-codes.ts'

export const COUNTRIES = ['ID', 'MY', 'PH', 'TH', 'VN'] as const
export type Country = (typeof COUNTRIES)[number]

/** One currency, one business with Xendit, one API key. */
export const CURRENCY_OF: Readonly<Record<Country, OfferedCurrency>> = {
  ID: 'IDR',
  MY: 'MYR',
  PH: 'PHP',
  TH: 'THB',
  VN: 'VND',
}
export const isCountry = (text: string): text is Country => COUNTRIES.some((country) => country === text)

/**
 * `link`: the payer is sent to a page that nobody finds who was not sent there. `push`: a prompt on the payer's phone, which a second
 * request would bring a second time.
 */
export interface PayinChannel {
  readonly code: string
  readonly flow: 'link' | 'push'
}

const link = (code: string): PayinChannel => ({ code, flow: 'link' })

const FPX: Readonly<Record<string, PayinChannel>> = Object.fromEntries(
  Object.entries({
    ABB0233: 'AFFIN',
    ABMB0212: 'ALLIANCE',
    AGRO01: 'AGRO',
    AMBB0209: 'AMBANK',
    BCBB0235: 'CIMB',
    BIMB0340: 'ISLAM',
    BKRM0602: 'RAKYAT',
    BMMB0341: 'MUAMALAT',
    BOCM01: 'BOC',
    BSN0601: 'BSN',
    HLB0224: 'HLB',
    HSBC0223: 'HSBC',
    KFH0346: 'KFH',
    MB2U0227: 'MAYB2U',
    MBB0228: 'MAYB2E',
    OCBC0229: 'OCBC',
    PBB0233: 'PUBLIC',
    RHB0218: 'RHB',
    SCB0216: 'SCH',
    UOB0226: 'UOB',
  }).map(([operator, bank]) => [operator, link(`${bank}_FPX`)]),
)

export interface PayinMethodThere {
  readonly method: string
  readonly byOperator: Readonly<Record<string, PayinChannel>>
  /** Where the payer has chosen none; left out: one must be chosen. */
  readonly otherwise?: PayinChannel
}

const PAYINS: Readonly<Record<Country, readonly PayinMethodThere[]>> = {
  ID: [
    {
      method: 'EWALLET',
      byOperator: {
        DANA: link('DANA'),
        LINKAJA: link('LINKAJA'),
        OVO: { code: 'OVO', flow: 'push' },
        SHOPEEPAY: link('SHOPEEPAY'),
      },
    },
  ],
  MY: [
    { method: 'FPX', byOperator: FPX },
    // DuitNow Pay has a page of its own on which the payer chooses the bank.
    { method: 'ONLINE', byOperator: FPX, otherwise: link('DUITNOW_PAY') },
  ],
  PH: [],
  TH: [],
  VN: [{ method: 'MOMOPAY', byOperator: { MOMO: link('MOMO') }, otherwise: link('MOMO') }],
}

export const payinsOf = (country: Country): readonly PayinMethodThere[] => PAYINS[country]

/** @returns undefined where it has none for that method, or none without an operator */
export function payinChannel(
  country: Country,
  method: string,
  operator: string | undefined,
): PayinChannel | undefined {
  const there = PAYINS[country].find((each) => each.method === method)
  if (operator === undefined) return there?.otherwise
  return there && listed(there.byOperator, operator)
}

export const PAYOUT_METHODS = ['BANK_TRANSFER', 'WALLET_TRANSFER'] as const
export type PaidOutBy = (typeof PAYOUT_METHODS)[number]
/** What Xendit calls the channels of a method. */
export const CATEGORY_OF: Readonly<Record<PaidOutBy, string>> = {
  BANK_TRANSFER: 'BANK',
  WALLET_TRANSFER: 'EWALLET',
}

interface PayoutChannel {
  readonly code: string
  /** Xendit's own name of it, small and without signs, has one of them in it. */
  readonly fits: readonly string[]
}

type Row = readonly [operator: string, code: string, ...fits: string[]]

const table = (rows: readonly Row[]): ReadonlyMap<string, PayoutChannel> =>
  new Map(rows.map(([operator, code, ...fits]) => [operator, { code, fits }]))

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Where no list of its codes was found: the operator's own code and name. One that Xendit names otherwise is not served. */
const byOwnName = (country: Country, operators: readonly { code: string; name: string }[]) =>
  table(operators.map(({ code, name }) => [code, `${country}_${code}`, plain(name)]))

const PAYOUTS: Readonly<Record<Country, Readonly<Record<PaidOutBy, ReadonlyMap<string, PayoutChannel>>>>> = {
  ID: {
    BANK_TRANSFER: table([
      ['BCA', 'ID_BCA', 'centralasia'],
      ['BJB', 'ID_BJB', 'bjb', 'jawabarat'],
      ['BNC', 'ID_BNC', 'neocommerce'],
      ['BNI', 'ID_BNI', 'negaraindonesia'],
      ['BRI', 'ID_BRI', 'rakyatindonesia'],
      ['BSI', 'ID_BSI', 'syariahindonesia'],
      ['CIMB', 'ID_CIMB', 'cimbniaga'],
      ['DANAMON', 'ID_DANAMON', 'danamon'],
      ['MANDIRI', 'ID_MANDIRI', 'bankmandiri'],
      ['MAYBANK', 'ID_MAYBANK', 'maybank'],
      ['PERMATA', 'ID_PERMATA', 'permata'],
      ['SAHABAT_SAMPOERNA', 'ID_SAHABAT_SAMPOERNA', 'sampoerna'],
    ]),
    WALLET_TRANSFER: table([
      ['DANA', 'ID_DANA', 'dana'],
      ['GOPAY', 'ID_GOPAY', 'gopay'],
      ['LINKAJA', 'ID_LINKAJA', 'linkaja'],
      ['OVO', 'ID_OVO', 'ovo'],
      ['SHOPEEPAY', 'ID_SHOPEEPAY', 'shopee'],
    ]),
  },
  MY: {
    BANK_TRANSFER: table([
      ['501664', 'MY_AFFIN', 'affin'],
      ['501854', 'MY_CIMB', 'cimb'],
      ['504324', 'MY_OCBC', 'ocbc'],
      ['519469', 'MY_UOB', 'uob', 'unitedoverseas'],
      ['564160', 'MY_RHB', 'rhb'],
      ['564162', 'MY_PBB', 'publicbank'],
      ['564169', 'MY_AMBANK', 'ambank'],
      ['588734', 'MY_MAYBANK', 'maybank', 'malayanbanking'],
      ['588830', 'MY_HLBB', 'hongleong'],
    ]),
    WALLET_TRANSFER: table([]),
  },
  PH: {
    BANK_TRANSFER: table([
      ['AUBKPHMMXXX', 'PH_AUB', 'asiaunited'],
      ['BNORPHMMXXX', 'PH_BDO', 'bdounibank', 'bancodeoro'],
      ['BOPIPHMMXXX', 'PH_BPI', 'bankofthephilippineislands'],
      ['CELRPHM1XXX', 'PH_CEBRUR', 'cebuana'],
      ['CHBKPHMMXXX', 'PH_CBC', 'chinabank'],
      ['DBPHPHMMXXX', 'PH_DBP', 'developmentbank'],
      ['EAWRPHM2XXX', 'PH_EWR', 'eastwestrural', 'komo'],
      ['EWBCPHMMXXX', 'PH_EWB', 'eastwest'],
      ['GXCHPHM2XXX', 'PH_GCASH', 'gcash'],
      ['MBTCPHMMXXX', 'PH_MET', 'metrobank', 'metropolitanbank'],
      ['PAPHPHM1XXX', 'PH_PAYMAYA', 'maya'],
      ['PHSBPHMMXXX', 'PH_PSB', 'philippinesavings', 'psbank'],
      ['PNBMPHMMXXX', 'PH_PNB', 'philippinenational'],
      ['RCBCPHMMXXX', 'PH_RCBC', 'rizalcommercial', 'rcbc'],
      ['SETCPHMMXXX', 'PH_SEC', 'securitybank'],
      ['SRCPPHM2XXX', 'PH_SPY', 'starpay'],
      ['TLBPPHMMXXX', 'PH_LBP', 'landbank'],
      ['UBPHPHMMXXX', 'PH_UBP', 'unionbank'],
    ]),
    WALLET_TRANSFER: table([
      ['GXCHPHM2XXX', 'PH_GCASH', 'gcash'],
      ['PAPHPHM1XXX', 'PH_PAYMAYA', 'maya'],
    ]),
  },
  TH: {
    BANK_TRANSFER: table([
      ['002', 'TH_BBL', 'bangkokbank'],
      ['004', 'TH_KKB', 'kasikorn'],
      ['006', 'TH_KTB', 'krungthai'],
      ['011', 'TH_TTB', 'thanachart', 'ttb'],
      ['014', 'TH_SCB', 'siamcommercial'],
      ['022', 'TH_CIMB', 'cimb'],
      ['024', 'TH_UOB', 'unitedoverseas', 'uob'],
      ['025', 'TH_BAY', 'ayudhya', 'krungsri'],
      ['030', 'TH_GSB', 'governmentsavings'],
      ['033', 'TH_GHB', 'governmenthousing'],
      ['034', 'TH_BAA', 'agriculture'],
      ['066', 'TH_IBT', 'islamic'],
      ['067', 'TH_TISCO', 'tisco'],
      ['069', 'TH_KNB', 'kiatnakin'],
      ['070', 'TH_ICBC', 'icbc', 'industrialandcommercialbankofchina'],
      ['071', 'TH_TTCR', 'thaicredit'],
      ['073', 'TH_LHB', 'landandhouses'],
    ]),
    WALLET_TRANSFER: table([]),
  },
  VN: {
    BANK_TRANSFER: byOwnName('VN', OPERATOR_LISTS.VN_NAPAS),
    WALLET_TRANSFER: byOwnName('VN', OPERATOR_LISTS.VN_WALLETS),
  },
}

/** Channels that an operator has set, by our operators' codes. */
export type SetChannels = ReadonlyMap<string, string>

/** @param text `588734=MY_MAYBANK,504374=MY_ALLIANCE` @returns undefined where it is nothing of the kind */
export function readSetChannels(text: string): SetChannels | undefined {
  const set = new Map<string, string>()
  for (const pair of text.split(',')) {
    const [, operator, channel] = /^\s*([A-Za-z0-9_]{1,32})=([A-Z]{2}_[A-Z0-9_]{1,40})\s*$/.exec(pair) ?? []
    if (operator === undefined || channel === undefined || set.has(operator)) return undefined
    set.set(operator, channel)
  }
  return set
}

export interface PayoutPlace {
  readonly country: Country
  readonly set: SetChannels
}

export const isPayoutMethod = (method: string): method is PaidOutBy =>
  PAYOUT_METHODS.some((each) => each === method)

/** @returns undefined where no channel is known for it */
export function payoutChannel(
  { country, set }: PayoutPlace,
  method: string,
  operator: string | undefined,
): string | undefined {
  if (operator === undefined || !isPayoutMethod(method)) return undefined
  return set.get(operator) ?? PAYOUTS[country][method].get(operator)?.code
}

export const operatorsInTable = (country: Country, method: PaidOutBy): string[] => [
  ...PAYOUTS[country][method].keys(),
]

/** Those of our operators that such a channel is for. @param name as Xendit calls it */
export function operatorsOf(
  { country, set }: PayoutPlace,
  method: PaidOutBy,
  { code, name }: { readonly code: string; readonly name: string },
): readonly string[] {
  const called = plain(name)
  const bySetting = [...set].flatMap(([operator, channel]) => (channel === code ? [operator] : []))
  const byTable = [...PAYOUTS[country][method]].flatMap(([operator, channel]) =>
    !set.has(operator) && channel.code === code && channel.fits.some((part) => called.includes(part))
      ? [operator]
      : [],
  )
  return [...bySetting, ...byTable]
}
