import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { adminPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import { fieldError } from '../http/errors.ts'
import { createRateLimiter } from '../http/rate-limits.ts'
import { serve } from '../http/serve.ts'
import { assertFresh, signedInSession, signedInUser } from '../http/sessions.ts'
import { emailSchema } from '../texts/values.ts'
import { knownPassword, newPasswordSchema, personNameSchema } from './account-schemas.ts'
import { endSession, endSessions, listSessions } from './account-sessions.ts'
import { hasFactor, readFactors } from './factor-store.ts'
import { askForEmail, changeName } from './my-account.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import type { AccountsDeps } from './sign-in.ts'
import { isPasswordOf, setPassword } from './users.ts'

const changePasswordSchema = z.object({
  currentPassword: knownPassword('Please enter your current password.'),
  password: newPasswordSchema,
})

const changeEmailSchema = z.object({ email: emailSchema })

const changeNameSchema = z.object({ name: personNameSchema })

/** The sessions of a person. */
function addSessionRoutes(app: FastifyInstance, db: Database): void {
  serve(
    app,
    api.mySessions,
    {},
    async (request) =>
      await listSessions(db, signedInUser(request).id, signedInSession(request).id),
  )

  serve(app, api.endOtherSessions, {}, async (request) => {
    await endSessions(db, signedInUser(request).id, signedInSession(request).id)
  })

  serve(app, api.endSession, {}, async (request) => {
    // That it has ended already is what was wanted.
    await endSession(db, signedInUser(request).id, request.params.sessionId)
  })
}

/** What everybody may do with their own account. */
export function addMyAccountRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { db, site, mails, signInLimits } = deps
  const takeTurn = createRateLimiter(
    [{ name: 'email-change', points: 10, seconds: 3600 }],
    'You’ve tried a lot of addresses. Please wait a few minutes before the next one.',
  )

  serve(app, api.changeName, { body: changeNameSchema }, async (request) => {
    const user = signedInUser(request)
    request.audit({ subject: request.body.name })
    await changeName(db, user.id, request.body.name)
    return { ...user, name: request.body.name }
  })

  serve(app, api.myEmail, { body: changeEmailSchema }, async (request) => {
    const user = signedInUser(request)
    const { email } = request.body
    request.audit({ subject: email })
    takeTurn(user.id)
    const token = await askForEmail(db, user.id, email)
    const link = `${site.url}${adminPaths.confirmEmail}#${token}`
    return await mails.send(email, { kind: 'account-link', for: 'email-change', link })
  })

  serve(app, api.myPassword, { body: changePasswordSchema }, async (request) => {
    const user = signedInUser(request)
    const { currentPassword, password } = request.body
    // A person without a second factor proves it with the present password, below.
    if (hasFactor(await readFactors(db, user.id))) await assertFresh(request)
    checkNewPassword(password)
    const isRight = await signInLimits.tryOnce(request, user.email, async () =>
      (await isPasswordOf(db, user.id, currentPassword)) ? true : undefined,
    )
    if (!isRight) throw fieldError('currentPassword', 'This isn’t your current password.')
    const passwordHash = await hashPassword(password)
    const { id } = signedInSession(request)
    await db.transaction((tx) => setPassword(tx, user.id, passwordHash, id))
    mails.sendInBackground(user.email, { kind: 'account-changed', change: 'password' })
  })

  addSessionRoutes(app, db)
}
