import { definePayin } from '../define-method.ts'
import { redirecting } from '../flow-presets.ts'
import { operators } from '../operators.ts'
import { byBankPayout } from '../refund-rules.ts'

/** Its response has no account. API versions before 2.11 had one, whose content was ignored. */
export const online = definePayin({
  ...redirecting,
  code: 'ONLINE',
  object: 'OnlineMethod',
  title: 'Online banking',
  summary: 'The payer is sent to their bank or a transfer service and pays from their account.',
  payerSees:
    'The page of the financial institution opens. The payer picks the bank, logs in, approves and comes back.',
  checkout: { name: { word: 'onlineBanking' }, mark: 'bank' },
  externalReference: 'never',
  refund: byBankPayout,
  responds: { redirectUrl: 'always', moneyRequired: 'optional' },
  currencies: {
    INR: {
      operators: operators('IN_NETBANKING'),
      operator: 'optional',
      min: '100',
      max: '500000',
      expirySecs: 1200,
      matchedBy: 'scheme',
      fee: { percent: '2', fixed: '0' },
      exampleAmount: 1499,
    },
    MYR: {
      operators: operators('MY_FPX_B2C'),
      operator: 'optional',
      min: '10',
      max: '30000',
      expirySecs: 900,
      matchedBy: 'scheme',
      fee: { percent: '2', fixed: '0' },
      exampleAmount: 89.9,
    },
    NAD: {
      operators: operators('NA_BANKS'),
      operator: 'optional',
      min: '10',
      max: '50000',
      expirySecs: 1800,
      matchedBy: 'scheme',
      fee: { percent: '3', fixed: '0' },
      exampleAmount: 350,
    },
    THB: {
      operators: operators('TH_BANKS'),
      operator: 'optional',
      min: '20',
      max: '700000',
      expirySecs: 900,
      matchedBy: 'scheme',
      fee: { percent: '2', fixed: '0' },
      exampleAmount: 500.25,
    },
    VND: {
      operators: operators('VN_NAPAS'),
      operator: 'optional',
      min: '10000',
      max: '300000000',
      expirySecs: 900,
      matchedBy: 'scheme',
      fee: { percent: '1.5', fixed: '0' },
      exampleAmount: 150000,
    },
    ZAR: {
      operators: operators('ZA_BANKS'),
      operator: 'optional',
      min: '1',
      max: '15000',
      expirySecs: 1800,
      matchedBy: 'scheme',
      fee: { percent: '1.5', fixed: '0', min: '1' },
      exampleAmount: 499.5,
    },
  },
})
