import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * A page that is opened by the secret in its address. By its headers browsers tell no site
     * where a form was sent from, so older ones send the origin `null`: another site cannot know
     * the secret.
     */
    isTokenPage?: boolean
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

function isSameOrigin(request: FastifyRequest, siteUrl: string): boolean {
  // Browsers set Fetch metadata themselves and let no page change it.
  const fetchSite = request.headers['sec-fetch-site']
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none'
  const { origin } = request.headers
  // No browser omits both on a POST: this is a client without cookies of ours to abuse.
  if (origin === undefined) return true
  if (origin === 'null') return request.routeOptions.config.isTokenPage === true
  return origin === siteUrl || origin === `${request.protocol}://${request.host}`
}

/** True for what a page of another website reads here, and not for a link that leads here. */
function isReadFromOutside({ routeOptions, headers }: FastifyRequest): boolean {
  return (
    // The route's own address: the requested one can be written in many ways.
    routeOptions.url?.startsWith('/api/') === true &&
    headers['sec-fetch-site'] === 'cross-site' &&
    headers['sec-fetch-mode'] !== 'navigate'
  )
}

/**
 * Refuses requests that another website makes a browser send: all that change something, and reads
 * of the API, whose time or size would tell something. No tokens, so that pages can be cached for
 * all visitors.
 */
export function registerOriginCheck(app: FastifyInstance, siteUrl: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const mayPass = safeMethods.has(request.method)
      ? !isReadFromOutside(request)
      : isSameOrigin(request, siteUrl)
    if (mayPass) return done()
    const message = 'This request came from another website. Please use the form on our site.'
    done(new AppError('not_allowed', message))
  })
}
