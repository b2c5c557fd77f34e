/** Settings of an account with Cashfree's fake. */
export const CASHFREE_SETTINGS = {
  clientId: 'client-of-the-fake',
  clientSecret: 'secret-of-the-fake',
  customerPhone: '9876543210',
  payoutClientId: 'payout-client-of-the-fake',
  payoutClientSecret: 'payout-secret-of-the-fake',
} as const
