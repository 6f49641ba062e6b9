import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { retentionLimits } from '#/contracts/limits.ts'
import type { AccountMails, ContractorMail } from '#/contracts/notifications/mails.ts'
import { readEmail } from '#/contracts/values/email.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { auditWithin } from '../../http/audit.ts'
import { serve } from '../../http/serve.ts'
import { serveSetting } from '../../http/serve-setting.ts'
import { signedInAs } from '../../http/sessions.ts'
import { sentText } from '../../texts/texts.ts'
import { erase, findLeadsOf, listErasures, previewErasure } from './erasure.ts'
import { countOfLeads, previewRetention, readRetention, setRetention } from './retention.ts'

/** Whose leads to erase: all with this email, this phone number, or those of this lead's person. */
export const erasureTargetSchema = z
  .object({
    // As it is stored with a lead.
    email: sentText().overwrite(readEmail).min(1).max(254).optional(),
    phone: sentText().trim().min(1).max(40).optional(),
    leadId: z.int().positive().optional(),
  })
  .refine(
    (target) => Object.values(target).filter((value) => value !== undefined).length === 1,
    'Please enter an email address or a phone number.',
  )

/** `expectedLeads` is the count that was confirmed; with another count the erasure is refused. */
const erasureRequestSchema = z.intersection(
  erasureTargetSchema,
  z.object({ expectedLeads: z.int().min(0) }),
)

const noNumber = 'Please enter a number of days, or leave it empty.'

const days = z
  .int(noNumber)
  .min(retentionLimits.min, `Please keep requests for at least ${retentionLimits.min} days.`)
  .max(retentionLimits.max, `Please enter at most ${retentionLimits.max} days.`)

export const newRetentionSchema = z.object({ days: days.nullable() })

const retentionPreviewQuery = z.object({ days: z.coerce.number(noNumber).pipe(days) })

/** Erasure on request, and the retention of leads. Admins only. */
export function addPrivacyRoutes(
  app: FastifyInstance,
  {
    db,
    keepErased,
    erasedMails,
    accountMails,
  }: {
    db: Database
    /** Writes to the contractors who were to call these leads. */
    erasedMails: (leadIds: readonly number[]) => Promise<{ to: string; mail: ContractorMail }[]>
    accountMails: Pick<AccountMails, 'sendInBackground'>
    /** Has what was erased kept from restores at once. The caller does not wait for it. */
    keepErased: () => void
  },
): void {
  serve(app, api.erasurePreview, { body: erasureTargetSchema }, ({ body }) =>
    previewErasure(db, body),
  )

  serve(app, api.erase, { body: erasureRequestSchema }, async (request) => {
    const { expectedLeads, ...target } = request.body
    const actor = signedInAs(request)
    const audit = (tx: Transaction, leads: number) =>
      auditWithin(tx, request, { subject: countOfLeads(leads) })
    const order = { expectedLeads, actor, audit }
    const mails = await erasedMails(await findLeadsOf(db, target))
    const erasure = await erase(db, target, order)
    for (const { to, mail } of mails) accountMails.sendInBackground(to, mail)
    keepErased()
    request.log.info({ erasureId: erasure.id, leads: erasure.leads }, 'leads erased')
    return erasure
  })

  serve(app, api.erasures, {}, () => listErasures(db))

  serveSetting(app, api.retention, {
    change: newRetentionSchema,
    show: () => readRetention(db),
    save: ({ days }) => setRetention(db, days),
    inWords: ({ days }) => (days === null ? 'forever' : `${days} days`),
  })

  serve(app, api.retentionPreview, { query: retentionPreviewQuery }, ({ query }) =>
    previewRetention(db, query.days),
  )
}
