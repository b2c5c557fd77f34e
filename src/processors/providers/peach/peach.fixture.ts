/** What an account with the Peach of `fake.fixture.ts` is set to. Nothing of it is anybody's. */
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

/** Everything at one place: an account's three addresses are parts of it. */
export const peachSettings = (baseUrl: string) => ({
  ...PEACH_SETTINGS,
  baseUrl,
  payoutsUrl: `${baseUrl}/payouts`,
  tokenUrl: `${baseUrl}/dashboard`,
})
