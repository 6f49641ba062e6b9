import type { FastifyReply, FastifyRequest } from 'fastify'

/** A request of a browser with these cookies, and its reply, which collects the cookies that it sets. */
export function visit(cookie?: string, ip = '127.0.0.1') {
  const setCookie: string[] = []
  const header = (_name: string, value: string) => setCookie.push(value)
  const headers = { cookie, 'user-agent': 'A browser' }
  return {
    request: { ip, headers, audit: () => {} } as unknown as FastifyRequest,
    reply: { header } as unknown as FastifyReply,
    setCookie,
  }
}
