/** Settings of an account with Peach's fake. Invented. */
export const PEACH_SETTINGS = {
  entityId: '8ac7a4ca00000000000000000000e001',
  userId: '8ac7a4ca00000000000000000000f001',
  password: 'password-of-the-fake',
  returnUrl: 'https://shop.example/thanks',
  notificationKey: '000102030405060708090a0b0c0d0e0f',
  payoutsMerchantId: 'merchant-of-the-fake',
  payoutsClientId: 'client-of-the-fake',
  payoutsClientSecret: 'secret-of-the-fake',
  payoutsNotificationSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
} as const

/** All at one host: the account's three addresses are paths there. */
export const peachSettings = (baseUrl: string) => ({
  ...PEACH_SETTINGS,
  baseUrl,
  payoutsUrl: `${baseUrl}/payouts`,
  tokenUrl: `${baseUrl}/dashboard`,
})
