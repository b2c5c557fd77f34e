import { moneyToPay, payableText } from '../amounts.ts'
import { definePayin } from '../define-method.ts'
import { instruction } from '../instruction-texts.ts'
import { madeUpDigits, TEST_PAYEE } from '../made-up-details.ts'
import { optional } from '../method-fields.ts'
import { operators } from '../operators.ts'
import { byOperator } from '../refund-rules.ts'
import { eip681Transfer } from '../schemes/eip681.ts'

const common = {
  operator: 'first',
  min: '5',
  max: '50000',
  expirySecs: 3600,
  matchedBy: 'account',
  fee: { percent: '1', fixed: '0' },
  exampleAmount: 25.5,
} as const

/**
 * The operator is the network. On Ethereum-like chains the QR code contains a transfer (EIP-681). TRON has no common link format,
 * so there it contains only the address.
 */
export const cryptoOffline = definePayin({
  code: 'CRYPTO_OFFLINE',
  object: 'CryptoOfflineMethod',
  title: 'Stablecoins',
  summary: 'USDC or USDT to an address created for this payment, on the chosen network.',
  payerSees:
    'An address, a QR code and the exact amount. The payer sends it from any wallet, on the network shown.',
  checkout: { name: { word: 'stablecoin' }, mark: 'coin', operator: 'network' },
  flow: 'qr',
  externalReference: 'never',
  // The chain cannot return payments, and the paying address may belong to an exchange: only the payer knows where a refund
  // should go.
  refund: byOperator,
  fields: { emailAddress: optional('customer@example.com') },
  receiving: {
    address: { need: 'mandatory', is: 'text', description: 'Deposit address of this payment on its network' },
    payeeName: { need: 'mandatory', is: 'text', description: 'Whose address it is' },
    contract: {
      need: 'optional',
      is: 'text',
      description: "The token's contract; with chainId it makes the QR code a transfer",
    },
    chainId: { need: 'optional', is: 'text', description: "The chain's number (EIP-155)" },
    unitsPerLedgerUnit: {
      need: 'optional',
      is: 'text',
      description:
        'Smallest units of the token in one millionth: 1 where the token has 6 decimals, the usual',
    },
    confirmations: {
      need: 'optional',
      is: 'text',
      description: 'Blocks, the one with the transfer included, after which it counts',
    },
  },
  ownAccount: 'never',
  responds: {
    paymentAddress: 'always',
    paymentOperator: 'always',
    qrCode: 'always',
    qrName: 'always',
    paymentInstructionList: 'optional',
  },
  currencies: {
    USDC: { ...common, operators: operators('USDC_NETWORKS') },
    USDT: { ...common, operators: operators('USDT_NETWORKS') },
  },
  instructions: (context) => {
    const { address, payeeName, contract, chainId, unitsPerLedgerUnit = '1' } = context.receiving
    const toPay = moneyToPay(context)
    const units = toPay.amountMinor * BigInt(unitsPerLedgerUnit)
    const amount = `${payableText(toPay)} ${context.currency.code}`
    const network = context.operator?.name ?? context.currency.name
    const { confirmations } = context.receiving
    return {
      paymentAddress: { name: payeeName, idAddress: address },
      qrCode: contract && chainId ? eip681Transfer({ contract, chainId, to: address, units }) : address,
      qrName: network,
      ...(confirmations !== undefined && {
        paymentInstructionList: [
          {
            title: instruction('stepsWallet'),
            steps: [
              instruction('stepCoins', { amount, address }),
              instruction('stepCoinNetwork', { network }),
              instruction('stepCoinWait', { confirmations }),
            ],
          },
        ],
      }),
    }
  },
  sandboxReceiving: ({ reference, operator }) =>
    operator?.facts?.chainId === undefined
      ? { address: `T0TEST0D0N0T0PAY${madeUpDigits(reference, 18)}`, payeeName: TEST_PAYEE }
      : { ...UNPAYABLE, address: `${WRONG_CHECKSUM}${madeUpDigits(reference, 16)}`, payeeName: TEST_PAYEE },
})

/** No wallet knows chain 0, and this contract was never deployed. */
const UNPAYABLE = { chainId: '0', contract: '0x000000000000000000000000000000000000dEaD' }

/** This mix of upper and lower case is invalid by EIP-55, whatever digits follow, so wallets reject the address as mistyped. */
const WRONG_CHECKSUM = '0xdEaDbEeFDeAdBeEfdEaDbEeF'
