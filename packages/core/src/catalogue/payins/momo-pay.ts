import { definePayin } from '../define-method.ts'
import { redirectingToApps } from '../flow-presets.ts'
import { operators } from '../operators.ts'
import { natively } from '../refund-rules.ts'

export const momoPay = definePayin({
  ...redirectingToApps('momo'),
  code: 'MOMOPAY',
  object: 'MomoPayMethod',
  title: 'MoMo',
  summary: "Vietnam's most used wallet.",
  payerSees: 'The MoMo app opens, or a page with a code to scan with it. The payer confirms and comes back.',
  checkout: { name: 'title', mark: 'wallet' },
  externalReference: 'never',
  // Partial refunds are possible. No time limit is published, only that refunds after a month take longer; 30 days is a cautious
  // choice.
  refund: natively({ windowDays: 30, partial: true, times: 'several' }, 'wallet payout'),
  responds: { redirectUrl: 'always' },
  currencies: {
    VND: {
      operators: operators('VN_MOMO'),
      operator: 'optional',
      min: '1000',
      max: '50000000',
      expirySecs: 900,
      matchedBy: 'scheme',
      fee: { percent: '2', fixed: '0' },
      exampleAmount: 150000,
    },
  },
})
