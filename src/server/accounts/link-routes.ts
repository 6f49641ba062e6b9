import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  forgotPasswordSchema,
  linkSchema,
  resetPasswordSchema,
  signInHelpSchema,
} from '#/contracts/my-account.ts'
import { adminPaths, apiPaths } from '#/contracts/routes.ts'
import { clientKey } from '../http/client-address.ts'
import { AppError } from '../http/errors.ts'
import { createRateLimiter } from '../http/rate-limits.ts'
import { askForPassword, confirmEmail, setPasswordByLink } from './my-account.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import type { TeamDeps } from './team-routes.ts'
import { accountInWords, hasAdmin } from './users.ts'

/** What the routes of links from mails need. */
export type LinkDeps = Omit<TeamDeps, 'guards'> & { signInLimits: SignInLimits }

const done = { 204: z.null() }
const quarterHour = 15 * 60
const tooMany = 'Too many tries. Please wait a few minutes and try again.'

/** A forgotten password, a new address, and what the pages for them need to know. */
export function linkRoutes(deps: LinkDeps): FastifyPluginAsyncZod {
  const { db, site, mails, signInLimits } = deps
  const perAddress = createRateLimiter(
    db,
    [{ name: 'account-link', points: 30, seconds: quarterHour }],
    tooMany,
  )
  const mailsPerAddress = createRateLimiter(
    db,
    [{ name: 'forgot-password', points: 10, seconds: quarterHour }],
    tooMany,
  )
  // So that nobody can fill a mailbox. Who has reached it is not told: that would say who has an account.
  const mailsPerAccount = createRateLimiter(
    db,
    [{ name: 'forgot-password-account', points: 3, seconds: 3600 }],
    tooMany,
  )
  let isSetUp = false

  async function sendResetLink(email: string): Promise<void> {
    await mailsPerAccount.consumeStrictly(email)
    const token = await askForPassword(db, email)
    if (token === undefined) return
    const link = `${site.url}${adminPaths.newPassword}#${token}`
    mails.sendInBackground(email, { kind: 'password-reset', link })
  }

  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.get(
      apiPaths.signInHelp,
      { schema: { response: { 200: z.object({ data: signInHelpSchema }) } } },
      async () => {
        // There is always one from then on.
        isSetUp ||= await hasAdmin(db)
        return { data: { hasAdmin: isSetUp, sendsMail: mails.sendsMail } }
      },
    )

    app.post(
      apiPaths.forgotPassword,
      {
        config: { audit: 'password.forget' },
        schema: { body: forgotPasswordSchema, response: done },
      },
      async (request, reply) => {
        request.audit({ subject: () => accountInWords(db, request.body.email) })
        await mailsPerAddress.consumeStrictly(clientKey(request.ip))
        // Not waited for: how long an answer takes must not say who has an account.
        sendResetLink(request.body.email).catch((err: unknown) => {
          if (!(err instanceof AppError)) request.log.warn({ err }, 'a reset link was not made')
        })
        return reply.code(204).send(null)
      },
    )

    app.post(
      apiPaths.resetPassword,
      {
        config: { audit: 'password.reset' },
        schema: { body: resetPasswordSchema, response: done },
      },
      async (request, reply) => {
        request.audit({})
        await perAddress.consumeStrictly(clientKey(request.ip))
        const { email } = await setPasswordByLink(db, request.body, site)
        request.audit({ subject: email })
        mails.sendInBackground(email, { kind: 'account-changed', change: 'password' })
        // Who has the mailbox can sign in, however much others guess.
        await signInLimits.rememberBrowser(reply, email)
        return reply.code(204).send(null)
      },
    )

    app.post(
      apiPaths.confirmEmail,
      {
        config: { audit: 'account.email-confirm' },
        schema: { body: linkSchema, response: { 200: z.object({ data: forgotPasswordSchema }) } },
      },
      async (request) => {
        request.audit({})
        await perAddress.consumeStrictly(clientKey(request.ip))
        const { before, now } = await confirmEmail(db, request.body.token)
        request.audit({ subject: `${now} instead of ${before}` })
        mails.sendInBackground(before, { kind: 'account-changed', change: 'email' })
        return { data: { email: now } }
      },
    )
  }
}
