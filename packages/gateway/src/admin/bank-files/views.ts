/** The response bodies of bank files. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isOutgoing, PAYMENT_KINDS } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { Type } from 'typebox'
import { moneyBody } from '../../api/views.ts'
import { isForTests } from '../../payments/processor-names.ts'
import { FORMATS } from '../../processors/bank-file/debtor-account.ts'
import type { BankFile } from '../../processors/bank-file/file.ts'
import type { FileLine } from '../../processors/bank-file/listing.ts'
import { instant, MoneySchema } from '../context.ts'
import { choice } from '../fields.ts'

export const FILE_STATUSES = ['PREPARED', 'RELEASED', 'CANCELLED'] as const

export const BankFileSchema = Type.Object({
  id: Type.String(),
  isTest: Type.Boolean(),
  status: choice(FILE_STATUSES),
  format: choice(FORMATS),
  messageId: Type.String({ description: 'The MsgId, which the bank repeats in its answers.' }),
  payments: Type.Integer(),
  batches: Type.Array(
    Type.Object({
      id: Type.String({ description: 'PmtInfId.' }),
      accountId: Type.String(),
      executionDate: Type.String({ format: 'date' }),
      payments: Type.Integer(),
      total: MoneySchema,
    }),
  ),
  sha256: Type.String({ description: 'SHA-256 of the content.' }),
  preparedBy: Type.String(),
  preparedAt: instant(),
  releasedBy: Type.Optional(Type.String()),
  releasedAt: Type.Optional(instant()),
  cancelledBy: Type.Optional(Type.String()),
  cancelledAt: Type.Optional(instant()),
  downloads: Type.Integer(),
})

/** A file before it leaves. */
export const ShownBankFileSchema = Type.Object({
  ...BankFileSchema.properties,
  newPayees: Type.Optional(
    Type.Integer({
      description:
        'While it is PREPARED: the number of its payouts to an account that their merchant had never paid before.',
    }),
  ),
})

const time = (at: Instant | undefined) => (at === undefined ? undefined : isoTime(at))

/** JSON leaves out undefined properties. */
export const bankFileBody = (file: BankFile) => ({
  id: file.id,
  isTest: isForTests(file.processor),
  status: file.status,
  format: file.format,
  messageId: file.messageId,
  payments: file.payments,
  batches: file.batches.map(({ id, accountId, executionDay, currency, payments, totalMinor }) => ({
    id,
    accountId,
    executionDate: executionDay,
    payments,
    total: moneyBody({ currency, amountMinor: minor(BigInt(totalMinor)) }),
  })),
  sha256: file.sha256,
  preparedBy: file.preparedBy.name,
  preparedAt: isoTime(file.preparedAt),
  releasedBy: file.releasedBy,
  releasedAt: time(file.releasedAt),
  cancelledBy: file.cancelledBy,
  cancelledAt: time(file.cancelledAt),
  downloads: file.downloads,
})

export const FileLineSchema = Type.Object({
  line: Type.Integer(),
  accountId: Type.String(),
  reference: Type.String({ description: 'The EndToEndId, which the payee also sees.' }),
  merchantCode: Type.String(),
  kind: choice(PAYMENT_KINDS.filter(isOutgoing), {
    description: 'Settlements and refunds are paid out in the same way as payouts.',
  }),
  idPayout: Type.String({ description: 'The ID of the payout.' }),
  status: Type.String(),
  money: MoneySchema,
  payeeName: Type.String({ description: 'The name as written in the file.' }),
  accountName: Type.Optional(Type.String({ description: 'The name as the merchant sent it.' })),
  accountNumber: Type.Optional(Type.String()),
  isNewPayee: Type.Boolean({
    description:
      'Whether the merchant had never paid this account at this bank before the file was prepared.',
  }),
  bankCode: Type.Optional(
    Type.String({ description: "The payee's bank as in the file: a national code or a BIC." }),
  ),
  branchCode: Type.Optional(Type.String()),
  bankStatus: Type.Optional(Type.String({ description: 'The last status reported by the bank.' })),
  bankReason: Type.Optional(Type.String()),
})

export const fileLineBody = (file: BankFile, line: FileLine) => ({
  line: line.line,
  accountId: file.batches[line.batch]?.accountId ?? '',
  reference: line.payout.reference,
  merchantCode: line.payout.merchantId,
  kind: line.payout.kind,
  idPayout: line.payout.id,
  status: line.paymentStatus,
  money: moneyBody(line.payout.money),
  payeeName: line.payeeName,
  accountName: line.request.accountName,
  accountNumber: line.request.accountNumber,
  isNewPayee: line.isNewPayee,
  bankCode: line.bank.bankCode ?? line.bank.bic,
  branchCode: line.bank.branchCode ?? line.request.branchCode,
  bankStatus: line.bankStatus,
  bankReason: line.bankReason,
})
