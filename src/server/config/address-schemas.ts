import { z } from 'zod'

/** IP addresses and CIDR ranges, separated by commas. */
export const addressRanges = z
  .string()
  .transform((list) => list.split(',').map((range) => range.trim()))
  .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])))

/** An http(s) address without a path. */
export const siteOrigin = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((url) => new URL(url).pathname === '/')
  .transform((url) => new URL(url).origin)

/** A host as browsers write it; undefined for more than a host. */
function hostName(written: string): string | undefined {
  const address = `http://${written}`
  if (!/^[^\s*/\\@?#]+$/.test(written) || !URL.canParse(address)) return undefined
  const { hostname, port } = new URL(address)
  return port === '' ? hostname : undefined
}

/** A host as it stands in an address: there an IPv6 address is in brackets. */
export const inAddress = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** A name or an IP address, without a port. */
export const listeningHost = z.string().refine((host) => hostName(inAddress(host)) !== undefined)

/** Host names, separated by commas. */
export const hostNames = z
  .string()
  .transform((list) => list.split(',').map((host) => hostName(host.trim())))
  .pipe(z.array(z.string()))

/** An address of PostgreSQL, with one host. */
export const databaseAddress = z.url({ protocol: /^postgres(ql)?$/, hostname: /^[^,]*$/ })
