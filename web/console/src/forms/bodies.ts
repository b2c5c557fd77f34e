/**
 * What the bodies hold for which the console has forms. Made from the server's own description by `node tools/console-bodies.ts`; a test
 * keeps it fresh. Never changed by hand.
 */
import type { FormName } from './forms.ts'
import type { GroupShape } from './shape.ts'

export const BODIES: Readonly<Record<FormName, GroupShape>> = {
  'POST /admin/merchants': {
    is: 'group',
    members: [
      { name: 'merchantCode', shape: { is: 'text' }, isNeeded: true },
      { name: 'name', shape: { is: 'text' }, isNeeded: true },
      { name: 'isTest', shape: { is: 'yes-no' }, isNeeded: true, hint: 'For ever.' },
      { name: 'publicKeys', shape: { is: 'list', of: { is: 'text' } } },
      { name: 'callbackUrl', shape: { is: 'text' }, isNullable: true, hint: 'For creates that bring none.' },
      { name: 'rateLimitPerSecond', shape: { is: 'number' }, hint: 'Left out: 10.' },
      {
        name: 'returnSchemes',
        shape: { is: 'list', of: { is: 'text' } },
        hint: "Apps' schemes that a returnUrl may have besides https.",
      },
      {
        name: 'paymentMethods',
        shape: {
          is: 'list',
          of: {
            is: 'group',
            members: [
              {
                name: 'code',
                shape: { is: 'text' },
                isNeeded: true,
                hint: 'paymentMethodCode, of a payin or a payout.',
              },
              { name: 'currency', shape: { is: 'text' }, isNeeded: true },
              { name: 'operators', shape: { is: 'list', of: { is: 'text' } } },
              { name: 'min', shape: { is: 'number' }, hint: 'A number or decimal text in major units.' },
              { name: 'max', shape: { is: 'number' }, hint: 'A number or decimal text in major units.' },
              {
                name: 'fee',
                shape: {
                  is: 'group',
                  members: [
                    { name: 'percent', shape: { is: 'number' }, hint: 'Of the amount: 2.5 is 2.5 %.' },
                    {
                      name: 'fixed',
                      shape: { is: 'number' },
                      hint: 'A number or decimal text in major units.',
                    },
                    {
                      name: 'min',
                      shape: { is: 'number' },
                      hint: 'A number or decimal text in major units.',
                    },
                    {
                      name: 'cap',
                      shape: { is: 'number' },
                      hint: 'A number or decimal text in major units.',
                    },
                  ],
                },
              },
              { name: 'vatRate', shape: { is: 'number' }, hint: 'Share of the fee: 0.07 is 7 %.' },
              {
                name: 'refundFee',
                shape: {
                  is: 'group',
                  members: [
                    { name: 'percent', shape: { is: 'number' }, hint: 'Of the amount: 2.5 is 2.5 %.' },
                    {
                      name: 'fixed',
                      shape: { is: 'number' },
                      hint: 'A number or decimal text in major units.',
                    },
                    {
                      name: 'min',
                      shape: { is: 'number' },
                      hint: 'A number or decimal text in major units.',
                    },
                    {
                      name: 'cap',
                      shape: { is: 'number' },
                      hint: 'A number or decimal text in major units.',
                    },
                  ],
                },
              },
              {
                name: 'refundsFees',
                shape: { is: 'yes-no' },
                hint: 'Whether a refund gives fee and VAT of its payin back, in proportion.',
              },
              {
                name: 'late',
                shape: { is: 'choice', of: ['CREDIT', 'REFUND'] },
                hint: 'What becomes of money that comes after the payin’s time; left out: CREDIT. REFUND: it goes back, and the payin stays EXPIRED.',
              },
              {
                name: 'overpaid',
                shape: { is: 'choice', of: ['CASE', 'CREDIT_ORDER_AND_REFUND_EXCESS'] },
                hint: 'What becomes of more than was asked for; left out: CASE.',
              },
              {
                name: 'second',
                shape: { is: 'choice', of: ['CASE', 'REFUND'] },
                hint: 'What becomes of money that comes once more; left out: CASE.',
              },
              { name: 'require', shape: { is: 'list', of: { is: 'text' } } },
              {
                name: 'processors',
                shape: { is: 'list', of: { is: 'text' } },
                hint: "Names of processors, the first choice first: the next one is asked where one declines or is not healthy. Left out: all of the gateway's, in its order.",
              },
            ],
          },
        },
        isNullable: true,
        hint: 'The whole list: a change replaces it. Left out of a create, or null: everything the catalogue has, at its typical fees.',
      },
      {
        name: 'checkout',
        shape: {
          is: 'group',
          members: [
            { name: 'name', shape: { is: 'text' }, hint: 'What payers see instead of the name.' },
            {
              name: 'logo',
              shape: { is: 'text' },
              hint: 'A data: URL of a PNG, JPEG or WebP picture, in base64.',
            },
            { name: 'colour', shape: { is: 'text' }, hint: 'Of buttons: #rrggbb.' },
            {
              name: 'frameOrigins',
              shape: { is: 'list', of: { is: 'text' } },
              hint: 'Origins that may show the checkout in a frame, such as https://shop.example; none by default.',
            },
          ],
        },
        isNullable: true,
        hint: 'How the checkout page shows the merchant.',
      },
      { name: 'status', shape: { is: 'choice', of: ['ACTIVE', 'SUSPENDED'] } },
    ],
  },
  'PATCH /admin/merchants/{merchantCode}': {
    is: 'group',
    members: [
      { name: 'name', shape: { is: 'text' } },
      { name: 'callbackUrl', shape: { is: 'text' }, isNullable: true, hint: 'For creates that bring none.' },
      { name: 'rateLimitPerSecond', shape: { is: 'number' }, hint: 'Left out: 10.' },
      {
        name: 'returnSchemes',
        shape: { is: 'list', of: { is: 'text' } },
        hint: "Apps' schemes that a returnUrl may have besides https.",
      },
      {
        name: 'paymentMethods',
        shape: {
          is: 'list',
          of: {
            is: 'group',
            members: [
              {
                name: 'code',
                shape: { is: 'text' },
                isNeeded: true,
                hint: 'paymentMethodCode, of a payin or a payout.',
              },
              { name: 'currency', shape: { is: 'text' }, isNeeded: true },
              { name: 'operators', shape: { is: 'list', of: { is: 'text' } } },
              { name: 'min', shape: { is: 'number' }, hint: 'A number or decimal text in major units.' },
              { name: 'max', shape: { is: 'number' }, hint: 'A number or decimal text in major units.' },
              {
                name: 'fee',
                shape: {
                  is: 'group',
                  members: [
                    { name: 'percent', shape: { is: 'number' }, hint: 'Of the amount: 2.5 is 2.5 %.' },
                    {
                      name: 'fixed',
                      shape: { is: 'number' },
                      hint: 'A number or decimal text in major units.',
                    },
                    {
                      name: 'min',
                      shape: { is: 'number' },
                      hint: 'A number or decimal text in major units.',
                    },
                    {
                      name: 'cap',
                      shape: { is: 'number' },
                      hint: 'A number or decimal text in major units.',
                    },
                  ],
                },
              },
              { name: 'vatRate', shape: { is: 'number' }, hint: 'Share of the fee: 0.07 is 7 %.' },
              {
                name: 'refundFee',
                shape: {
                  is: 'group',
                  members: [
                    { name: 'percent', shape: { is: 'number' }, hint: 'Of the amount: 2.5 is 2.5 %.' },
                    {
                      name: 'fixed',
                      shape: { is: 'number' },
                      hint: 'A number or decimal text in major units.',
                    },
                    {
                      name: 'min',
                      shape: { is: 'number' },
                      hint: 'A number or decimal text in major units.',
                    },
                    {
                      name: 'cap',
                      shape: { is: 'number' },
                      hint: 'A number or decimal text in major units.',
                    },
                  ],
                },
              },
              {
                name: 'refundsFees',
                shape: { is: 'yes-no' },
                hint: 'Whether a refund gives fee and VAT of its payin back, in proportion.',
              },
              {
                name: 'late',
                shape: { is: 'choice', of: ['CREDIT', 'REFUND'] },
                hint: 'What becomes of money that comes after the payin’s time; left out: CREDIT. REFUND: it goes back, and the payin stays EXPIRED.',
              },
              {
                name: 'overpaid',
                shape: { is: 'choice', of: ['CASE', 'CREDIT_ORDER_AND_REFUND_EXCESS'] },
                hint: 'What becomes of more than was asked for; left out: CASE.',
              },
              {
                name: 'second',
                shape: { is: 'choice', of: ['CASE', 'REFUND'] },
                hint: 'What becomes of money that comes once more; left out: CASE.',
              },
              { name: 'require', shape: { is: 'list', of: { is: 'text' } } },
              {
                name: 'processors',
                shape: { is: 'list', of: { is: 'text' } },
                hint: "Names of processors, the first choice first: the next one is asked where one declines or is not healthy. Left out: all of the gateway's, in its order.",
              },
            ],
          },
        },
        isNullable: true,
        hint: 'The whole list: a change replaces it. Left out of a create, or null: everything the catalogue has, at its typical fees.',
      },
      {
        name: 'checkout',
        shape: {
          is: 'group',
          members: [
            { name: 'name', shape: { is: 'text' }, hint: 'What payers see instead of the name.' },
            {
              name: 'logo',
              shape: { is: 'text' },
              hint: 'A data: URL of a PNG, JPEG or WebP picture, in base64.',
            },
            { name: 'colour', shape: { is: 'text' }, hint: 'Of buttons: #rrggbb.' },
            {
              name: 'frameOrigins',
              shape: { is: 'list', of: { is: 'text' } },
              hint: 'Origins that may show the checkout in a frame, such as https://shop.example; none by default.',
            },
          ],
        },
        isNullable: true,
        hint: 'How the checkout page shows the merchant.',
      },
      { name: 'status', shape: { is: 'choice', of: ['ACTIVE', 'SUSPENDED'] } },
    ],
  },
  'POST /admin/accounts': {
    is: 'group',
    members: [
      { name: 'id', shape: { is: 'text' }, isNeeded: true },
      { name: 'currencyCode', shape: { is: 'text' }, isNeeded: true },
      { name: 'isTest', shape: { is: 'yes-no' }, isNeeded: true, hint: 'For ever.' },
      { name: 'name', shape: { is: 'text' }, isNeeded: true },
      {
        name: 'kind',
        shape: {
          is: 'choice',
          of: ['BANK_ACCOUNT', 'VIRTUAL_ACCOUNTS', 'WALLET', 'QR_MERCHANT', 'MOBILE_MONEY_TILL'],
        },
        isNeeded: true,
      },
      {
        name: 'timeZone',
        shape: { is: 'text' },
        isNeeded: true,
        hint: 'IANA name: of opening hours, daily limits and statements.',
      },
      {
        name: 'methods',
        shape: {
          is: 'list',
          of: {
            is: 'group',
            members: [
              { name: 'code', shape: { is: 'text' }, isNeeded: true, hint: 'paymentMethodCode of a payin.' },
              {
                name: 'operators',
                shape: { is: 'list', of: { is: 'text' } },
                isNullable: true,
                hint: 'Left out: all. For P2A_V2 it says which of the two is meant.',
              },
              {
                name: 'receiving',
                shape: { is: 'json' },
                hint: 'What payers are shown: the details that this method needs, by name.',
              },
              {
                name: 'recognisedBy',
                shape: { is: 'choice', of: ['reference', 'amount', 'account', 'external-reference'] },
                isNullable: true,
              },
              {
                name: 'virtualDigits',
                shape: { is: 'number' },
                isNullable: true,
                hint: 'Virtual numbers: digits that follow receiving.accountNumber.',
              },
            ],
          },
        },
        isNeeded: true,
      },
      { name: 'status', shape: { is: 'choice', of: ['ACTIVE', 'PAUSED'] } },
      {
        name: 'openingHours',
        shape: {
          is: 'list',
          of: {
            is: 'group',
            members: [
              {
                name: 'days',
                shape: {
                  is: 'list',
                  of: { is: 'choice', of: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] },
                },
                isNeeded: true,
              },
              { name: 'from', shape: { is: 'text' }, isNeeded: true },
              { name: 'to', shape: { is: 'text' }, isNeeded: true },
            ],
          },
        },
        hint: 'Empty: always open.',
      },
      { name: 'min', shape: { is: 'number' }, isNullable: true, hint: 'Of one payin, in major units.' },
      { name: 'max', shape: { is: 'number' }, isNullable: true, hint: 'Of one payin, in major units.' },
      {
        name: 'dayCount',
        shape: { is: 'number' },
        isNullable: true,
        hint: 'Payins of a day that are open or paid.',
      },
      { name: 'dayAmount', shape: { is: 'number' }, isNullable: true, hint: 'Their sum, in major units.' },
      {
        name: 'merchantShare',
        shape: { is: 'choice', of: ['ALL', 'HALF', 'QUARTER'] },
        isNullable: true,
        hint: 'How much of its unique amounts and of its day one merchant may have. Null: half, or all while there is one merchant only.',
      },
      {
        name: 'balances',
        shape: { is: 'choice', of: ['CHECKED', 'NOT_PROVIDED_BY_BANK'] },
        hint: 'CHECKED: a statement whose entries do not lead from its opening to its closing balance is refused. NOT_PROVIDED_BY_BANK: its bank makes them up; nothing proves its files, and each import says so.',
      },
      {
        name: 'bankConnection',
        shape: { is: 'text' },
        isNullable: true,
        hint: 'Name of the program, an operator with a token of its own, that speaks for the bank of this account: what it tells is taken at once. Null: what is told of the bank is an operator’s word.',
      },
    ],
  },
  'PATCH /admin/accounts/{id}': {
    is: 'group',
    members: [
      { name: 'name', shape: { is: 'text' } },
      {
        name: 'kind',
        shape: {
          is: 'choice',
          of: ['BANK_ACCOUNT', 'VIRTUAL_ACCOUNTS', 'WALLET', 'QR_MERCHANT', 'MOBILE_MONEY_TILL'],
        },
      },
      { name: 'status', shape: { is: 'choice', of: ['ACTIVE', 'PAUSED'] } },
      {
        name: 'timeZone',
        shape: { is: 'text' },
        hint: 'IANA name: of opening hours, daily limits and statements.',
      },
      {
        name: 'methods',
        shape: {
          is: 'list',
          of: {
            is: 'group',
            members: [
              { name: 'code', shape: { is: 'text' }, isNeeded: true, hint: 'paymentMethodCode of a payin.' },
              {
                name: 'operators',
                shape: { is: 'list', of: { is: 'text' } },
                isNullable: true,
                hint: 'Left out: all. For P2A_V2 it says which of the two is meant.',
              },
              {
                name: 'receiving',
                shape: { is: 'json' },
                hint: 'What payers are shown: the details that this method needs, by name.',
              },
              {
                name: 'recognisedBy',
                shape: { is: 'choice', of: ['reference', 'amount', 'account', 'external-reference'] },
                isNullable: true,
              },
              {
                name: 'virtualDigits',
                shape: { is: 'number' },
                isNullable: true,
                hint: 'Virtual numbers: digits that follow receiving.accountNumber.',
              },
            ],
          },
        },
      },
      {
        name: 'openingHours',
        shape: {
          is: 'list',
          of: {
            is: 'group',
            members: [
              {
                name: 'days',
                shape: {
                  is: 'list',
                  of: { is: 'choice', of: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] },
                },
                isNeeded: true,
              },
              { name: 'from', shape: { is: 'text' }, isNeeded: true },
              { name: 'to', shape: { is: 'text' }, isNeeded: true },
            ],
          },
        },
        hint: 'Empty: always open.',
      },
      { name: 'min', shape: { is: 'number' }, isNullable: true, hint: 'Of one payin, in major units.' },
      { name: 'max', shape: { is: 'number' }, isNullable: true, hint: 'Of one payin, in major units.' },
      {
        name: 'dayCount',
        shape: { is: 'number' },
        isNullable: true,
        hint: 'Payins of a day that are open or paid.',
      },
      { name: 'dayAmount', shape: { is: 'number' }, isNullable: true, hint: 'Their sum, in major units.' },
      {
        name: 'merchantShare',
        shape: { is: 'choice', of: ['ALL', 'HALF', 'QUARTER'] },
        isNullable: true,
        hint: 'How much of its unique amounts and of its day one merchant may have. Null: half, or all while there is one merchant only.',
      },
      {
        name: 'balances',
        shape: { is: 'choice', of: ['CHECKED', 'NOT_PROVIDED_BY_BANK'] },
        hint: 'CHECKED: a statement whose entries do not lead from its opening to its closing balance is refused. NOT_PROVIDED_BY_BANK: its bank makes them up; nothing proves its files, and each import says so.',
      },
      {
        name: 'bankConnection',
        shape: { is: 'text' },
        isNullable: true,
        hint: 'Name of the program, an operator with a token of its own, that speaks for the bank of this account: what it tells is taken at once. Null: what is told of the bank is an operator’s word.',
      },
    ],
  },
  'POST /admin/debtor-accounts': {
    is: 'group',
    members: [
      { name: 'id', shape: { is: 'text' }, isNeeded: true, hint: 'Yours: 1 to 40 of a-z, 0-9 and -.' },
      { name: 'isTest', shape: { is: 'yes-no' }, isNeeded: true },
      { name: 'currencyCode', shape: { is: 'text' }, isNeeded: true },
      { name: 'name', shape: { is: 'text' }, isNeeded: true, hint: 'The holder, as the bank has it.' },
      { name: 'iban', shape: { is: 'text' } },
      { name: 'accountNumber', shape: { is: 'text' } },
      { name: 'bankCode', shape: { is: 'text' } },
      { name: 'branchCode', shape: { is: 'text' } },
      { name: 'bic', shape: { is: 'text' } },
      {
        name: 'clearingSystem',
        shape: { is: 'text' },
        hint: "ISO 20022's code of the clearing system that bank codes belong to, where it is not the usual one.",
      },
      {
        name: 'formats',
        shape: { is: 'list', of: { is: 'choice', of: ['pain.001.001.12', 'pain.001.001.03', 'zengin'] } },
        isNeeded: true,
        hint: 'The first is the usual one.',
      },
      { name: 'characterSet', shape: { is: 'choice', of: ['latin', 'unicode'] } },
      { name: 'maxNameCharacters', shape: { is: 'number' } },
      { name: 'batchBooking', shape: { is: 'yes-no' }, hint: 'One booking for the whole batch.' },
      { name: 'chargeBearer', shape: { is: 'choice', of: ['DEBT', 'CRED', 'SHAR', 'SLEV'] } },
      { name: 'serviceLevel', shape: { is: 'text' } },
      { name: 'localInstrument', shape: { is: 'text' } },
      {
        name: 'calendar',
        shape: {
          is: 'group',
          members: [
            {
              name: 'zone',
              shape: { is: 'text' },
              isNeeded: true,
              hint: 'Time zone of the bank: Asia/Bangkok.',
            },
            {
              name: 'cutOff',
              shape: { is: 'text' },
              isNeeded: true,
              hint: 'HH:MM in that zone: what comes later counts for the next business day.',
            },
            {
              name: 'leadDays',
              shape: { is: 'number' },
              hint: 'Business days between the file and its execution. Left out: 0.',
            },
            {
              name: 'closedWeekdays',
              shape: { is: 'list', of: { is: 'number' } },
              hint: '0 is Sunday; left out, Saturday and Sunday.',
            },
            { name: 'holidays', shape: { is: 'list', of: { is: 'text' } } },
          ],
        },
        isNeeded: true,
        hint: "The bank's days and hours, as data: keep the holidays up to date.",
      },
      { name: 'maxPayments', shape: { is: 'number' }, hint: 'In one file.' },
      {
        name: 'zengin',
        shape: {
          is: 'group',
          members: [
            {
              name: 'clientCode',
              shape: { is: 'text' },
              isNeeded: true,
              hint: 'Ten digits, given by the bank (委託者コード).',
            },
            { name: 'accountType', shape: { is: 'choice', of: ['1', '2', '9'] } },
            { name: 'bankName', shape: { is: 'text' } },
            { name: 'branchName', shape: { is: 'text' } },
            { name: 'lineBreaks', shape: { is: 'yes-no' }, hint: 'CR LF after each record; left out, true.' },
            {
              name: 'ediReference',
              shape: { is: 'yes-no' },
              hint: 'Our reference as EDI information; left out, true.',
            },
          ],
        },
        hint: 'For the format zengin.',
      },
      {
        name: 'bankConnection',
        shape: { is: 'text' },
        hint: 'Name of the program, an operator with a token of its own, that speaks for the bank of this account: the answers that it brings are believed at once.',
      },
      {
        name: 'maxTotal',
        shape: {
          is: 'group',
          members: [
            { name: 'amount', shape: { is: 'number' }, isNeeded: true },
            { name: 'currencyCode', shape: { is: 'text' }, isNeeded: true },
          ],
        },
      },
    ],
  },
  'PATCH /admin/debtor-accounts/{id}': {
    is: 'group',
    members: [
      { name: 'status', shape: { is: 'choice', of: ['ACTIVE', 'CLOSED'] } },
      { name: 'name', shape: { is: 'text' }, isNullable: true, hint: 'The holder, as the bank has it.' },
      { name: 'iban', shape: { is: 'text' }, isNullable: true },
      { name: 'accountNumber', shape: { is: 'text' }, isNullable: true },
      { name: 'bankCode', shape: { is: 'text' }, isNullable: true },
      { name: 'branchCode', shape: { is: 'text' }, isNullable: true },
      { name: 'bic', shape: { is: 'text' }, isNullable: true },
      {
        name: 'clearingSystem',
        shape: { is: 'text' },
        isNullable: true,
        hint: "ISO 20022's code of the clearing system that bank codes belong to, where it is not the usual one.",
      },
      {
        name: 'formats',
        shape: { is: 'list', of: { is: 'choice', of: ['pain.001.001.12', 'pain.001.001.03', 'zengin'] } },
        isNullable: true,
        hint: 'The first is the usual one.',
      },
      { name: 'characterSet', shape: { is: 'choice', of: ['latin', 'unicode'] }, isNullable: true },
      { name: 'maxNameCharacters', shape: { is: 'number' }, isNullable: true },
      {
        name: 'batchBooking',
        shape: { is: 'yes-no' },
        isNullable: true,
        hint: 'One booking for the whole batch.',
      },
      {
        name: 'chargeBearer',
        shape: { is: 'choice', of: ['DEBT', 'CRED', 'SHAR', 'SLEV'] },
        isNullable: true,
      },
      { name: 'serviceLevel', shape: { is: 'text' }, isNullable: true },
      { name: 'localInstrument', shape: { is: 'text' }, isNullable: true },
      {
        name: 'calendar',
        shape: {
          is: 'group',
          members: [
            {
              name: 'zone',
              shape: { is: 'text' },
              isNeeded: true,
              hint: 'Time zone of the bank: Asia/Bangkok.',
            },
            {
              name: 'cutOff',
              shape: { is: 'text' },
              isNeeded: true,
              hint: 'HH:MM in that zone: what comes later counts for the next business day.',
            },
            {
              name: 'leadDays',
              shape: { is: 'number' },
              hint: 'Business days between the file and its execution. Left out: 0.',
            },
            {
              name: 'closedWeekdays',
              shape: { is: 'list', of: { is: 'number' } },
              hint: '0 is Sunday; left out, Saturday and Sunday.',
            },
            { name: 'holidays', shape: { is: 'list', of: { is: 'text' } } },
          ],
        },
        isNullable: true,
        hint: "The bank's days and hours, as data: keep the holidays up to date.",
      },
      { name: 'maxPayments', shape: { is: 'number' }, isNullable: true, hint: 'In one file.' },
      {
        name: 'zengin',
        shape: {
          is: 'group',
          members: [
            {
              name: 'clientCode',
              shape: { is: 'text' },
              isNeeded: true,
              hint: 'Ten digits, given by the bank (委託者コード).',
            },
            { name: 'accountType', shape: { is: 'choice', of: ['1', '2', '9'] } },
            { name: 'bankName', shape: { is: 'text' } },
            { name: 'branchName', shape: { is: 'text' } },
            { name: 'lineBreaks', shape: { is: 'yes-no' }, hint: 'CR LF after each record; left out, true.' },
            {
              name: 'ediReference',
              shape: { is: 'yes-no' },
              hint: 'Our reference as EDI information; left out, true.',
            },
          ],
        },
        isNullable: true,
        hint: 'For the format zengin.',
      },
      {
        name: 'bankConnection',
        shape: { is: 'text' },
        isNullable: true,
        hint: 'Name of the program, an operator with a token of its own, that speaks for the bank of this account: the answers that it brings are believed at once.',
      },
      {
        name: 'maxTotal',
        shape: {
          is: 'group',
          members: [
            { name: 'amount', shape: { is: 'number' }, isNeeded: true },
            { name: 'currencyCode', shape: { is: 'text' }, isNeeded: true },
          ],
        },
        isNullable: true,
      },
    ],
  },
  'POST /admin/connectors': {
    is: 'group',
    members: [
      {
        name: 'name',
        shape: { is: 'text' },
        isNeeded: true,
        hint: 'a-z 0-9 -; its processor is http-<name> or test-<name>.',
      },
      { name: 'isTest', shape: { is: 'yes-no' }, isNeeded: true, hint: 'For ever.' },
      {
        name: 'baseUrl',
        shape: { is: 'text' },
        isNeeded: true,
        hint: 'Where it is reached. Live ones: https, or http on this machine.',
      },
      {
        name: 'status',
        shape: { is: 'choice', of: ['ACTIVE', 'PAUSED'] },
        hint: 'PAUSED: it gets no new payments; those that it has are still asked about.',
      },
      {
        name: 'services',
        shape: {
          is: 'list',
          of: {
            is: 'group',
            members: [
              {
                name: 'kind',
                shape: { is: 'choice', of: ['payin', 'payout', 'refund', 'settlement'] },
                isNeeded: true,
                hint: 'refund: by a method of payins, those of its own payins whose money it gives back by their rail; by a method of payouts, refunds that it pays out.',
              },
              { name: 'paymentMethodCodes', shape: { is: 'list', of: { is: 'text' } }, isNeeded: true },
              { name: 'currencyCodes', shape: { is: 'list', of: { is: 'text' } }, isNeeded: true },
              {
                name: 'paymentOperatorCodes',
                shape: { is: 'list', of: { is: 'text' } },
                hint: 'Left out: all, and none.',
              },
              { name: 'min', shape: { is: 'text' }, hint: 'Decimal text in major units: "500.25".' },
              { name: 'max', shape: { is: 'text' }, hint: 'Decimal text in major units: "500.25".' },
              {
                name: 'hours',
                shape: {
                  is: 'group',
                  members: [
                    {
                      name: 'timeZone',
                      shape: { is: 'text' },
                      isNeeded: true,
                      hint: 'An IANA name: Asia/Bangkok.',
                    },
                    {
                      name: 'days',
                      shape: { is: 'list', of: { is: 'number' } },
                      hint: 'ISO weekdays, Monday is 1; left out: every day.',
                    },
                    { name: 'from', shape: { is: 'text' }, isNeeded: true },
                    {
                      name: 'to',
                      shape: { is: 'text' },
                      isNeeded: true,
                      hint: 'Not after midnight: an earlier time than from is the next day.',
                    },
                  ],
                },
                hint: 'When it takes payments on.',
              },
              {
                name: 'deadlineSecs',
                shape: { is: 'number' },
                hint: 'A payment of which nothing is known by then becomes a case. Left out: half an hour after its expiry for payins, a day for payouts.',
              },
            ],
          },
        },
        isNullable: true,
        hint: 'Left out or null: what the connector says itself.',
      },
    ],
  },
  'PATCH /admin/connectors/{name}': {
    is: 'group',
    members: [
      {
        name: 'baseUrl',
        shape: { is: 'text' },
        hint: 'Where it is reached. Live ones: https, or http on this machine.',
      },
      {
        name: 'status',
        shape: { is: 'choice', of: ['ACTIVE', 'PAUSED'] },
        hint: 'PAUSED: it gets no new payments; those that it has are still asked about.',
      },
      {
        name: 'services',
        shape: {
          is: 'list',
          of: {
            is: 'group',
            members: [
              {
                name: 'kind',
                shape: { is: 'choice', of: ['payin', 'payout', 'refund', 'settlement'] },
                isNeeded: true,
                hint: 'refund: by a method of payins, those of its own payins whose money it gives back by their rail; by a method of payouts, refunds that it pays out.',
              },
              { name: 'paymentMethodCodes', shape: { is: 'list', of: { is: 'text' } }, isNeeded: true },
              { name: 'currencyCodes', shape: { is: 'list', of: { is: 'text' } }, isNeeded: true },
              {
                name: 'paymentOperatorCodes',
                shape: { is: 'list', of: { is: 'text' } },
                hint: 'Left out: all, and none.',
              },
              { name: 'min', shape: { is: 'text' }, hint: 'Decimal text in major units: "500.25".' },
              { name: 'max', shape: { is: 'text' }, hint: 'Decimal text in major units: "500.25".' },
              {
                name: 'hours',
                shape: {
                  is: 'group',
                  members: [
                    {
                      name: 'timeZone',
                      shape: { is: 'text' },
                      isNeeded: true,
                      hint: 'An IANA name: Asia/Bangkok.',
                    },
                    {
                      name: 'days',
                      shape: { is: 'list', of: { is: 'number' } },
                      hint: 'ISO weekdays, Monday is 1; left out: every day.',
                    },
                    { name: 'from', shape: { is: 'text' }, isNeeded: true },
                    {
                      name: 'to',
                      shape: { is: 'text' },
                      isNeeded: true,
                      hint: 'Not after midnight: an earlier time than from is the next day.',
                    },
                  ],
                },
                hint: 'When it takes payments on.',
              },
              {
                name: 'deadlineSecs',
                shape: { is: 'number' },
                hint: 'A payment of which nothing is known by then becomes a case. Left out: half an hour after its expiry for payins, a day for payouts.',
              },
            ],
          },
        },
        isNullable: true,
        hint: 'Left out or null: what the connector says itself.',
      },
      {
        name: 'sameConnector',
        shape: { is: 'yes-no' },
        hint: 'Of a new baseUrl: it is the same connector there, with all that it knows of payments. Without it the address stays while payments wait.',
      },
    ],
  },
  'POST /admin/networks': {
    is: 'group',
    members: [
      { name: 'code', shape: { is: 'choice', of: ['ARBITRUM', 'BASE', 'ERC20', 'POLYGON'] }, isNeeded: true },
      { name: 'isTest', shape: { is: 'yes-no' } },
      { name: 'chainId', shape: { is: 'number' }, hint: 'EIP-155.' },
      {
        name: 'enabled',
        shape: { is: 'yes-no' },
        hint: 'Takes new payins. Addresses given out are watched anyway.',
      },
      {
        name: 'rpcUrls',
        shape: { is: 'list', of: { is: 'text' } },
        isNeeded: true,
        hint: 'Asked in turn. Never shown again.',
      },
      {
        name: 'xpub',
        shape: { is: 'text' },
        isNeeded: true,
        hint: "Extended public key of m/44'/60'/a' or m/44'/60'/a'/0. Never shown again.",
      },
      {
        name: 'tokens',
        shape: {
          is: 'by-name',
          of: {
            is: 'group',
            members: [
              { name: 'contract', shape: { is: 'text' }, isNeeded: true },
              { name: 'decimals', shape: { is: 'number' } },
            ],
          },
        },
        hint: 'By currency. Left out for a live network: as the catalogue has them.',
      },
      {
        name: 'confirmations',
        shape: { is: 'number' },
        hint: 'Blocks, the one with the transfer included, until it is final.',
      },
      { name: 'blockRange', shape: { is: 'number' }, hint: 'Blocks in one query: what the nodes allow.' },
      { name: 'pollSecs', shape: { is: 'number' } },
    ],
  },
  'PATCH /admin/networks/{chainId}': {
    is: 'group',
    members: [
      {
        name: 'enabled',
        shape: { is: 'yes-no' },
        hint: 'Takes new payins. Addresses given out are watched anyway.',
      },
      {
        name: 'rpcUrls',
        shape: { is: 'list', of: { is: 'text' } },
        hint: 'Asked in turn. Never shown again.',
      },
      {
        name: 'xpub',
        shape: { is: 'text' },
        hint: "Extended public key of m/44'/60'/a' or m/44'/60'/a'/0. Never shown again.",
      },
      {
        name: 'tokens',
        shape: {
          is: 'by-name',
          of: {
            is: 'group',
            members: [
              { name: 'contract', shape: { is: 'text' }, isNeeded: true },
              { name: 'decimals', shape: { is: 'number' } },
            ],
          },
        },
        hint: 'By currency. Left out for a live network: as the catalogue has them.',
      },
      {
        name: 'confirmations',
        shape: { is: 'number' },
        hint: 'Blocks, the one with the transfer included, until it is final.',
      },
      { name: 'blockRange', shape: { is: 'number' }, hint: 'Blocks in one query: what the nodes allow.' },
      { name: 'pollSecs', shape: { is: 'number' } },
    ],
  },
  'PUT /admin/fx-rate-pairs': {
    is: 'group',
    members: [
      {
        name: 'data',
        shape: {
          is: 'list',
          of: {
            is: 'group',
            members: [
              { name: 'baseCurrencyCode', shape: { is: 'text' }, isNeeded: true },
              { name: 'quoteCurrencyCode', shape: { is: 'text' }, isNeeded: true },
              { name: 'rate', shape: { is: 'number' }, isNeeded: true },
              { name: 'validFrom', shape: { is: 'text' }, hint: 'Left out: now.' },
              { name: 'validTo', shape: { is: 'text' }, isNeeded: true },
            ],
          },
        },
        isNeeded: true,
      },
    ],
  },
  'PUT /admin/settlement-calendars/{code}': {
    is: 'group',
    members: [
      {
        name: 'closedWeekdays',
        shape: { is: 'list', of: { is: 'number' } },
        hint: '0 is Sunday; left out, Saturday and Sunday.',
      },
      { name: 'holidays', shape: { is: 'list', of: { is: 'text' } } },
    ],
  },
  'PUT /admin/merchants/{merchantCode}/settlement-terms/{currencyCode}': {
    is: 'group',
    members: [
      {
        name: 'schedule',
        shape: { is: 'choice', of: ['DAILY', 'WEEKLY', 'MONTHLY', 'MANUAL'] },
        isNeeded: true,
        hint: 'MANUAL: only in runs that name the merchant.',
      },
      { name: 'weekday', shape: { is: 'number' }, hint: 'WEEKLY: 1 is Monday. Left out: 1.' },
      {
        name: 'dayOfMonth',
        shape: { is: 'number' },
        hint: 'MONTHLY: a shorter month ends with its last day. Left out: 1.',
      },
      {
        name: 'cutOff',
        shape: { is: 'text' },
        isNeeded: true,
        hint: 'HH:MM in the zone: what comes later is the next period’s.',
      },
      { name: 'zone', shape: { is: 'text' }, isNeeded: true },
      { name: 'calendar', shape: { is: 'text' }, isNeeded: true },
      {
        name: 'minimum',
        shape: { is: 'number' },
        hint: 'In major units: less is not paid out, and waits. Left out: 0.',
      },
      {
        name: 'reserve',
        shape: {
          is: 'group',
          members: [
            { name: 'percent', shape: { is: 'text' }, isNeeded: true },
            { name: 'days', shape: { is: 'number' }, isNeeded: true },
          ],
        },
        hint: 'Of what payins brought in during so many days before the cut-off; left out: nothing.',
      },
      {
        name: 'payee',
        shape: { is: 'json' },
        isNeeded: true,
        hint: 'The merchant’s own account, as paymentMethod of a payout in that currency: paymentMethodCode, paymentOperatorCode, account.',
      },
    ],
  },
  'POST /admin/invoices': {
    is: 'group',
    members: [
      { name: 'merchantCode', shape: { is: 'text' }, isNeeded: true },
      { name: 'currencyCode', shape: { is: 'text' }, isNeeded: true },
      { name: 'month', shape: { is: 'text' }, isNeeded: true, hint: 'The month whose fees it has.' },
    ],
  },
  'PUT /admin/billing': {
    is: 'group',
    members: [
      { name: 'zone', shape: { is: 'text' } },
      {
        name: 'monthly',
        shape: { is: 'yes-no' },
        hint: 'Statements are issued by themselves when a month is over, and then the invoices for its fees, where there is an issuer; left out: true.',
      },
      {
        name: 'series',
        shape: { is: 'text' },
        hint: 'What the numbers of invoices begin with; left out: INV. A new one begins at 1.',
      },
      {
        name: 'creditSeries',
        shape: { is: 'text' },
        hint: 'What the numbers of credit notes begin with, never the same as series; left out: CN.',
      },
      {
        name: 'issuer',
        shape: {
          is: 'group',
          members: [
            { name: 'name', shape: { is: 'text' }, isNeeded: true },
            { name: 'address', shape: { is: 'list', of: { is: 'text' } } },
            { name: 'country', shape: { is: 'text' } },
            { name: 'taxId', shape: { is: 'text' } },
          ],
        },
        hint: 'As it is to stand on statements and invoices.',
      },
    ],
  },
  'PUT /admin/merchants/{merchantCode}/billing': {
    is: 'group',
    members: [
      { name: 'zone', shape: { is: 'text' }, hint: "Left out: the installation's." },
      {
        name: 'recipient',
        shape: {
          is: 'group',
          members: [
            { name: 'name', shape: { is: 'text' }, isNeeded: true },
            { name: 'address', shape: { is: 'list', of: { is: 'text' } } },
            { name: 'country', shape: { is: 'text' } },
            { name: 'taxId', shape: { is: 'text' } },
          ],
        },
        hint: 'As it is to stand on statements and invoices.',
      },
    ],
  },
  'PUT /admin/approval-policy': {
    is: 'group',
    members: [
      {
        name: 'data',
        shape: {
          is: 'list',
          of: {
            is: 'group',
            members: [
              {
                name: 'operation',
                shape: {
                  is: 'choice',
                  of: [
                    'balance.credit',
                    'balance.debit',
                    'case.assign',
                    'case.credit',
                    'case.return',
                    'case.write-off',
                    'case.close',
                    'refund',
                    'refund.claim',
                    'refund.decide',
                    'payment.cancel',
                    'settlement.run',
                    'bank-file.release',
                    'bank-file.answer',
                    'bank-file.doubt',
                    'bank-feed.import',
                    'bank-feed.statement',
                    'merchant.create',
                    'merchant.addresses',
                    'merchant.activate',
                    'merchant.products',
                    'merchant.payout-destination',
                    'merchant.keys',
                    'account.details',
                    'network.change',
                    'provider.change',
                    'connector.change',
                    'connector.services',
                    'bank-feed.mapping',
                    'rates.put',
                    'debtor-account.change',
                    'billing.change',
                    'alert.silence',
                    'operator.create',
                    'approval-policy.change',
                  ],
                },
                isNeeded: true,
              },
              {
                name: 'rule',
                shape: { is: 'choice', of: ['NONE', 'ABOVE', 'ALWAYS'] },
                isNeeded: true,
                hint: 'NONE: done at once. ABOVE: needs an approval where an amount of above is exceeded, by itself or with what the same operator has moved by such acts within 24 hours; in a currency that is not named, always. ALWAYS: needs one whatever the amount.',
              },
              {
                name: 'above',
                shape: {
                  is: 'list',
                  of: {
                    is: 'group',
                    members: [
                      { name: 'amount', shape: { is: 'number' }, isNeeded: true },
                      { name: 'currencyCode', shape: { is: 'text' }, isNeeded: true },
                    ],
                  },
                },
              },
            ],
          },
        },
        isNeeded: true,
      },
    ],
  },
  'PUT /admin/alerts/rules/{rule}': {
    is: 'group',
    members: [
      { name: 'enabled', shape: { is: 'yes-no' }, isNeeded: true },
      { name: 'afterMinutes', shape: { is: 'number' } },
      {
        name: 'limits',
        shape: {
          is: 'list',
          of: {
            is: 'group',
            members: [
              { name: 'merchantCode', shape: { is: 'text' }, isNeeded: true },
              { name: 'currencyCode', shape: { is: 'text' }, isNeeded: true },
              {
                name: 'amount',
                shape: { is: 'text' },
                isNeeded: true,
                hint: 'As text. Below it the alert begins.',
              },
            ],
          },
        },
      },
    ],
  },
  'PATCH /admin/people/{id}': {
    is: 'group',
    members: [
      { name: 'role', shape: { is: 'choice', of: ['VIEWER', 'OPERATOR', 'ADMIN'] } },
      {
        name: 'rights',
        shape: {
          is: 'group',
          members: [
            {
              name: 'capabilities',
              shape: {
                is: 'list',
                of: {
                  is: 'choice',
                  of: [
                    'payments:read',
                    'payments:act',
                    'payments:manage',
                    'refunds:read',
                    'refunds:act',
                    'refunds:manage',
                    'cases:read',
                    'cases:act',
                    'cases:manage',
                    'balances:read',
                    'balances:act',
                    'balances:manage',
                    'settlements:read',
                    'settlements:act',
                    'settlements:manage',
                    'statements:read',
                    'statements:act',
                    'statements:manage',
                    'reports:read',
                    'reports:act',
                    'reports:manage',
                    'bank:read',
                    'bank:act',
                    'bank:manage',
                    'bank-files:read',
                    'bank-files:act',
                    'bank-files:manage',
                    'callbacks:read',
                    'callbacks:act',
                    'callbacks:manage',
                    'merchants:read',
                    'merchants:act',
                    'merchants:manage',
                    'routes:read',
                    'routes:act',
                    'routes:manage',
                    'approvals:read',
                    'approvals:act',
                    'approvals:manage',
                    'people:read',
                    'people:act',
                    'people:manage',
                    'gateway:read',
                    'gateway:act',
                    'gateway:manage',
                  ],
                },
              },
              hint: 'Of those that the role has, these only.',
            },
            {
              name: 'merchants',
              shape: { is: 'list', of: { is: 'text' } },
              hint: 'By code: nothing of any other.',
            },
            {
              name: 'limits',
              shape: {
                is: 'list',
                of: {
                  is: 'group',
                  members: [
                    { name: 'currencyCode', shape: { is: 'text' }, isNeeded: true },
                    { name: 'amount', shape: { is: 'text' }, isNeeded: true },
                  ],
                },
              },
              hint: 'The most that one act may move, as decimal text; in any other currency, nothing.',
            },
          ],
        },
        hint: 'What narrows the role; what is left out narrows nothing.',
      },
    ],
  },
  'POST /admin/operators': {
    is: 'group',
    members: [
      { name: 'name', shape: { is: 'text' }, isNeeded: true },
      { name: 'role', shape: { is: 'choice', of: ['VIEWER', 'OPERATOR', 'ADMIN'] }, isNeeded: true },
    ],
  },
}
