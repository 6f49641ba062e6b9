import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyBaseLogger } from 'fastify'
import { healthPaths } from '#/contracts/routes.ts'
import { isLoopback } from './client-address.ts'
import { AppError } from './errors.ts'

/** True for a connection of a proxy that `TRUST_PROXY` names. */
export type FromProxy = (socket: Socket) => boolean

/** Tells connections of trusted proxies from all others. */
export function createFromProxy(trustProxy: string[] | false): FromProxy {
  if (!trustProxy) return () => false
  const trusts = proxyAddr.compile(trustProxy)
  // Proxies keep their connections, and to compare addresses costs more than all other checks.
  const known = new WeakMap<Socket, boolean>()
  return (socket) => {
    const before = known.get(socket)
    if (before !== undefined) return before
    // A client that has hung up has no address any more.
    const { remoteAddress } = socket
    const isTrusted = remoteAddress !== undefined && trusts(remoteAddress, 0)
    known.set(socket, isTrusted)
    return isTrusted
  }
}

/** The settings that say which hosts are ours, and which proxies are trusted. */
export type HostSettings = {
  site: { url: string }
  hasSiteUrl: boolean
  allowedHosts: string[]
  isDevelopment: boolean
  trustProxy: string[] | false
}

/** Every system leads these to itself, so no DNS of a stranger can lead them elsewhere. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** A name or an address, which is the first group, and perhaps a port. */
const hostForm = /^([\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** The target of a request as it is sent to proxies; the first group is the host. */
const wholeAddress = /^https?:\/\/([^/?#]*)/i

const watchPaths: string[] = Object.values(healthPaths)

const isAddress = (name: string) => isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0

const unclear = (message: string) => new AppError('invalid_request', message)

const notOurs = () =>
  new AppError('wrong_host', 'This server does not answer under the name that it was asked by.')

function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}

/** The host that a trusted proxy was asked for, which Fastify uses too. */
function forwardedHost({ headers, socket }: IncomingMessage, isFromProxy: FromProxy) {
  const forwarded = headers['x-forwarded-host']
  if (forwarded === undefined || !isFromProxy(socket)) return undefined
  return String(forwarded).split(',').at(-1)?.trim()
}

/** Every host that a request names, or why they cannot be read. */
function hostsIn(request: IncomingMessage, isFromProxy: FromProxy): string[] | AppError {
  const { headers, httpVersion, url = '' } = request
  const { host } = headers
  if (hasTwoHosts(request)) return unclear('The request says twice for which host it is.')
  const target = url.startsWith('/') ? undefined : wholeAddress.exec(url)?.[1]
  if (host === undefined && httpVersion === '1.1') {
    return unclear('The request does not say for which host.')
  }
  if (target !== undefined && host !== undefined && target.toLowerCase() !== host.toLowerCase()) {
    return unclear('The request names two hosts.')
  }
  return [host, target, forwardedHost(request, isFromProxy)].filter((name) => name !== undefined)
}

/** Why a request is refused for the host that it names; undefined if it is not. */
export type CheckHost = (request: IncomingMessage) => AppError | undefined

/**
 * Allows only names of our own. The owner of any domain can lead it to the address of this server;
 * the browser would then let a page of theirs read our responses as if we were one site.
 *
 * Names of this machine count for clients on it. Addresses cannot be led elsewhere: they count
 * while no `SITE_URL` names this site, and for monitoring, as by balancers, which know each process
 * only by its address.
 */
export function createCheckHost(
  { site, hasSiteUrl, allowedHosts, isDevelopment }: HostSettings,
  isFromProxy: FromProxy,
  onRefused: (name: string) => void,
): CheckHost {
  const own = new Set([new URL(site.url).hostname, ...allowedHosts])
  if (!hasSiteUrl || isDevelopment) for (const name of loopbackNames) own.add(name)

  function isOwn(name: string, { socket, url = '' }: IncomingMessage): boolean {
    if (own.has(name)) return true
    if (loopbackNames.includes(name)) return isLoopback(socket.remoteAddress)
    return isAddress(name) && (!hasSiteUrl || watchPaths.includes(url))
  }

  return (request) => {
    const hosts = hostsIn(request, isFromProxy)
    if (hosts instanceof AppError) return hosts
    for (const host of hosts) {
      const name = hostForm.exec(host)?.[1]?.toLowerCase()
      if (name === undefined) return unclear('The host that the request names cannot be read.')
      if (isOwn(name, request)) continue
      onRefused(name)
      return notOurs()
    }
    return undefined
  }
}

/** More names than that are not mistakes of the owner. */
const mostSaid = 10

/** The check of each request's host, with a line in the log for each name that is refused. */
export function createLoggedCheckHost(settings: HostSettings, log: FastifyBaseLogger): CheckHost {
  const said = new Set<string>()
  return createCheckHost(settings, createFromProxy(settings.trustProxy), (name) => {
    if (said.size >= mostSaid || said.has(name)) return
    said.add(name)
    log.warn(
      { host: name.slice(0, 100) },
      'refused: not a name of this site. If it is one, add it to ALLOWED_HOSTS.',
    )
  })
}
