import { expect, test } from 'vitest'
import { clientKey } from './client-address.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['192.0.2.1:5678', '192.0.2.1'],
  ['[2001:db8:1:2::9]:99', '2001:db8:1:2::/64'],
  ['x[2001:db8::1]', 'unknown'],
  ['192.0.2.1:80 x', 'unknown'],
  ['unknown', 'unknown'],
  ['_hidden', 'unknown'],
  [undefined, 'unknown'],
])('%s counts as %s', (address, key) => expect(clientKey(address)).toBe(key))
