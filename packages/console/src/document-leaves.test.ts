import { expect, it } from 'vitest'
import { differencesOf, leavesOf } from './document-leaves.ts'

it('reads a payer’s claim in words: no code of the API, and no name as programs write it', () => {
  const claim = {
    idRefund: 'r-1',
    money: { amount: '914.00', currencyCode: 'BRL' },
    reason: 'REQUESTED_BY_CUSTOMER',
    payee: { from: 'PAYER', method: 'BANK_TRANSFER', operator: '001', fields: { accountName: 'Maria' } },
  }
  expect(leavesOf(claim).map(({ path, text }) => `${path}: ${text}`)).toEqual([
    'Refund ID: r-1',
    'Money: 914.00 BRL',
    'Reason: Requested by customer',
    'Payee · From: Payer',
    'Payee · Method: Bank transfer',
    'Payee · Operator: 001',
    'Payee · Account name: Maria',
  ])
})

it('leaves a value as it is that only looks like a code', () => {
  expect(leavesOf({ name: 'ACME', reference: 'INV_1' }).map(({ text }) => text)).toEqual(['ACME', 'INV_1'])
})

it('tells what differs of what is sent, and nothing of what is not', () => {
  const differences = differencesOf({ name: 'Before', minimum: 5 }, { name: 'After' })
  expect(differences.map(({ path, before, after }) => [path, before?.text, after?.text])).toEqual([
    ['Name', 'Before', 'After'],
  ])
})
