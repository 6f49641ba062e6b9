import { expect, test } from 'vitest'
import { clientKey, countedKeys } from './client-address.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['[::FFFF:192.0.2.1]:80', '192.0.2.1'],
  ['64:ff9b::192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['192.0.2.1:5678', '192.0.2.1'],
  ['[2001:db8:1:2::9]:99', '2001:db8:1:2::/64'],
  ['x[2001:db8::1]', 'unknown'],
  ['unknown', 'unknown'],
  [undefined, 'unknown'],
])('%s counts as %s', (address, key) => expect(clientKey(address)).toBe(key))

test.each([
  ['192.0.2.77', [['192.0.2.77', 1]]],
  [
    '2001:db8:1:2ff:3:4:5:6',
    [
      ['2001:db8:1:2ff::/64', 1],
      ['2001:db8:1::/48', 4],
    ],
  ],
  [undefined, [['unknown', 1]]],
])('%s is counted as %j', (address, counted) =>
  expect(countedKeys(clientKey(address))).toEqual(counted),
)

test('what is no client is counted as it is', () => {
  for (const key of ['person@example.com', '2001:db8:1::/48', '7', 'all']) {
    expect(countedKeys(key)).toEqual([[key, 1]])
  }
})
