import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { NeedList } from '#/contracts/health/needs.ts'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import type { ContractorFields } from '#/contracts/referrals/contractors.ts'
import { saveSetting } from '#/server/db/settings.ts'
import { contractors, offers } from '#/server/db/tables/schema.ts'
import type { ClaimedDelivery } from '#/server/notifications/deliveries/claims.ts'
import { makeLink } from '#/server/referrals/store/links.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { inAnHour } from './offer-site.ts'
import { checkEvents, inShort, pass, post } from './post-office.ts'

/**
 * A site that asks contractors by itself and writes to visitors, with nobody on it before each test. After
 * each test the events of every request give its state.
 */
export function requestSite(database: Parameters<typeof referralSite>[0]) {
  const { app, db, ask, site } = referralSite(database, { isEmptied: true })
  beforeEach(async () => {
    await saveSetting(db(), 'offers', { isAutomatic: true })
    await saveSetting(db(), 'visitorMails', { sendsMails: true })
    await saveSetting(db(), 'mutedMails', [])
  })
  afterEach(() => checkEvents(db()))

  const { addContractor, sendLead, open } = site

  /** A request, and the page of its visitor. */
  async function send(fields: Record<string, unknown> = {}) {
    const leadId = await sendLead(fields)
    return { leadId, page: await makeLink(db(), 'leadId', leadId, '') }
  }

  /** All that is due happens after so many hours, and the mails of it leave. Returns them in short. */
  async function go(hours = 0, fails?: (claim: ClaimedDelivery) => boolean) {
    if (hours > 0) await pass(db(), hours)
    await site.advance()
    const posted = await post(db(), fails)
    await site.advance()
    return inShort(posted)
  }

  /** The newest offer of a request to a contractor, and its link. */
  async function offerOf(leadId: number, contractorId: number) {
    const all = await db().select().from(offers).where(eq(offers.leadId, leadId))
    const offer = all.filter((each) => each.contractorId === contractorId).at(-1)
    if (!offer) throw new Error('this contractor was not asked')
    return {
      offerId: offer.id,
      link: offer.state === 'open' ? await site.linkTo(offer, leadId) : '',
    }
  }

  /** A request that a new contractor was asked for, by mail, with the pages of both; no other gets offers. */
  async function asked(
    fields: Record<string, unknown> = {},
    ofContractor: Partial<ContractorFields> = {},
  ) {
    await db().update(contractors).set({ pausedUntil: '2099-01-01' })
    const contractor = await addContractor({ answersEmergencies: true, ...ofContractor })
    const { leadId, page } = await send(fields)
    await go()
    return { contractor, leadId, page, ...(await offerOf(leadId, contractor.id)) }
  }

  /** The same, accepted; both were told. */
  async function matched(
    fields: Record<string, unknown> = {},
    ofContractor: Partial<ContractorFields> = {},
  ) {
    const made = await asked(fields, ofContractor)
    expect((await open(`${made.link}/accept`, { callAt: inAnHour() })).statusCode).toBe(303)
    await go()
    await seeNews()
    return made
  }

  const detailsOf = async (leadId: number): Promise<LeadDetails> =>
    (await ask('GET', pathTo(api.lead, { leadId }))).data

  async function listNews() {
    const { needs }: NeedList = (await ask('GET', api.needs.path)).data
    return needs.filter(({ buttons }) => buttons.some(({ path }) => path === api.newsSeen.path))
  }

  /** The owner puts all news away. */
  async function seeNews() {
    for (const { method, path, body } of (await listNews()).flatMap(({ buttons }) => buttons)) {
      expect((await ask(method, path, body)).status).toBe(204)
    }
  }

  return {
    app,
    db,
    ask,
    site,
    open,
    addContractor,
    send,
    go,
    asked,
    matched,
    offerOf,
    detailsOf,
    seeNews,
    /** The page as its reader sees it. */
    read: async (path: string) => (await open(path)).body,
    /** Where a request stands: 'asked contractor'. */
    stands: async (leadId: number) => {
      const { stage, waitsFor, reason } = await detailsOf(leadId)
      return [stage, waitsFor, ...(reason ? [reason] : [])].join(' ')
    },
    /** The offers of a request: 'A open'. */
    offersOf: async (leadId: number) =>
      (await site.referral(leadId)).offers.map(
        ({ state, contractor }) => `${contractor.companyName} ${state}`,
      ),
    /** The news, oldest first: 'Handed back: A'. */
    news: async () =>
      (await listNews())
        .toSorted((a, b) => Date.parse(a.since ?? '') - Date.parse(b.since ?? ''))
        .map(({ text }) => text),
    /** The lines of the history: 'Offered to A'. */
    history: async (leadId: number) =>
      (await detailsOf(leadId)).history.map(({ text, detail }) =>
        detail ? `${text} ${detail}` : text,
      ),
  }
}
