import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { healthPaths } from '#/contracts/routes.ts'
import { isLoopback } from './client-address.ts'
import { AppError } from './errors.ts'
import type { Refuse } from './refusals.ts'

/** The settings that say which hosts are ours. */
type HostSettings = {
  site: { url: string }
  hasSiteUrl: boolean
  allowedHosts: string[]
  isDevelopment: boolean
}

/** Every system leads these to itself, so no DNS of a stranger can lead them elsewhere. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

const watchPaths: string[] = Object.values(healthPaths)

/** A host without its port. */
const nameOf = (host = '') => host.toLowerCase().replace(/:\d{1,5}$/, '')

const isAddress = (name: string) => isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0

/** What is no name may be a secret. */
const isNameLike = /^[\w.-]{1,100}$/

/** More names than that are not mistakes of the owner. */
const mostSaid = 10

/**
 * Refuses requests for names that are not our own. The owner of any domain can lead it to the address
 * of this server; the browser would then let a page of theirs read our responses as if we were one
 * site. Addresses cannot be led elsewhere: they count while no `SITE_URL` names this site, and for
 * balancers, which know each process only by its address.
 */
export function registerOwnHosts(app: FastifyInstance, refuse: Refuse, settings: HostSettings) {
  const { site, hasSiteUrl, allowedHosts, isDevelopment } = settings
  const own = new Set([new URL(site.url).hostname, ...allowedHosts])
  if (!hasSiteUrl || isDevelopment) for (const name of loopbackNames) own.add(name)
  const said = new Set<string>()

  function isOwn(name: string, { socket, url }: FastifyRequest): boolean {
    if (own.has(name)) return true
    if (loopbackNames.includes(name)) return isLoopback(socket.remoteAddress)
    return isAddress(name) && (!hasSiteUrl || watchPaths.includes(url.replace(/\?.*/, '')))
  }

  app.addHook('onRequest', (request, reply, done) => {
    // A trusted proxy says for which host it was asked, and may pass on what its client claims.
    const asked = [request.headers.host, request.host].map(nameOf)
    const foreign = asked.find((name) => name && !isOwn(name, request))
    if (!foreign) return done()
    if (said.size < mostSaid && !said.has(foreign) && isNameLike.test(foreign)) {
      said.add(foreign)
      const text = 'refused: not a name of this site. If it is one, add it to ALLOWED_HOSTS.'
      app.log.warn({ host: foreign }, text)
    }
    const words = 'This server doesn’t answer to the name in this address.'
    reply.send(refuse(request, reply, new AppError('wrong_host', words)))
  })
}
