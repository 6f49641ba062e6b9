import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { users } from '../db/tables/schema.ts'
import { fieldError } from '../http/errors.ts'
import { createRateLimiter } from '../http/rate-limits.ts'
import { serve } from '../http/serve.ts'
import { assertFresh, signedInSession, signedInUser } from '../http/sessions.ts'
import { emailSchema } from '../texts/values.ts'
import { linkIsOver, readLink, redeemLink } from './account-links.ts'
import {
  knownPassword,
  linkSchema,
  linkTokenSchema,
  newPasswordSchema,
  personNameSchema,
} from './account-schemas.ts'
import { endSession, endSessions, listSessions } from './account-sessions.ts'
import type { AccountsDeps } from './auth.ts'
import { hasFactor, readFactors } from './factor-store.ts'
import {
  addressTaken,
  askForEmail,
  askForPassword,
  confirmEmail,
  findResetDue,
} from './my-account.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import { accountInWords, findByPassword, insertUser, setPassword } from './users.ts'

const changePasswordSchema = z.object({
  currentPassword: knownPassword('Please enter your current password.'),
  password: newPasswordSchema,
})

const changeNameSchema = z.object({ name: personNameSchema })

const addressSchema = z.object({ email: emailSchema })

const resetPasswordSchema = z.object({ token: linkTokenSchema, password: newPasswordSchema })

const acceptInvitationSchema = resetPasswordSchema.extend({ name: personNameSchema })

function addSessionRoutes(app: FastifyInstance, { db }: AccountsDeps): void {
  serve(app, api.mySessions, {}, (request) =>
    listSessions(db, signedInUser(request).id, signedInSession(request).id),
  )

  serve(app, api.endOtherSessions, {}, async (request) => {
    await endSessions(db, signedInUser(request).id, signedInSession(request).id)
  })

  serve(app, api.endSession, {}, async (request) => {
    // That it has ended already is what was wanted.
    await endSession(db, signedInUser(request).id, request.params.sessionId)
  })
}

function addInvitationRoutes(app: FastifyInstance, { db, auth }: AccountsDeps): void {
  serve(app, api.openInvitation, { body: linkSchema }, async (request) => {
    const link = await readLink(db, 'invitation', request.body.token)
    if (!link?.role) throw linkIsOver()
    const { email, role, createdBy } = link
    return { email, role, invitedBy: createdBy ?? '' }
  })

  serve(app, api.acceptInvitation, { body: acceptInvitationSchema }, async (request, reply) => {
    request.audit({})
    const { name, ...sent } = request.body
    const { id } = await redeemLink(db, 'invitation', sent, async (tx, link, passwordHash) => {
      const { email, role } = link
      const user = await insertUser(tx, { email, role: role ?? 'editor', name, passwordHash })
      if (!user) throw addressTaken()
      return user
    })
    return auth.begin(request, reply, id, false)
  })
}

/** What is done by the link of a mail: a forgotten password, a new address. */
function addLinkRoutes(app: FastifyInstance, { db, auth, site, mails }: AccountsDeps): void {
  async function sendResetLink(email: string): Promise<void> {
    const token = await askForPassword(db, email)
    if (token === undefined) return
    const link = `${site.url}${adminPaths.newPassword}#${token}`
    mails.sendInBackground(email, { kind: 'account-link', for: 'password-reset', link })
  }

  serve(app, api.forgotPassword, { body: addressSchema }, async (request) => {
    const { email } = request.body
    request.audit({ subject: await accountInWords(db, email) })
    if (await findResetDue(db, email)) {
      // Not waited for: how long an answer takes must not say who has an account.
      sendResetLink(email).catch((err: unknown) =>
        request.log.warn({ err }, 'a reset link was not made'),
      )
    }
  })

  serve(app, api.resetPassword, { body: resetPasswordSchema }, async (request, reply) => {
    request.audit({})
    const email = await redeemLink(db, 'password-reset', request.body, async (tx, link, hash) => {
      await setPassword(tx, link.userId ?? '', hash)
      return link.email
    })
    request.audit({ subject: email })
    mails.sendInBackground(email, { kind: 'account-changed', change: 'password' })
    // Who has the mailbox can sign in, however much others guess.
    await auth.rememberBrowser(reply, email)
  })

  serve(app, api.confirmEmail, { body: linkSchema }, async (request) => {
    request.audit({})
    const { before, now } = await confirmEmail(db, request.body.token)
    request.audit({ subject: `${now} instead of ${before}` })
    mails.sendInBackground(before, { kind: 'account-changed', change: 'email' })
    return { email: now }
  })
}

/** What everybody may do with their own account, and who has the link of a mail. */
export function addMyAccountRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { db, auth, site, mails } = deps
  const takeTurn = createRateLimiter(
    [{ name: 'email-change', points: 10, seconds: 3600 }],
    'You’ve tried a lot of addresses. Please wait a few minutes before the next one.',
  )

  serve(app, api.changeName, { body: changeNameSchema }, async (request) => {
    const user = signedInUser(request)
    const { name } = request.body
    request.audit({ subject: name })
    await db.update(users).set({ name }).where(eq(users.id, user.id))
    return { ...user, name }
  })

  serve(app, api.myEmail, { body: addressSchema }, async (request) => {
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
    const check = async () => (await findByPassword(db, user.email, currentPassword)) === user.id
    if (!(await auth.tryOnce(request, user.email, check)))
      throw fieldError('currentPassword', 'This isn’t your current password.')
    const passwordHash = await hashPassword(password)
    const { id } = signedInSession(request)
    await db.transaction((tx) => setPassword(tx, user.id, passwordHash, id))
    mails.sendInBackground(user.email, { kind: 'account-changed', change: 'password' })
  })

  addSessionRoutes(app, deps)
  addInvitationRoutes(app, deps)
  addLinkRoutes(app, deps)
}
