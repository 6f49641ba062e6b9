import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/**
 * Teaches the library to begin a new session for whoever has proved again who they are: the token
 * from before may have been stolen. The caller ends the session from before.
 */
export const sessionRenewal = {
  id: 'session-renewal',
  endpoints: {
    renewSession: createAuthEndpoint(
      '/renew-session',
      {
        method: 'POST',
        use: [sessionMiddleware],
        body: z.object({ hasSecondFactor: z.boolean() }),
      },
      async (ctx) => {
        const { user } = ctx.context.session
        const session = await ctx.context.internalAdapter.createSession(
          user.id,
          false,
          { hasSecondFactor: ctx.body.hasSecondFactor },
          true,
        )
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ id: session.id })
      },
    ),
  },
} satisfies BetterAuthPlugin
