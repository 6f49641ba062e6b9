import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { ContractorFields } from '#/contracts/referrals/contractors.ts'
import type { Offer, Referral } from '#/contracts/referrals/offers.ts'
import type { LeadPanel } from '#/contracts/referrals/office-leads.ts'
import type { Database } from '#/server/db/database.ts'
import { contractors, deliveries, leads } from '#/server/db/tables/schema.ts'
import type { ReferralChannel } from '#/server/notifications/mail/attempt-mail.ts'
import { createReferralMails } from '#/server/referrals/register/register-referrals.ts'
import { applyTo } from '#/server/referrals/store/apply.ts'
import { carryOn } from '#/server/referrals/store/worker.ts'
import { createBuiltRenderer } from '#/server/render/renderer.ts'
import { formPost } from '#tests/support/api/form-post.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { anotherPerson, contactBody, contractorFields } from '#tests/support/factories.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'

/** A response of the API. */
type Answer<Data> = { status: number; data: Data; message: string | undefined }

let asked = 0

/** A visitor whose data no contractor may read before they have said yes. */
export const secretVisitor = {
  name: 'Greta Secret',
  email: 'greta.secret@example.com',
  phone: '(386) 555-0199',
  address: '77 Hidden Lane, Deltona, FL 32725',
  message: 'Call Greta at 386 555 0199, it hums',
}

/** Four digits alone stand in times too. */
const secrets = /[Gg]reta|Hidden|hums|555\W?0199/

/** Fails where a text has any of that visitor's data. */
export function expectNoSecrets(text: string): void {
  expect(text).not.toMatch(secrets)
}

