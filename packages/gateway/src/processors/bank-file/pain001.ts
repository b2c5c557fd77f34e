/**
 * pain.001: the customer credit transfer initiation of ISO 20022, in the versions .12 (2024) and .03 (2009, which most
 * banks still use). Pure.
 *
 * A file is valid against the schema of its version whatever the payees are called. Every amount is exact, and NbOfTxs
 * and CtrlSum of group and batch are computed from their lines. There is one batch (PmtInf) for each debtor account and
 * execution day.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { atFirstUse } from '@sluice/core/foundation/at-first-use.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import { paddedAmountText } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { written } from './characters.ts'
import type { DebtorAccount } from './debtor-account.ts'
import { isIban, type Line, type Payee } from './payee.ts'

export type PainVersion = 'pain.001.001.12' | 'pain.001.001.03'

export interface Batch {
  readonly account: DebtorAccount
  /** `YYYY-MM-DD`. */
  readonly executionDay: string
  readonly lines: readonly Line[]
}

export interface Initiation {
  readonly version: PainVersion
  /** Unique for ever, at most 32 characters: three more name the batch. */
  readonly messageId: string
  readonly createdAt: Instant
  readonly batches: readonly Batch[]
}

interface Node {
  readonly [element: string]: string | Node | readonly Node[] | undefined
}

const builder = atFirstUse((require) => {
  const { XMLBuilder }: typeof import('fast-xml-parser') = require('fast-xml-parser')
  return new XMLBuilder({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    textNodeName: '#text',
    suppressEmptyNode: true,
    processEntities: true,
  })
})

/** @returns the file's text, UTF-8 */
export function pain001({ version, messageId, createdAt, batches }: Initiation): string {
  const [first] = batches
  assert(first, 'a file has a batch')
  const lines = batches.flatMap((batch) => batch.lines)
  const document: Node = {
    Document: {
      '@xmlns': `urn:iso:std:iso:20022:tech:xsd:${version}`,
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: messageId,
          CreDtTm: isoTime(createdAt).replace(/\.\d+Z$/, 'Z'),
          ...totals(lines),
          InitgPty: { Nm: holderOf(first.account) },
        },
        PmtInf: batches.map((batch, index) => paymentInformation(batch, version, batchId(messageId, index))),
      },
    },
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder().build(document)}\n`
}

/** The name of a batch in the file, and in the bank's answers and statements. */
export const batchId = (messageId: string, index: number): string => `${messageId}-${index + 1}`

/** "Total of all individual amounts, irrespective of currencies." */
function totals(lines: readonly { readonly money: Money }[]): {
  readonly NbOfTxs: string
  readonly CtrlSum: string
} {
  const digits = Math.max(0, ...lines.map(({ money }) => offered(money.currency).ledgerDigits))
  const sum = lines.reduce((total, { money }) => {
    const { ledgerDigits } = offered(money.currency)
    return total + money.amountMinor * 10n ** BigInt(digits - ledgerDigits)
  }, 0n)
  return { NbOfTxs: String(lines.length), CtrlSum: paddedAmountText(sum, digits) }
}

function paymentInformation({ account, executionDay, lines }: Batch, version: PainVersion, id: string): Node {
  return {
    PmtInfId: id,
    PmtMtd: 'TRF',
    BtchBookg: String(account.batchBooking),
    ...totals(lines),
    ...paymentType(account),
    ReqdExctnDt: version === 'pain.001.001.03' ? executionDay : { Dt: executionDay },
    Dbtr: { Nm: holderOf(account) },
    DbtrAcct: { Id: ownAccount(account), Ccy: account.currency },
    DbtrAgt: agent({ ...account, clearingSystem: clearingOf(account) }, version),
    ...(account.chargeBearer && { ChrgBr: account.chargeBearer }),
    CdtTrfTxInf: lines.map((line) => transaction(line, account, version)),
  }
}

function transaction({ reference, money, payee }: Line, account: DebtorAccount, version: PainVersion): Node {
  const { ledgerDigits } = offered(money.currency)
  const hasBank = payee.bic !== undefined || payee.bankCode !== undefined || payee.branchCode !== undefined
  return {
    PmtId: { EndToEndId: reference },
    Amt: {
      InstdAmt: { '@Ccy': money.currency, '#text': paddedAmountText(money.amountMinor, ledgerDigits) },
    },
    ...(hasBank && { CdtrAgt: agent({ ...payee, clearingSystem: clearingOf(account) }, version) }),
    Cdtr: { Nm: payee.name },
    CdtrAcct: {
      Id: accountId(payee.account),
      ...(payee.accountType && { Tp: { Cd: payee.accountType } }),
    },
    RmtInf: { Ustrd: reference },
  }
}

/** The bank has this name on its books. If the file's characters cannot write it, the check at registration says so. */
function holderOf(account: DebtorAccount): string {
  const name = written(account.name, account.characterSet)
  assert(name.ok, 'the name of a debtor account was checked')
  return name.value
}

const paymentType = ({ serviceLevel, localInstrument }: DebtorAccount): Node =>
  serviceLevel === undefined && localInstrument === undefined
    ? {}
    : {
        PmtTpInf: {
          ...(serviceLevel !== undefined && { SvcLvl: { Cd: serviceLevel } }),
          ...(localInstrument !== undefined && { LclInstrm: { Prtry: localInstrument } }),
        },
      }

const ownAccount = ({ iban, accountNumber }: DebtorAccount): Node =>
  iban !== undefined
    ? accountId({ type: 'iban', value: iban })
    : accountId({ type: 'other', value: accountNumber ?? '' })

function accountId(account: Payee['account']): Node {
  if (account.type === 'iban') {
    assert(isIban(account.value), 'an IBAN was checked')
    return { IBAN: account.value }
  }
  const scheme = account.scheme
  return { Othr: { Id: account.value, ...(scheme !== undefined && { SchmeNm: { Prtry: scheme } }) } }
}

interface Bank {
  readonly bic?: string
  readonly bankCode?: string
  readonly branchCode?: string
  readonly clearingSystem: string | undefined
}

function agent({ bic, bankCode, branchCode, clearingSystem }: Bank, version: PainVersion): Node {
  const member =
    bankCode === undefined
      ? undefined
      : {
          ...(clearingSystem !== undefined && { ClrSysId: { Cd: clearingSystem } }),
          MmbId: bankCode,
        }
  return {
    FinInstnId: {
      ...(bic !== undefined && { [version === 'pain.001.001.03' ? 'BIC' : 'BICFI']: bic }),
      ...(member && { ClrSysMmbId: member }),
    },
    ...(branchCode !== undefined && { BrnchId: { Id: branchCode } }),
  }
}

/** ISO 20022's external codes of clearing systems, for currencies whose bank codes belong to one. */
const CLEARING_SYSTEMS: Readonly<Record<string, string>> = {
  CNY: 'CNAPS',
  INR: 'INFSC',
  JPY: 'JPZGN',
  THB: 'THCBC',
  TWD: 'TWNCC',
  ZAR: 'ZANCC',
}

const clearingOf = ({ clearingSystem, currency }: DebtorAccount): string | undefined =>
  clearingSystem ?? CLEARING_SYSTEMS[currency]
