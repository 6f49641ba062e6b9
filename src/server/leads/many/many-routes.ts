import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { manyLeadsSchema, manyResultsSchema } from '#/contracts/referrals/many-leads.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { dataOf } from '#/server/http/answer-schemas.ts'
import { signedInAs } from '#/server/http/sessions.ts'
import { createDoToMany, type ManyDeps } from './do-to-many.ts'

/** The same work on several leads. Admins only. */
export function manyRoutes(deps: ManyDeps): FastifyPluginAsyncZod {
  const doToMany = createDoToMany(deps)
  return async (app) => {
    app.post(
      apiPaths.manyLeads,
      {
        // As JSON a character of a note may take six bytes.
        bodyLimit: 64 * 1024,
        schema: { body: manyLeadsSchema, response: dataOf(manyResultsSchema) },
      },
      async (request) => {
        const { action, isUndo, isPreview } = request.body
        const how = { actor: signedInAs(request), log: request.log }
        const data = await doToMany(request.body, how)
        if (isPreview) {
          request.audit({ action: null })
          return { data }
        }
        const idsOf = (isDone: boolean) =>
          data.filter(({ result }) => (result !== 'refused') === isDone).map(({ id }) => id)
        const [done, refused] = [idsOf(true).join(', '), idsOf(false).join(', ')]
        request.audit({
          subject: [
            `${isUndo ? 'undo ' : ''}${action}`,
            done && `leads ${done}`,
            refused && `refused for leads ${refused}`,
          ]
            .filter(Boolean)
            .join(', '),
        })
        return { data }
      },
    )
  }
}
