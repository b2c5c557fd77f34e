/** What an account with the Paystack of `fake.fixture.ts` is set to, besides its address. */
export const PAYSTACK_SETTINGS = {
  country: 'NG',
  secretKey: 'sk_test_ofthefakeofpaystack',
  customerEmail: 'payments@shop.example',
} as const
