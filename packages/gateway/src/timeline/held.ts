/** Whom an open payment waits for: a row for each kind of holder, for incoming and for outgoing money. */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import type { BankFile } from '../processors/bank-file/file.ts'
import type { Holder } from './holders.ts'
import { dueAt, type PaymentSnapshot } from './snapshot.ts'
import {
  both,
  by,
  type Next,
  type NextAction,
  type PaymentStanding,
  type Said,
  timeWords,
  type WaitingFor,
} from './texts.ts'

type Say = (snapshot: PaymentSnapshot) => PaymentStanding

const standing = (
  text: Said,
  waitingFor: WaitingFor,
  operation?: NextAction,
  at?: Next['at'],
): PaymentStanding => ({
  text,
  waitingFor,
  next: operation && { operation, at },
})

/** The amount that the payer has to pay. */
const wanted = ({ payment: { money, moneyRequiredMinor } }: PaymentSnapshot): string =>
  moneyWords({ ...money, amountMinor: moneyRequiredMinor ?? money.amountMinor })

const payerPays =
  (how: (snapshot: PaymentSnapshot) => Said): Say =>
  (snapshot) => {
    const { payment, lacksReference } = snapshot
    if (lacksReference) {
      return standing(
        both(
          `The payer must pay ${wanted(snapshot)} and enter the transfer number (UTR)${by(payment.expireAt)}. The payin cannot be completed without it.`,
        ),
        'PAYER',
        'BRING_REFERENCE',
        payment.expireAt,
      )
    }
    return standing(how(snapshot), 'PAYER', 'PAY', payment.expireAt)
  }

const usual: Say = payerPays((snapshot) =>
  both(`The payer must pay ${wanted(snapshot)}${by(snapshot.payment.expireAt)}. Then the payin expires.`),
)

/** An accepted payin. */
export const PAYIN_HELD: Readonly<Record<Holder, Say>> = {
  SANDBOX: (snapshot) => {
    const at = dueAt(snapshot, 'sandbox')
    if (at === undefined) return usual(snapshot)
    return standing(both(`The sandbox's payer pays at ${timeWords(at)}.`), 'PAYER', 'PAY', at)
  },
  OWN_ACCOUNT: payerPays((snapshot) => ({
    operator: `The payer must send ${wanted(snapshot)} to the account shown${by(snapshot.payment.expireAt)}. The payment is matched when the bank statement is imported.`,
    merchant: `The payer must send ${wanted(snapshot)} to the account shown${by(snapshot.payment.expireAt)}. The payin is completed when the bank shows the money.`,
  })),
  // Only a registered payout goes into a bank file.
  BANK_FILE: usual,
  STABLECOIN: (snapshot) => {
    const [seen] = snapshot.transfers
    if (!seen) {
      return payerPays(() =>
        both(`The payer must send ${wanted(snapshot)} to the address shown${by(snapshot.payment.expireAt)}.`),
      )(snapshot)
    }
    return standing(
      both(`A transfer was found in block ${seen.block} and is waiting for confirmations.`),
      'PROVIDER',
      'CONFIRM_TRANSFER',
    )
  },
  PROVIDER: usual,
}

const providerSends: Say = (snapshot) => {
  const at = dueAt(snapshot, 'silence')
  const { processor } = snapshot.payment
  const until =
    at === undefined ? '' : ` If no status update arrives by ${timeWords(at)}, an operator is notified.`
  return standing(
    {
      operator: `${processor} is processing it and must report the outcome.${until}`,
      merchant: 'The provider is processing it and must report the outcome.',
    },
    'PROVIDER',
    'STATUS_OUTCOME',
    at,
  )
}

/** An accepted payout or other outgoing payment. */
export const OUTGOING_HELD: Readonly<Record<Holder, Say>> = {
  SANDBOX: (snapshot) => {
    const at = dueAt(snapshot, 'sandbox')
    return at === undefined
      ? providerSends(snapshot)
      : standing(both(`The sandbox delivers it at ${timeWords(at)}.`), 'PROVIDER', 'STATUS_OUTCOME', at)
  },
  OWN_ACCOUNT: providerSends,
  BANK_FILE: (snapshot) => inFiles(snapshot),
  STABLECOIN: providerSends,
  PROVIDER: providerSends,
}

const PREPARED_BY_HAND = 'The gateway’s operator is preparing the transfer for the bank.'

function inFiles(snapshot: PaymentSnapshot): PaymentStanding {
  const { file: known } = snapshot
  if (known?.isInDoubt) {
    return standing(
      {
        operator:
          'It may have been paid by a bank file from before the restore. Check with the bank, then clear it by its reference.',
        merchant: PREPARED_BY_HAND,
      },
      'OPERATOR',
      'CLEAR_DOUBT',
    )
  }
  if (!known?.file) {
    return standing(
      { operator: 'Waiting to be included in a bank file.', merchant: PREPARED_BY_HAND },
      'OPERATOR',
      'PREPARE_FILE',
    )
  }
  return inFile(snapshot, known.file)
}

function inFile(snapshot: PaymentSnapshot, file: BankFile): PaymentStanding {
  const name = `bank file ${file.messageId}`
  switch (file.status) {
    case 'PREPARED':
      return standing(
        {
          operator: `It is in ${name}, prepared by ${file.preparedBy.name}. Another operator must release it.`,
          merchant: PREPARED_BY_HAND,
        },
        'OPERATOR',
        'RELEASE_FILE',
      )
    case 'RELEASED': {
      const at = dueAt(snapshot, 'silence')
      if (file.downloads === 0) {
        return standing(
          {
            operator: `It is in ${name}, which was released. Download the file and send it to the bank.`,
            merchant: PREPARED_BY_HAND,
          },
          'OPERATOR',
          'SUBMIT_FILE_TO_BANK',
        )
      }
      return standing(
        {
          operator: `The bank has ${name}. The bank's answer or statement will show the outcome.`,
          merchant: 'The bank is processing it and must confirm it.',
        },
        'BANK',
        'BANK_CONFIRMS',
        at,
      )
    }
    case 'CANCELLED':
      return standing(
        { operator: `${name} was cancelled. It is waiting for another file.`, merchant: PREPARED_BY_HAND },
        'OPERATOR',
        'PREPARE_FILE',
      )
  }
}
