import { expect, it } from 'vitest'
import { concerns, isTold } from './concerns.ts'
import { eventReader } from './events.ts'

it('events come whole, however they were cut on the way', () => {
  const text = ':\n\nevent: ready\ndata: {}\n\nid: a.1\nevent: change\ndata: {"resource":"cases"}\n\n'
  for (let size = 1; size < 20; size += 1) {
    const read = eventReader()
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
      text.slice(at * size, (at + 1) * size),
    )
    expect(pieces.flatMap((piece) => read(piece))).toEqual([
      { event: 'ready', id: undefined, data: '{}' },
      { event: 'change', id: 'a.1', data: '{"resource":"cases"}' },
    ])
  }
})

it('a change concerns its own page and every list of its kind, and no other page', () => {
  const page = '/admin/payments/SHOP/payin/order%201/!explain'
  expect(concerns(page, 'payments', 'order 1')).toBe(true)
  expect(concerns(page, 'payments', 'order 2')).toBe(false)
  expect(concerns(page, 'payments', undefined)).toBe(true)
  expect(concerns('/admin/payments?status=PENDING', 'payments', 'order 2')).toBe(true)
  expect(concerns('/admin/cases', 'payments', 'order 1')).toBe(false)
  expect(concerns('/payins/order-1', 'payins', 'order-1')).toBe(true)
  expect(concerns('/balances', 'payins', 'order-1')).toBe(true)
})

it('only what is told of each time need not be asked again and again', () => {
  expect(isTold('/admin/cases/1')).toBe(true)
  expect(isTold('/admin/alerts')).toBe(false)
})
