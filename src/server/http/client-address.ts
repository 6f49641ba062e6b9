import { isIP, isIPv4, type Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/** One customer of a provider may hold a whole /48, so that counts as one client. */
const ipv6PrefixBits = 48

/** IPv6 addresses that stand for one of IPv4, as `ipaddr.js` names their ranges. */
const rangesOfIpv4 = ['ipv4Mapped', 'rfc6145', 'rfc6052']

/** All clients without a readable address count as this one. */
const unknownClient = 'unknown'

/** The address in what proxies write: bare, with a port, or in brackets. */
function bareAddress(written: string): string {
  return /^\[([^\]]+)\]/.exec(written)?.[1] ?? /^([\d.]+):\d+$/.exec(written)?.[1] ?? written
}

/**
 * The key by which a client is counted: its IPv4 address, or the /48 of its IPv6 address. Never
 * throws: a proxy may write anything, and a client that has hung up has no address any more.
 */
export function clientKey(written: string | undefined): string {
  // Most addresses are IPv4, and this check takes a tenth of the time.
  if (written !== undefined && isIPv4(written)) return written
  const address = bareAddress(written ?? '')
  if (!ipaddr.isValid(address)) return unknownClient
  const parsed = ipaddr.parse(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  if (rangesOfIpv4.includes(parsed.range())) return parsed.toByteArray().slice(-4).join('.')
  const network = `${parsed.toString()}/${ipv6PrefixBits}`
  return `${ipaddr.IPv6.networkAddressFromCIDR(network).toString()}/${ipv6PrefixBits}`
}

/** True for an address at which a machine reaches itself. What is none may be a name that leads anywhere. */
export function isLoopback(address = ''): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'
}

/** True for a name or an address of this very machine, as it stands in an address or alone. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || isLoopback(host.replace(/^\[(.*)\]$/, '$1'))
}

/** The address of a client as people read it; undefined for a text that is none. */
export function readableAddress(written: string | undefined): string | undefined {
  const address = bareAddress(written ?? '')
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : undefined
}

/** Returns what tells connections of the proxies that `TRUST_PROXY` names from all others. */
export function createFromProxy(trustProxy: string[] | false) {
  const trusts = trustProxy && proxyAddr.compile(trustProxy)
  return ({ remoteAddress }: Socket): boolean =>
    trusts !== false && remoteAddress !== undefined && trusts(remoteAddress, 0)
}
