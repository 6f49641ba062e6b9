import { isIP } from 'node:net'

/** For which site passkeys are: `id` is the name that browsers tie them to. */
export type PasskeySite = {
  id: string
  /** The origin of its pages; undefined where it is any port of this machine. */
  origin: string | undefined
  /** Why passkeys cannot be used here, in the words of those who wanted to. */
  problem: string | undefined
}

const loopbackHosts = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Passkeys need https and a name. On this machine `localhost` is such a name without https; an
 * address such as 127.0.0.1 never is.
 */
export function passkeySite(siteUrl: string): PasskeySite {
  const { protocol, hostname, origin } = new URL(siteUrl)
  if (protocol === 'http:' && loopbackHosts.test(hostname)) {
    return { id: 'localhost', origin: undefined, problem: undefined }
  }
  const hasName = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0
  if (protocol === 'https:' && hasName) return { id: hostname, origin, problem: undefined }
  return {
    id: hostname,
    origin,
    problem: hasName
      ? 'Passkeys need an encrypted connection. They can be used once SITE_URL begins with https.'
      : 'Passkeys need a site with a name. They can be used once SITE_URL has one in place of an address.',
  }
}

/**
 * The origin that a passkey must have seen: the site's, or on this machine that of the request, at
 * whatever port. Empty where there is none, which no passkey sees.
 */
export function passkeyOrigin(siteUrl: string, origin = ''): string {
  const ofSite = passkeySite(siteUrl).origin
  return ofSite ?? (/^http:\/\/localhost(:\d+)?$/.test(origin) ? origin : '')
}
