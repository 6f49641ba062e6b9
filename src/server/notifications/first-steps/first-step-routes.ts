import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  changeFirstStepsSchema,
  firstStepsSchema,
  testMailResultSchema,
  testMailSchema,
} from '#/contracts/health/first-steps.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database } from '../../db/database.ts'
import { dataOf } from '../../http/answer-schemas.ts'
import { createRateLimiter } from '../../http/rate-limits.ts'
import { signedInUser } from '../../http/sessions.ts'
import { type NoticeDeps, sendNotice } from '../mail/send-notice.ts'
import type { MailServerState } from '../mail/watch-mail-server.ts'
import { readFirstSteps, saveFirstSteps } from './first-steps.ts'

/** What the routes of the first steps need. */
export type FirstStepDeps = {
  db: Database
  mailServer: MailServerState
  notices: NoticeDeps
}

const answer = dataOf(firstStepsSchema)

/** So that a borrowed session cannot fill somebody's mailbox. */
const testMailLimits = [
  { name: 'test-mail-minute', points: 3, seconds: 60 },
  { name: 'test-mail-hour', points: 20, seconds: 3_600 },
]

/** A tick as the time of now, where it is given at all. */
const tick = (isDone: boolean | undefined) =>
  isDone === undefined ? undefined : isDone ? new Date() : null

/** What an owner sees to on the first day, and a test mail. Admins only. */
export function firstStepRoutes(deps: FirstStepDeps): FastifyPluginAsyncZod {
  const { db, mailServer, notices } = deps
  const limiter = createRateLimiter(
    db,
    testMailLimits,
    'You have sent many test emails. Please wait a moment before the next one.',
  )
  const read = async () => ({
    ...(await readFirstSteps(db)),
    mailServer: {
      isSet: notices.transport.mode === 'smtp',
      isAnswering: mailServer.isAnswering,
      problem: mailServer.problem,
      askedAt: mailServer.askedAt?.toISOString() ?? null,
    },
  })
  return async (app) => {
    app.get(apiPaths.firstSteps, { schema: { response: answer } }, async () => ({
      data: await read(),
    }))

    app.patch(
      apiPaths.firstSteps,
      {
        schema: { body: changeFirstStepsSchema, response: answer },
      },
      async ({ body }) => {
        const done = { backedUpAt: tick(body.isBackedUp), putAwayAt: tick(body.isPutAway) }
        await saveFirstSteps(db, done)
        return { data: await read() }
      },
    )

    app.post(
      apiPaths.testMail,
      {
        schema: {
          body: testMailSchema,
          response: dataOf(testMailResultSchema),
        },
      },
      async (request) => {
        request.audit({ subject: request.body.email })
        await limiter.consumeStrictly(signedInUser(request).id)
        const result = await sendNotice(notices, request.body.email, { kind: 'test' })
        if (result.outcome === 'sent') await saveFirstSteps(db, { mailTestedAt: new Date() })
        return { data: result }
      },
    )
  }
}
