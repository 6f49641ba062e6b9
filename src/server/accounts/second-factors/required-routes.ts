import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { accountSettingsSchema } from '#/contracts/accounts/second-factors.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { sentText } from '#/contracts/text.ts'
import type { Database } from '../../db/database.ts'
import { dataOf, noBody } from '../../http/answer-schemas.ts'
import { AppError } from '../../http/errors.ts'
import { signedInSession } from '../../http/sessions.ts'
import { memberInWords } from '../users.ts'
import { removeAllFactors, requiresSecondFactor, setRequiresSecondFactor } from './factor-store.ts'

const answer = dataOf(accountSettingsSchema)

/** What admins decide about the second factors of everyone. */
export function requiredFactorRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(apiPaths.accountSettings, { schema: { response: answer } }, async () => ({
      data: { requiresSecondFactor: await requiresSecondFactor(db) },
    }))

    app.patch(
      apiPaths.accountSettings,
      {
        schema: { body: accountSettingsSchema, response: answer },
      },
      async (request) => {
        const { requiresSecondFactor: isRequired } = request.body
        if (isRequired && !signedInSession(request).hasSecondFactor) {
          throw new AppError(
            'conflict',
            'First set up a second factor for your own account, under My account. If you have one, sign in with it.',
          )
        }
        request.audit({ subject: isRequired ? 'needed' : 'not needed' })
        await setRequiresSecondFactor(db, isRequired)
        return { data: { requiresSecondFactor: isRequired } }
      },
    )

    app.delete(
      apiPaths.teamSecondFactors,
      {
        schema: {
          params: z.object({ userId: sentText().min(1).max(100) }),
          response: noBody,
        },
      },
      async (request, reply) => {
        request.audit({ subject: await memberInWords(db, request.params.userId) })
        if (!(await removeAllFactors(db, request.params.userId))) {
          throw new AppError('not_found', 'There is no such account.')
        }
        return reply.code(204).send(null)
      },
    )
  }
}
