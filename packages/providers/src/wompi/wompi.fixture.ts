/** Settings of an account with Wompi's fake. */
export const WOMPI_SETTINGS = {
  publicKey: 'pub_test_ofthefake',
  privateKey: 'prv_test_ofthefake',
  integritySecret: 'test_integrity_ofthefake',
  eventsSecret: 'test_events_ofthefake',
} as const

/** What PSE needs to know of a payer, as a request has it if the product requires it. */
export const PSE_PAYER = {
  accountName: 'Lucía Gómez',
  emailAddress: 'lucia@example.com',
  phoneNumber: '+573145678901',
  taxId: '1099888777',
} as const
