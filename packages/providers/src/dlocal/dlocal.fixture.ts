/** Settings of an account with dLocal's fake. */
export const DLOCAL_SETTINGS = {
  login: 'loginofthefake',
  transKey: 'transkeyofthefake',
  secretKey: 'secretkeyofthefake',
  countries: 'AR,CO,MX,MY,VN',
  payoutsClientId: 'clientofthefake',
  payoutsClientSecret: 'clientsecretofthefake',
  payoutPurpose: 'SUPPLIER_PAYMENT',
  argentineAccountType: 'SAVINGS',
} as const

/** What dLocal needs to know of a payer in Malaysia. */
export const MALAYSIAN_PAYER = {
  accountName: 'Aisyah binti Rahman',
  emailAddress: 'aisyah@example.com',
  taxId: '900101145678',
} as const
