import ipaddr from 'ipaddr.js'

/** Providers hand one household or server a whole /64, so that is what counts as one client. */
const ipv6PrefixBits = 64

/** The key by which a client is counted: its IPv4 address, or the /64 of its IPv6 address. */
export function clientKey(address: string): string {
  // `process` turns ::ffff:192.0.2.1 into 192.0.2.1.
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${ipv6PrefixBits}`)
  return `${network.toString()}/${ipv6PrefixBits}`
}
