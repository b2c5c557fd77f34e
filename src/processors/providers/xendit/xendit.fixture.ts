/** What an account with the Xendit of `fake.fixture.ts` is set to, besides its address. */
export const XENDIT_SETTINGS = {
  country: 'ID',
  apiKey: 'xnd_development_of_the_fake',
  webhookToken: 'token-of-the-fakes-webhooks',
  returnUrl: 'https://shop.example/thanks',
} as const
