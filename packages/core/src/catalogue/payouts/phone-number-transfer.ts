import { definePayout } from '../define-method.ts'
import { mandatory, optional } from '../method-fields.ts'
import { operators } from '../operators.ts'

export const phoneNumberTransfer = definePayout({
  code: 'PHONE_NUMBER_TRANSFER',
  object: 'PhoneNumberTransferMethod',
  title: 'Pix by phone number',
  summary: 'Money to the Brazilian account that has this phone number as its Pix key.',
  payeeSees: 'A credit on the account behind the key, within seconds.',
  paysTo: 'key',
  checkout: { name: { brand: 'Pix', by: 'phone' }, mark: 'phone' },
  fields: {
    accountName: optional('Maria da Silva'),
    phoneNumber: mandatory('+5511987654321', { label: 'pixPhone', identifier: 'pixPhone' }),
  },
  currencies: {
    BRL: {
      operators: operators('BR_BANKS'),
      operator: 'optional',
      min: '1',
      max: '100000',
      fee: { percent: '0.5', fixed: '0' },
      exampleAmount: 250.5,
    },
  },
})
