/**
 * Xendit's channels for our methods. Pure.
 *
 * Payins: the documented channels. Payouts: Xendit lists its channels (`/payouts_channels`). A bank is served by a channel of the table
 * below only if Xendit's name for the channel fits, because codes mislead: `TH_KKB` is Kasikornbank and `TH_KNB` Kiatnakin, and money
 * would reach the wrong bank. Operators can add channels that the table lacks.
 *
 * Sources, read in November 2026: docs.xendit.co (FPX Online Banking, DuitNow Pay, OVO, available payment methods; bank-codes for ID);
 * for PH a public .NET client; for TH three public programs, which agree. No complete list was found for MY and VN.
 */
import type { OfferedCurrency } from '@sluice/core/catalogue/currencies.ts'
import { OPERATOR_LISTS } from '@sluice/core/catalogue/operators.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { listed, pairs, words } from '@sluice/provider-kit/status-codes.ts'

export const COUNTRIES = ['ID', 'MY', 'PH', 'TH', 'VN'] as const
export type Country = (typeof COUNTRIES)[number]

/** A business with Xendit has one country, one currency and one API key. */
export const CURRENCY_OF: Readonly<Record<Country, OfferedCurrency>> = {
  ID: 'IDR',
  MY: 'MYR',
  PH: 'PHP',
  TH: 'THB',
  VN: 'VND',
}
export const isCountry = (text: string): text is Country => COUNTRIES.some((country) => country === text)

/**
 * `link`: the payer is sent to a page that nobody else finds. `push`: a prompt on the payer's phone, which a second request would repeat.
 */
export interface PayinChannel {
  readonly code: string
  readonly flow: 'link' | 'push'
}

const link = (code: string): PayinChannel => ({ code, flow: 'link' })

const FPX: Readonly<Record<string, PayinChannel>> = Object.fromEntries(
  Object.entries(
    pairs(`
      ABB0233=AFFIN ABMB0212=ALLIANCE AGRO01=AGRO AMBB0209=AMBANK BCBB0235=CIMB BIMB0340=ISLAM
      BKRM0602=RAKYAT BMMB0341=MUAMALAT BOCM01=BOC BSN0601=BSN HLB0224=HLB HSBC0223=HSBC KFH0346=KFH
      MB2U0227=MAYB2U MBB0228=MAYB2E OCBC0229=OCBC PBB0233=PUBLIC RHB0218=RHB SCB0216=SCH
      UOB0226=UOB`),
  ).map(([operator, bank]) => [operator, link(`${bank}_FPX`)]),
)

export interface PayinMethodThere {
  readonly method: string
  readonly byOperator: Readonly<Record<string, PayinChannel>>
  /** For payers who choose none. Left out: one must be chosen. */
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
    // The payer chooses the bank on DuitNow Pay's page.
    { method: 'ONLINE', byOperator: FPX, otherwise: link('DUITNOW_PAY') },
  ],
  PH: [],
  TH: [],
  VN: [{ method: 'MOMOPAY', byOperator: { MOMO: link('MOMO') }, otherwise: link('MOMO') }],
}

export const payinsOf = (country: Country): readonly PayinMethodThere[] => PAYINS[country]

/** @returns undefined if there is none for the method, or none without an operator */
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
/** Xendit's category for a method. */
export const CATEGORY_OF: Readonly<Record<PaidOutBy, string>> = {
  BANK_TRANSFER: 'BANK',
  WALLET_TRANSFER: 'EWALLET',
}

interface PayoutChannel {
  readonly code: string
  /** One of these is part of Xendit's name, in lower case without signs. */
  readonly fits: readonly string[]
}

const ROW = /^(\w+)=(\w+):([a-z0-9|]+)$/

/** @param rows each an operator, Xendit's code without the country, and parts of its name: `008=ABC:abcbank|abc` */
const table = (country: Country, rows: string): ReadonlyMap<string, PayoutChannel> =>
  new Map(
    words(rows).map((row) => {
      const [, operator, code, fits] = ROW.exec(row) ?? []
      assert(operator && code && fits, 'a row of the table of channels has its three parts')
      return [operator, { code: `${country}_${code}`, fits: fits.split('|') }]
    }),
  )
const NO_CHANNELS: ReadonlyMap<string, PayoutChannel> = new Map()

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** For lists without known codes: the operator's own code and name. A bank that Xendit names differently is not served. */
const byOwnName = (country: Country, operators: readonly { code: string; name: string }[]) =>
  new Map(operators.map(({ code, name }) => [code, { code: `${country}_${code}`, fits: [plain(name)] }]))

