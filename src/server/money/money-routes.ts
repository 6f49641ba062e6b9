import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import {
  accountSchema,
  entryParamsSchema,
  feeRuleParamsSchema,
  feeRuleSchema,
  newEntrySchema,
  newFeeRuleSchema,
  statementQuerySchema,
  statementSchema,
} from '#/contracts/money/ledger.ts'
import { contractorParamsSchema } from '#/contracts/referrals/contractors.ts'
import type { Database } from '../db/database.ts'
import { dataOf, noBody } from '../http/answer-schemas.ts'
import { serveStoredSetting } from '../http/serve-setting.ts'
import { signedInAs } from '../http/sessions.ts'
import { addRule, listRules, removeRule } from './fee-rules.ts'
import { addEntry, listAccounts, readStatement, reverseEntry } from './ledger.ts'

const created = { 201: z.null() }

/** The rules by which contractors pay, and when statements are mailed. Admins only. */
export function feeRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      api.feeRules.path,
      { schema: { response: dataOf(z.array(feeRuleSchema)) } },
      async () => ({ data: await listRules(db) }),
    )

    app.post(
      api.addFeeRule.path,
      { schema: { body: newFeeRuleSchema, response: created } },
      async (request, reply) => {
        const { price, event, holdsFrom } = request.body
        request.audit({ subject: `${formatCents(price)}, ${event}, from ${holdsFrom}` })
        await addRule(db, request.body)
        return reply.code(201).send(null)
      },
    )

    app.delete(
      api.removeFeeRule.path,
      { schema: { params: feeRuleParamsSchema, response: noBody } },
      async (request, reply) => {
        const { ruleId } = request.params
        request.audit({ subject: `fee ${ruleId}` })
        await removeRule(db, ruleId)
        return reply.code(204).send(null)
      },
    )

    serveStoredSetting(app, api.statementSettings, {
      db,
      key: 'statements',
      inWords: ({ dayOfMonth }) => (dayOfMonth === null ? 'off' : `day ${dayOfMonth}`),
    })
  }
}

/** What contractors owe and have paid. Admins only. */
export function ledgerRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(api.money.path, { schema: { response: dataOf(z.array(accountSchema)) } }, async () => ({
      data: await listAccounts(db),
    }))

    app.get(
      api.statement.path,
      {
        schema: {
          params: contractorParamsSchema,
          querystring: statementQuerySchema,
          response: dataOf(statementSchema),
        },
      },
      async ({ params: { contractorId }, query: { month } }) => ({
        data: await readStatement(db, contractorId, month),
      }),
    )

    app.post(
      api.ledgerEntry.path,
      { schema: { params: contractorParamsSchema, body: newEntrySchema, response: created } },
      async (request, reply) => {
        const { contractorId } = request.params
        const { kind, amount } = request.body
        request.audit({ subject: `contractor ${contractorId}, ${kind} ${formatCents(amount)}` })
        await addEntry(db, contractorId, { ...request.body, actor: signedInAs(request) })
        return reply.code(201).send(null)
      },
    )

    app.post(
      api.ledgerReversal.path,
      { schema: { params: entryParamsSchema, response: created } },
      async (request, reply) => {
        const { entryId } = request.params
        request.audit({ subject: `entry ${entryId}` })
        await reverseEntry(db, entryId, { actor: signedInAs(request) })
        return reply.code(201).send(null)
      },
    )
  }
}
