import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { userSchema } from '#/contracts/accounts/accounts.ts'
import { linkSchema } from '#/contracts/accounts/my-account.ts'
import { acceptInvitationSchema, openInvitationSchema } from '#/contracts/accounts/team.ts'
import type { Site } from '#/contracts/documents.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import { browserOf } from './account-cookies.ts'
import { readLink } from './account-links.ts'
import type { Auth } from './auth.ts'
import { acceptInvitation, linkIsOver } from './my-account.ts'
import type { SignInLimits } from './sign-in-limits.ts'

/** What the routes of invitations need. */
export type InvitationDeps = {
  db: Database
  auth: Auth
  signInLimits: SignInLimits
  site: Site
}

/** For those who were invited: to look at the invitation, and to accept it. */
export function invitationRoutes({
  db,
  auth,
  signInLimits,
  site,
}: InvitationDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.post(
      apiPaths.openInvitation,
      {
        schema: { body: linkSchema, response: { 200: z.object({ data: openInvitationSchema }) } },
      },
      async (request) => {
        const link = await readLink(db, 'invitation', request.body.token)
        if (!link?.role) throw linkIsOver()
        const { email, role, createdBy } = link
        return { data: { email, role, invitedBy: createdBy ?? '' } }
      },
    )

    app.post(
      apiPaths.acceptInvitation,
      {
        schema: {
          body: acceptInvitationSchema,
          response: { 200: z.object({ data: userSchema }) },
        },
      },
      async (request, reply) => {
        const { password } = request.body
        request.audit({})
        const user = await acceptInvitation(db, request.body, site)
        request.audit({ user })
        const signedIn = await auth.signIn({ email: user.email, password, ...browserOf(request) })
        if (signedIn) reply.header('set-cookie', signedIn.setCookie)
        await signInLimits.rememberBrowser(reply, user.email)
        return { data: user }
      },
    )
  }
}
