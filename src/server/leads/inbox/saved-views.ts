import { and, eq, sql } from 'drizzle-orm'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  newViewSchema,
  type SavedView,
  savedViewsSchema,
  viewNameSchema,
  viewParamsSchema,
} from '#/contracts/leads/saved-views.ts'
import { mostSavedViews } from '#/contracts/limits.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { savedViews, users } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { dataOf } from '../../http/answer-schemas.ts'
import { AppError } from '../../http/errors.ts'
import { signedInUser } from '../../http/sessions.ts'

const { id, name, query } = savedViews

const listViews = (db: Database | Transaction, userId: string): Promise<SavedView[]> =>
  db
    .select({ id, name, query })
    .from(savedViews)
    .where(eq(savedViews.userId, userId))
    .orderBy(sql`lower(${name})`, name)

/** Changes the views of a user, one change after the other: their number and their names are looked at first. */
const change = (
  db: Database,
  userId: string,
  run: (tx: Transaction, views: readonly SavedView[]) => Promise<unknown>,
) =>
  db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    await run(tx, await listViews(tx, userId))
    return { data: await listViews(tx, userId) }
  })

const ofName = (message: string) => new AppError('conflict', message, { fields: { name: message } })

/** The address without what was searched for: that may be a person, who can be erased. */
function withoutSearch(typed: string): string {
  const params = new URLSearchParams(typed)
  params.delete('q')
  return String(params)
}

const list = dataOf(savedViewsSchema)

/** The views of the inbox that each user saves for themselves. Admins only. */
export function savedViewRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(apiPaths.savedViews, { schema: { response: list } }, async (request) => ({
      data: await listViews(db, signedInUser(request).id),
    }))

    app.post(
      apiPaths.savedViews,
      { schema: { body: newViewSchema, response: list } },
      async (request) => {
        const { body } = request
        const userId = signedInUser(request).id
        return change(db, userId, async (tx, views) => {
          const isNew = !views.some((view) => view.name === body.name)
          if (isNew && views.length >= mostSavedViews) {
            throw ofName(`You have ${mostSavedViews} views. Please remove one first.`)
          }
          const view = { userId, name: body.name, query: withoutSearch(body.query) }
          const target = [savedViews.userId, savedViews.name]
          const set = { query: view.query }
          await tx.insert(savedViews).values(view).onConflictDoUpdate({ target, set })
        })
      },
    )

    app.patch(
      apiPaths.savedView,
      { schema: { params: viewParamsSchema, body: viewNameSchema, response: list } },
      async (request) => {
        const { viewId } = request.params
        return change(db, signedInUser(request).id, async (tx, views) => {
          if (!views.some((view) => view.id === viewId)) {
            throw new AppError('not_found', 'This view is not there any more.')
          }
          if (views.some((view) => view.name === request.body.name && view.id !== viewId)) {
            throw ofName('Another view has this name.')
          }
          await tx.update(savedViews).set(request.body).where(eq(id, viewId))
        })
      },
    )

    app.delete(
      apiPaths.savedView,
      { schema: { params: viewParamsSchema, response: list } },
      async (request) => {
        const userId = signedInUser(request).id
        const own = and(eq(id, request.params.viewId), eq(savedViews.userId, userId))
        return change(db, userId, (tx) => tx.delete(savedViews).where(own))
      },
    )
  }
}
