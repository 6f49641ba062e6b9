import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { userSchema } from '#/contracts/accounts/accounts.ts'
import {
  accountSessionSchema,
  changeEmailSchema,
  changeNameSchema,
  changePasswordSchema,
  emailChangeSchema,
} from '#/contracts/accounts/my-account.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { sentText } from '#/contracts/text.ts'
import type { Database } from '../db/database.ts'
import { type App, dataOf, noBody } from '../http/answer-schemas.ts'
import { AppError } from '../http/errors.ts'
import { createRateLimiter } from '../http/rate-limits.ts'
import { assertFresh, signedInSession, signedInUser } from '../http/sessions.ts'
import { endSession, endSessions, listSessions } from './account-sessions.ts'
import { hasFactor, readFactors } from './factor-store.ts'
import { askForEmail, changeName } from './my-account.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import type { AccountsDeps } from './sign-in.ts'
import { isPasswordOf, setPassword } from './users.ts'

/** The sessions of a person. */
function addSessionRoutes(app: App, db: Database): void {
  app.get(
    api.mySessions.path,
    { schema: { response: dataOf(z.array(accountSessionSchema)) } },
    async (request) => ({
      data: await listSessions(db, signedInUser(request).id, signedInSession(request).id),
    }),
  )

  app.delete(
    api.endOtherSessions.path,
    { schema: { response: noBody } },
    async (request, reply) => {
      await endSessions(db, signedInUser(request).id, signedInSession(request).id)
      return reply.code(204).send(null)
    },
  )

  app.delete(
    api.endSession.path,
    { schema: { params: z.object({ sessionId: sentText().max(100) }), response: noBody } },
    async (request, reply) => {
      // That it has ended already is what was wanted.
      await endSession(db, signedInUser(request).id, request.params.sessionId)
      return reply.code(204).send(null)
    },
  )
}

/** What everybody may do with their own account. */
export function myAccountRoutes(deps: AccountsDeps): FastifyPluginAsyncZod {
  const { db, site, mails, signInLimits } = deps
  const takeTurn = createRateLimiter(
    [{ name: 'email-change', points: 10, seconds: 3600 }],
    'That were many addresses. Please wait a few minutes before the next one.',
  )

  return async (app) => {
    app.patch(
      api.changeName.path,
      { schema: { body: changeNameSchema, response: dataOf(userSchema) } },
      async (request) => {
        const user = signedInUser(request)
        request.audit({ subject: request.body.name })
        await changeName(db, user.id, request.body.name)
        return { data: { ...user, name: request.body.name } }
      },
    )

    app.post(
      api.myEmail.path,
      { schema: { body: changeEmailSchema, response: dataOf(emailChangeSchema) } },
      async (request) => {
        const user = signedInUser(request)
        const { email } = request.body
        request.audit({ subject: email })
        takeTurn(user.id)
        const token = await askForEmail(db, user.id, email)
        const link = `${site.url}${adminPaths.confirmEmail}#${token}`
        const data = await mails.send(email, { kind: 'email-change', link })
        return { data }
      },
    )

    app.post(
      api.myPassword.path,
      { schema: { body: changePasswordSchema, response: noBody } },
      async (request, reply) => {
        const user = signedInUser(request)
        const { currentPassword, password } = request.body
        // A person without a second factor proves it with the present password, below.
        if (hasFactor(await readFactors(db, user.id))) await assertFresh(request)
        checkNewPassword(password)
        const isRight = await signInLimits.tryOnce(request, user.email, async () =>
          (await isPasswordOf(db, user.id, currentPassword)) ? true : undefined,
        )
        if (!isRight) {
          const message = 'This is not your present password.'
          throw new AppError('invalid_request', message, { fields: { currentPassword: message } })
        }
        const passwordHash = await hashPassword(password)
        const { id } = signedInSession(request)
        await db.transaction((tx) => setPassword(tx, user.id, passwordHash, id))
        mails.sendInBackground(user.email, { kind: 'account-changed', change: 'password' })
        return reply.code(204).send(null)
      },
    )

    addSessionRoutes(app, db)
  }
}
