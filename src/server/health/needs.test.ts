import { expect, test } from 'vitest'
import { rankOf } from './needs.ts'

test('what costs a customer most comes first, and an emergency before what costs as much', () => {
  const inOrder = [
    ...['overdue, urgent', 'disk-full, bad', 'requests-without-contractor', 'call-missed'],
    ...['deliveries-failed, bad', 'undelivered', 'papers-lapse', 'handed-back, urgent'],
    ...['accepted', 'backup', 'commits-fsync, bad', 'excess-right'],
  ]
  const rank = (words: string) => {
    const [key = '', mark] = words.split(', ')
    return rankOf({ key, isUrgent: mark === 'urgent', severity: mark === 'bad' ? 'bad' : 'warn' })
  }
  expect(inOrder.toReversed().toSorted((one, other) => rank(one) - rank(other))).toEqual(inOrder)
})
