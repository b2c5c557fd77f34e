import { definePayin } from '../define-method.ts'
import { approving } from '../flow-presets.ts'
import { mandatory, optional } from '../method-fields.ts'
import { operators } from '../operators.ts'
import { natively } from '../refund-rules.ts'

/** The scheme allows 50,000 rand, many banks much less: see `maxAmount` of the operators. */
export const payShap = definePayin({
  ...approving,
  code: 'PAYSHAP',
  object: 'PayShapMethod',
  title: 'PayShap',
  summary: "South Africa's instant request to pay, across banks.",
  payerSees: "A request appears in the app of the payer's bank. The payer approves it within ten minutes.",
  checkout: { name: 'title', mark: 'phone' },
  externalReference: 'never',
  // Once per payment. No time limit is published; 180 days is a cautious choice.
  refund: natively({ windowDays: 180, partial: false, times: 'once' }, 'bank payout'),
  fields: {
    accountName: mandatory('Thandi Nkosi'),
    accountNumber: optional('0821234567@capitec', { label: 'shapId' }),
  },
  responds: { redirectUrl: 'optional' },
  currencies: {
    ZAR: {
      operators: operators('ZA_PAYSHAP_BANKS'),
      operator: 'optional',
      min: '1',
      max: '50000',
      expirySecs: 600,
      matchedBy: 'scheme',
      fee: { percent: '1.2', fixed: '0', min: '1' },
      exampleAmount: 320,
    },
  },
})
