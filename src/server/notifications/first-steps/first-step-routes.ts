import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import type { Database } from '../../db/database.ts'
import { changeSetting } from '../../db/settings.ts'
import { createRateLimiter } from '../../http/rate-limits.ts'
import { serve } from '../../http/serve.ts'
import { signedInUser } from '../../http/sessions.ts'
import { emailSchema } from '../../texts/values.ts'
import { type NoticeDeps, sendNotice } from '../mail/send-notice.ts'

/** Says that there is a backup, or hides the first steps. */
const changeFirstStepsSchema = z.union([
  z.strictObject({ isBackedUp: z.literal(true) }),
  z.strictObject({ isPutAway: z.literal(true) }),
])

const testMailSchema = z.object({ email: emailSchema })

/** So that a borrowed session cannot fill somebody's mailbox. */
const testMailLimits = [
  { name: 'test-mail-minute', points: 3, seconds: 60 },
  { name: 'test-mail-hour', points: 20, seconds: 3_600 },
]

/** Ticks what an owner sees to on the first day, and sends a test mail. Admins only. */
export function addFirstStepRoutes(
  app: FastifyInstance,
  { db, notices }: { db: Database; notices: NoticeDeps },
): void {
  const takeTurn = createRateLimiter(
    testMailLimits,
    'You’ve sent many test emails. Please wait a moment before the next one.',
  )
  serve(app, api.changeFirstSteps, { body: changeFirstStepsSchema }, async ({ body }) => {
    const step = 'isBackedUp' in body ? 'backedUpAt' : 'putAwayAt'
    await changeSetting(db, 'firstSteps', (before) => ({
      ...before,
      [step]: new Date().toISOString(),
    }))
  })

  serve(app, api.testMail, { body: testMailSchema }, async (request) => {
    request.audit({ subject: request.body.email })
    takeTurn(signedInUser(request).id)
    const result = await sendNotice(notices, request.body.email, { kind: 'test' })
    if (result.outcome === 'sent') {
      const mailTestedAt = new Date().toISOString()
      await changeSetting(db, 'firstSteps', (before) => ({ ...before, mailTestedAt }))
    }
    return result
  })
}
