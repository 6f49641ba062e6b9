import { expect, test } from 'vitest'
import { clientKey, networksOf } from './client-address.ts'

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

test.each([
  ['192.0.2.77', ['192.0.2.77', '192.0.2.0/24']],
  ['2001:db8:1:2ff:3:4:5:6', ['2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
  ['::ffff:192.0.2.77', ['192.0.2.77', '192.0.2.0/24']],
  [undefined, ['unknown']],
])('%s is in the networks %j', (address, networks) => expect(networksOf(address)).toEqual(networks))
