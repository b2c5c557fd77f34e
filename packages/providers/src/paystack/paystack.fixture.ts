/** Settings of an account with Paystack's fake, except its address. */
export const PAYSTACK_SETTINGS = {
  country: 'NG',
  secretKey: 'sk_test_ofthefakeofpaystack',
  customerEmail: 'payments@shop.example',
} as const
