import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { adminOnlyPaths, adminPaths, openAdminPaths, signInPath } from '#/contracts/routes.ts'
import { isUnknownServicePath, publicPaths, servicePath } from '#/contracts/site-routes.ts'
import { AppError } from '../http/errors.ts'
import type { Guards } from '../http/sessions.ts'

/** What the addresses lead to. */
type Senders = {
  sendPage: (request: FastifyRequest, reply: FastifyReply, path: string) => unknown
  /** The back office, which is rendered in the browser. The reply's status is the caller's. */
  sendAdmin: (reply: FastifyReply, path: string) => Promise<unknown>
}

const knownPaths: string[] = [...publicPaths, ...Object.values(adminPaths)]

/** The page that an address shows. All unknown ones share two, so strangers cannot fill the cache. */
function shownPath(path: string): string {
  if (publicPaths.includes(path)) return path
  return isUnknownServicePath(path) ? servicePath('not-found') : '/not-found'
}

/** An address without what is no letter behind it: mail programs take a bracket or a full stop along. */
function withoutStrayEnding(path: string): string {
  const [start = ''] = /^[\w/-]*/.exec(path) ?? []
  // Looks behind, or thousands of slashes would be tried from each of them.
  const known = start.replace(/(?<!\/)\/+$/, '')
  return /^(%[\da-f]{2}|[^\w%])*$/i.test(path.slice(start.length)) ? known : path
}

/** The addresses of all pages: the public ones, the back office, and the fallback for all others. */
export function pageRoutes(
  app: FastifyInstance,
  guards: Guards,
  { sendPage, sendAdmin }: Senders,
): void {
  for (const path of publicPaths) {
    app.get(path, (request, reply) => sendPage(request, reply, path))
  }

  app.get(adminPaths.root, (_request, reply) => reply.redirect(adminPaths.leads))
  for (const path of openAdminPaths) app.get(path, (_request, reply) => sendAdmin(reply, path))
  const leave = (reply: FastifyReply, to: string) =>
    reply.header('cache-control', 'no-store').redirect(to)
  for (const path of Object.values(adminPaths)) {
    if (path === adminPaths.root || openAdminPaths.includes(path)) continue
    app.get(path, { onRequest: guards.identify }, ({ user, url }, reply) => {
      // Signing in leads to the leads anyway; the link of a mail leads to one lead.
      if (!user) return leave(reply, url === adminPaths.leads ? adminPaths.signIn : signInPath(url))
      // An editor is shown what editors work on.
      return adminOnlyPaths.includes(path) && user.role !== 'admin'
        ? leave(reply, adminPaths.pages)
        : sendAdmin(reply, path)
    })
  }

  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const known = isRead && withoutStrayEnding(path)
    if (known && knownPaths.includes(known)) {
      return reply.redirect(known + request.url.slice(path.length), 308)
    }
    if (path.startsWith('/api/') || !isRead) {
      throw new AppError('not_found', 'There’s nothing at this address.')
    }
    if (path.startsWith(`${adminPaths.root}/`)) return sendAdmin(reply.code(404), path)
    return sendPage(request, reply, shownPath(path))
  })
}