const PAYOUTS: Readonly<Record<Country, Readonly<Record<PaidOutBy, ReadonlyMap<string, PayoutChannel>>>>> = {
  ID: {
    BANK_TRANSFER: table(
      'ID',
      `
      BCA=BCA:centralasia BJB=BJB:bjb|jawabarat BNC=BNC:neocommerce BNI=BNI:negaraindonesia
      BRI=BRI:rakyatindonesia BSI=BSI:syariahindonesia CIMB=CIMB:cimbniaga DANAMON=DANAMON:danamon
      MANDIRI=MANDIRI:bankmandiri MAYBANK=MAYBANK:maybank PERMATA=PERMATA:permata
      SAHABAT_SAMPOERNA=SAHABAT_SAMPOERNA:sampoerna`,
    ),
    WALLET_TRANSFER: table(
      'ID',
      `
      DANA=DANA:dana GOPAY=GOPAY:gopay LINKAJA=LINKAJA:linkaja OVO=OVO:ovo
      SHOPEEPAY=SHOPEEPAY:shopee`,
    ),
  },
  MY: {
    BANK_TRANSFER: table(
      'MY',
      `
      501664=AFFIN:affin 501854=CIMB:cimb 504324=OCBC:ocbc 519469=UOB:uob|unitedoverseas
      564160=RHB:rhb 564162=PBB:publicbank 564169=AMBANK:ambank
      588734=MAYBANK:maybank|malayanbanking 588830=HLBB:hongleong`,
    ),
    WALLET_TRANSFER: NO_CHANNELS,
  },
  PH: {
    BANK_TRANSFER: table(
      'PH',
      `
      AUBKPHMMXXX=AUB:asiaunited BNORPHMMXXX=BDO:bdounibank|bancodeoro
      BOPIPHMMXXX=BPI:bankofthephilippineislands CELRPHM1XXX=CEBRUR:cebuana
      CHBKPHMMXXX=CBC:chinabank DBPHPHMMXXX=DBP:developmentbank EAWRPHM2XXX=EWR:eastwestrural|komo
      EWBCPHMMXXX=EWB:eastwest GXCHPHM2XXX=GCASH:gcash MBTCPHMMXXX=MET:metrobank|metropolitanbank
      PAPHPHM1XXX=PAYMAYA:maya PHSBPHMMXXX=PSB:philippinesavings|psbank
      PNBMPHMMXXX=PNB:philippinenational RCBCPHMMXXX=RCBC:rizalcommercial|rcbc
      SETCPHMMXXX=SEC:securitybank SRCPPHM2XXX=SPY:starpay TLBPPHMMXXX=LBP:landbank
      UBPHPHMMXXX=UBP:unionbank`,
    ),
    WALLET_TRANSFER: table(
      'PH',
      `
      GXCHPHM2XXX=GCASH:gcash PAPHPHM1XXX=PAYMAYA:maya`,
    ),
  },
  TH: {
    BANK_TRANSFER: table(
      'TH',
      `
      002=BBL:bangkokbank 004=KKB:kasikorn 006=KTB:krungthai 011=TTB:thanachart|ttb
      014=SCB:siamcommercial 022=CIMB:cimb 024=UOB:unitedoverseas|uob 025=BAY:ayudhya|krungsri
      030=GSB:governmentsavings 033=GHB:governmenthousing 034=BAA:agriculture 066=IBT:islamic
      067=TISCO:tisco 069=KNB:kiatnakin 070=ICBC:icbc|industrialandcommercialbankofchina
      071=TTCR:thaicredit 073=LHB:landandhouses`,
    ),
    WALLET_TRANSFER: NO_CHANNELS,
  },
  VN: {
    BANK_TRANSFER: byOwnName('VN', OPERATOR_LISTS.VN_NAPAS),
    WALLET_TRANSFER: byOwnName('VN', OPERATOR_LISTS.VN_WALLETS),
  },
}

/** Channels that an operator has set, by our operators' codes. */
export type SetChannels = ReadonlyMap<string, string>

/** @param text `588734=MY_MAYBANK,504374=MY_ALLIANCE` @returns undefined if it has another form */
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

/** @returns undefined if no channel is known */
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

/** The operators that a channel is for. @param name Xendit's */
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
