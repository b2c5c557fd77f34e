/** Settings of an account with this bank, except its profile and address. */
export const PIX_SETTINGS = {
  pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  payeeName: 'Loja Exemplo',
  city: 'Sao Paulo',
  clientId: 'client-of-the-fake',
  clientSecret: 'secret-of-the-fake',
} as const

/** And at Banco Inter, with payouts. */
export const INTER_SETTINGS = { ...PIX_SETTINGS, profile: 'inter', account: '135256221' } as const
