/** Whom an open payment waits for, by who has it: a row for each kind of holder, for money that is to come and for money that goes out. */
import { moneyWords } from '../catalogue/amounts.ts'
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

/** What its payer was asked for. */
const wanted = ({ payment: { money, moneyRequiredMinor } }: PaymentSnapshot): string =>
  moneyWords({ ...money, amountMinor: moneyRequiredMinor ?? money.amountMinor })

const payerPays =
  (how: (snapshot: PaymentSnapshot) => Said): Say =>
  (snapshot) => {
    const { payment, lacksReference } = snapshot
    if (lacksReference) {
      return standing(
        both(
          `The payer has to pay ${wanted(snapshot)} and to tell the number of the transfer${by(payment.expireAt)}: it cannot be completed without.`,
        ),
        'PAYER',
        'BRING_REFERENCE',
        payment.expireAt,
      )
    }
    return standing(how(snapshot), 'PAYER', 'PAY', payment.expireAt)
  }

const usual: Say = payerPays((snapshot) =>
  both(`The payer has to pay ${wanted(snapshot)}${by(snapshot.payment.expireAt)}; then it expires.`),
)

/** A payin that was taken on. */
export const PAYIN_HELD: Readonly<Record<Holder, Say>> = {
  SANDBOX: (snapshot) => {
    const at = dueAt(snapshot, 'sandbox')
    if (at === undefined) return usual(snapshot)
    return standing(both(`The sandbox's payer pays at ${timeWords(at)}.`), 'PAYER', 'PAY', at)
  },
  OWN_ACCOUNT: payerPays((snapshot) => ({
    operator: `The payer has to send ${wanted(snapshot)} to the account that was shown${by(snapshot.payment.expireAt)}. It is recognised when the bank's statement is taken in.`,
    merchant: `The payer has to send ${wanted(snapshot)} to the account that was shown${by(snapshot.payment.expireAt)}. It is completed when the bank shows the money.`,
  })),
  // Only a registered payout goes into a bank file.
  BANK_FILE: usual,
  STABLECOIN: (snapshot) => {
    const [seen] = snapshot.transfers
    if (!seen) {
      return payerPays(() =>
        both(
          `The payer has to send ${wanted(snapshot)} to the address that was shown${by(snapshot.payment.expireAt)}.`,
        ),
      )(snapshot)
    }
    return standing(
      both(`A transfer has been seen in block ${seen.block} and waits for its confirmations.`),
      'PROVIDER',
      'CONFIRM_TRANSFER',
    )
  },
  PROVIDER: usual,
}

const providerSends: Say = (snapshot) => {
  const at = dueAt(snapshot, 'silence')
  const { processor } = snapshot.payment
  const until = at === undefined ? '' : ` If nothing is heard by ${timeWords(at)}, an operator is told.`
  return standing(
    {
      operator: `${processor} has the money's way out and has to say what became of it.${until}`,
      merchant: 'The provider carries it out and has to say what became of it.',
    },
    'PROVIDER',
    'STATUS_OUTCOME',
    at,
  )
}

/** A payout, or what else goes out, that was taken on. */
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

const PREPARED_BY_HAND = 'The gateway’s operator prepares the transfer for the bank.'

function inFiles(snapshot: PaymentSnapshot): PaymentStanding {
  const { file: known } = snapshot
  if (known?.isInDoubt) {
    return standing(
      {
        operator:
          'It may have been paid by a file that is not known here any more: look at the bank, and clear it by its reference.',
        merchant: PREPARED_BY_HAND,
      },
      'OPERATOR',
      'CLEAR_DOUBT',
    )
  }
  if (!known?.file) {
    return standing(
      { operator: 'It waits to be put into a bank file.', merchant: PREPARED_BY_HAND },
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
          operator: `It stands in ${name}, which ${file.preparedBy.name} prepared: another operator has to release it.`,
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
            operator: `It stands in ${name}, which was released: it has to be downloaded and given to the bank.`,
            merchant: PREPARED_BY_HAND,
          },
          'OPERATOR',
          'SUBMIT_FILE_TO_BANK',
        )
      }
      return standing(
        {
          operator: `The bank has ${name}. Its answer or its statement says what became of it.`,
          merchant: 'The bank carries it out, and has to confirm it.',
        },
        'BANK',
        'BANK_CONFIRMS',
        at,
      )
    }
    case 'CANCELLED':
      return standing(
        { operator: `${name} was cancelled: it waits for another one.`, merchant: PREPARED_BY_HAND },
        'OPERATOR',
        'PREPARE_FILE',
      )
  }
}
