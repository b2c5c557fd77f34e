/** Settings of an account with Xendit's fake, except its address. */
export const XENDIT_SETTINGS = {
  country: 'ID',
  apiKey: 'xnd_development_of_the_fake',
  webhookToken: 'token-of-the-fakes-webhooks',
  returnUrl: 'https://shop.example/thanks',
} as const