/** An application with leads and contractors, used as its owner and its contractors do. */
export function offerSite({
  app,
  db,
  ask,
}: {
  app: () => FastifyInstance
  db: () => Database
  /** Of an admin. */
  ask: <Data = Referral>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ) => Promise<Answer<Data>>
}) {
  /** The mail of a kind as it would be written now. */
  const mails = (channel: ReferralChannel, leadId: number, offerId: number | null = null) =>
    createReferralMails(db(), '')({ channel, leadId, offerId })

  /** The page of an offer by a link as a mail of this channel has it. */
  async function linkTo(offer: Pick<Offer, 'id'>, leadId: number, mail: 'offer' | 'job' = 'offer') {
    const written = await mails(mail, leadId, offer.id)
    if (!('wanted' in written) || !('link' in written.wanted))
      throw new Error(JSON.stringify(written))
    return written.wanted.link
  }

  const site = {
    ask,
    mails,
    linkTo,
    /** The same, rendered. */
    async rendered(...which: Parameters<typeof mails>) {
      const written = await mails(...which)
      if (!('wanted' in written)) throw new Error(written.cancelled)
      const { renderMail } = await createBuiltRenderer(testConfig().site)
      return { ...(await renderMail(written.wanted)), replyTo: written.replyTo }
    },
    async addContractor(fields: Partial<ContractorFields> = {}) {
      const [row] = await db().insert(contractors).values(contractorFields(fields)).returning()
      if (!row) throw new Error('the contractor was not stored')
      return row
    },
    /** Sends the form: the lead's number, and the path of its page. */
    async send(fields: Record<string, unknown> = {}) {
      const payload = contactBody({
        submissionId: crypto.randomUUID(),
        message: crypto.randomUUID(),
        ...anotherPerson(),
        ...fields,
      })
      const response = await app().inject({ method: 'POST', url: api.contact.path, payload })
      const { submissionId, requestPath } = response.json().data
      const rows = await db().select({ id: leads.id, key: leads.submissionId }).from(leads)
      const lead = rows.find(({ key }) => key === submissionId)
      if (!lead) throw new Error('the lead was not stored')
      return { id: lead.id, path: String(requestPath) }
    },
    sendLead: async (fields: Record<string, unknown> = {}) => (await site.send(fields)).id,
    offer: (leadId: number, contractorId: number) =>
      ask('POST', pathTo(api.leadOffers, { leadId }), { contractorId }),
    agree: (leadId: number, contractorId: number, callAt: string) =>
      ask('POST', pathTo(api.leadAgreement, { leadId }), { contractorId, callAt }),
    /** As the button of the office does. */
    async revokeLinks(contractorId: number) {
      const url = pathTo(api.revokeContractorLinks, { contractorId })
      expect((await ask('DELETE', url)).status).toBe(204)
    },
    withdraw: (offerId: number) => ask('POST', pathTo(api.offerWithdrawal, { offerId })),
    setOutcome: (leadId: number, outcome: string, lostReason: string | null = null) =>
      ask('PUT', pathTo(api.leadOutcome, { leadId }), { outcome, lostReason }),
    referral: async (leadId: number) =>
      // Nothing of a lead that was erased.
      (await ask<LeadPanel>('GET', pathTo(api.lead, { leadId }))).data?.referral,
    setAutomatic: (isAutomatic: boolean) =>
      ask<{ isAutomatic: boolean }>('PUT', api.offerSettings.change.path, { isAutomatic }),
    /** The mails of an offer, and whether they left. */
    queued: (offerId: number) =>
      db()
        .select({ channel: deliveries.channel, to: deliveries.target, state: deliveries.state })
        .from(deliveries)
        .where(eq(deliveries.offerId, offerId))
        .orderBy(deliveries.id),
    /** Opens a page, or sends one of its forms; each time from another address. */
    async open(path: string, form?: Record<string, string>) {
      asked += 1
      const remoteAddress = `198.51.${asked % 250}.${Math.floor(asked / 250)}`
      if (!form) return app().inject({ url: path, remoteAddress })
      // A contractor who means it, whatever the hour.
      const meant = { atNight: form.callAt ?? '', ...form }
      return app().inject({ ...formPost(path, meant, { origin: 'null' }), remoteAddress })
    },
    /** The waiting mails of a kind leave, of one offer or of all. Returns what they said. */
    async leave(mail: ReferralChannel, offerId?: number) {
      const said: (string | undefined)[] = []
      const isOfOffer = offerId === undefined ? undefined : eq(deliveries.offerId, offerId)
      const which = and(eq(deliveries.channel, mail), eq(deliveries.state, 'pending'), isOfOffer)
      const waiting = await db().select().from(deliveries).where(which).orderBy(deliveries.id)
      for (const delivery of waiting) {
        const { id, leadId, target: to } = delivery
        const written = await mails(mail, leadId, delivery.offerId)
        const isSent = 'wanted' in written
        const state = isSent ? 'sent' : 'cancelled'
        await db().update(deliveries).set({ state }).where(eq(deliveries.id, id))
        if (!isSent) continue
        said.push(written.said)
        const left = { mail, offerId: delivery.offerId, said: written.said ?? '', to }
        await applyTo(db(), leadId, { do: 'mail-left', ...left })
      }
      return said
    },
    /** Does the worker's work, until nothing is due. Fails where that never comes. */
    async advance() {
      let ms = 0
      for (let rounds = 0; ms < 100; rounds += 1) {
        expect(rounds, 'rounds of work that is due').toBeLessThan(50)
        ms = await carryOn(db(), silentLogger, true)
      }
    },
  }

  /** A lead that was offered to a new contractor, with the link to the offer. */
  async function offered(fields: Record<string, unknown> = {}) {
    const contractor = await site.addContractor()
    const message = `${secretVisitor.message} ${crypto.randomUUID()}`
    // Another one of the same person would go with the first.
    const isFirst = (await db().$count(leads, eq(leads.email, secretVisitor.email))) === 0
    const own = isFirst ? {} : anotherPerson()
    const leadId = await site.sendLead({ ...secretVisitor, ...own, message, ...fields })
    // A test may want several of one address, each by itself.
    await applyTo(db(), leadId, { do: 'part', by: 'owner@example.com' })
    expect((await site.offer(leadId, contractor.id)).status).toBe(201)
    const [made] = (await site.referral(leadId)).offers
    if (!made) throw new Error('no offer')
    return { contractor, leadId, offerId: made.id, link: await linkTo(made, leadId) }
  }
  return { ...site, offered }
}

/** A local time in an hour, or in some hours, as the field for a call sends it. */
export function inAnHour(hours = 1): string {
  const at = new Date(Date.now() + hours * 3_600_000)
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return parts.format(at).replace(' ', 'T')
}
