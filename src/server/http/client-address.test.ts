import { expect, test } from 'vitest'
import { clientKey } from './client-address.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['[::FFFF:192.0.2.1]:80', '192.0.2.1'],
  ['64:ff9b::192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['::1', '::/48'],
  ['192.0.2.1:5678', '192.0.2.1'],
  ['[2001:db8:1:2::9]:99', '2001:db8:1::/48'],
  ['x[2001:db8::1]', 'unknown'],
  ['unknown', 'unknown'],
  [undefined, 'unknown'],
])('%s counts as %s', (address, key) => expect(clientKey(address)).toBe(key))
