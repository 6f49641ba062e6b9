import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyBaseLogger } from 'fastify'
import ipaddr from 'ipaddr.js'

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

/** An address inside a network; a public one may be a visitor's, which is not for the log. */
function privateAddress({ remoteAddress = '' }: Socket): string | undefined {
  if (!ipaddr.isValid(remoteAddress)) return undefined
  const address = ipaddr.process(remoteAddress)
  return address.range() === 'unicast' ? undefined : address.toString()
}

/**
 * Logs once that a client which `TRUST_PROXY` does not name sends a proxy's headers. They are
 * ignored; if it is the owner's proxy, all visitors count as one client, and nothing else would
 * tell.
 */
export function createNoticeForwarded(isFromProxy: FromProxy, log: FastifyBaseLogger) {
  let isSaid = false
  return ({ headers, socket }: IncomingMessage): void => {
    if (isSaid) return
    const isForwarded =
      headers['x-forwarded-for'] !== undefined ||
      headers['x-forwarded-host'] !== undefined ||
      headers['x-forwarded-proto'] !== undefined
    if (!isForwarded || isFromProxy(socket)) return
    isSaid = true
    log.warn(
      { peer: privateAddress(socket) },
      'X-Forwarded headers are ignored: their sender is not in TRUST_PROXY. If it is your proxy, add its address there.',
    )
  }
}
