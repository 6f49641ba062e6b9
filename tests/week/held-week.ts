import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { simpleParser } from 'mailparser'
import sharp from 'sharp'
import { business } from '#/content/business.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { ContractorFields } from '#/contracts/referrals/contractors.ts'
import type { Referral } from '#/contracts/referrals/offers.ts'
import type { LeadPanel } from '#/contracts/referrals/office-leads.ts'
import { createUser } from '#/server/accounts/users.ts'
import { leads } from '#/server/db/tables/schema.ts'
import { contactBody, contractorFields } from '#tests/support/factories.ts'
import type { MailServer } from '#tests/support/mail-server.ts'
import type { HeldSite } from './held-site.ts'

const local = new Intl.DateTimeFormat('sv-SE', {
  timeZone: business.timeZone,
  dateStyle: 'short',
  timeStyle: 'short',
})

/** A time as a field for a call sends it. */
export const localTime = (at: Date) => local.format(at).replace(' ', 'T')

/** N minutes later. */
export const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

/** A mail as its reader has it, and when it arrived by the clock of the week. */
export type Mail = { to: string; subject: string; text: string; at: Date }

/** What a contractor does with a mail, and how many minutes after it came; undefined for nothing. */
type Reaction = { afterMinutes: number; act: () => Promise<unknown> } | undefined

/** A request that was sent: its lead, and its page. */
export type Sent = { id: number; page: string; email: string }

/** The address of the page of an offer, as a mail has it. */
export const offerLinkIn = ({ text }: Mail): string | undefined => /\/offer\/[\w-]+/.exec(text)?.[0]

/** On a busy machine. */
const longestSettleMs = 60_000

/** How long it may take to tell the owner something, also while it may have been tried in vain just now. */
const patienceMs = { usual: 30_000, afterOutage: 3_000 }

/** Makes the owner, and returns the function that sends their requests; one that comes too late gets 409. */
async function makeOwner({ db, send }: HeldSite) {
  const json = { email: 'dana@example.com', password: 'orange grove in the rain' }
  const from = '203.0.113.20'
  await createUser(db, { ...json, role: 'admin' })
  let cookie = ''
  return async function ask<Data>(method: Parameters<typeof send>[0], url: string, body?: object) {
    const attempt = () => send<Data>(method, url, { from, cookie, ...(body && { json: body }) })
    let answer = await attempt()
    // The session is over, or the password is asked for again.
    if (answer.status === 401 || answer.code === 'proof_needed') {
      const signedIn = await send('POST', api.signIn.path, { from, json })
      if (signedIn.status !== 200) throw new Error(`the owner was answered ${signedIn.status}`)
      cookie = signedIn.cookie
      answer = await attempt()
    }
    if (answer.status >= 300 && answer.status !== 409)
      throw new Error(`${method} ${url}: ${answer.status} ${answer.code}`)
    return answer
  }
}

/**
 * People who use the product while its clock stands where the week has come to. Its own workers do
 * the rest; time goes on when they have done what is due.
 */
export async function createHeldWeek(site: HeldSite, mailServer: MailServer, start: Date) {
  const { db, send } = site
  let now = start
  let asked = 0
  let read = 0
  const mails: Mail[] = []
  /** No mail leaves before then, and for some minutes more the product has reason to try again. */
  let mailsLeaveFrom = start
  const planned: { at: Date; act: () => Promise<unknown> }[] = []
  const readers = new Map<string, (mail: Mail) => Reaction>()

  await site.setTime(now)
  const askOwner = await makeOwner(site)
  await site.listen()

  async function select<Row>(statement: SQL): Promise<Row[]> {
    return (await db.execute(statement)).rows as Row[]
  }

  const from = () => {
    asked += 1
    return `198.51.${asked % 250}.${1 + Math.floor(asked / 250)}`
  }

  function plan(at: Date, act: () => Promise<unknown>): void {
    const before = planned.findLastIndex((other) => other.at <= at)
    planned.splice(before + 1, 0, { at, act })
  }

  /** What is due now, a line each. */
  async function findDue(): Promise<string[]> {
    const rows = await select<{ what: string }>(sql`
      select concat_ws(' ', channel, 'to', target, due_at) what from deliveries
      where state = 'pending' and (due_at <= clock_timestamp() or claim_token is not null)
      union all select concat_ws(' ', 'lead', lead_id, due_at) from referrals where due_at <= clock_timestamp()
      union all select concat_ws(' ', 'removed, and has', lead_id) from offers
      join referrals using (lead_id) join contractors on contractors.id = offers.contractor_id
      where offers.state in ('open', 'accepted') and stage in ('asked', 'matched') and removed_at is not null`)
    return rows.map(({ what }) => what)
  }

  /** How much news the owner was not told, although none of its kind was told within the last minute. */
  async function countUntold(): Promise<number> {
    const rows = await select(sql`
      select from lead_events untold
      where tells is not null and tells <> 'daily' and told_at is null and not exists (
        select from lead_events told
        where told.tells = untold.tells and told.told_at > clock_timestamp() - interval '1 minute')`)
    return rows.length
  }

  /** How long to wait for what the owner is to be told: while no mail can leave, not at all. */
  function patience(): number {
    if (now < mailsLeaveFrom) return 0
    return now <= minutesAfter(mailsLeaveFrom, 5) ? patienceMs.afterOutage : patienceMs.usual
  }

  /**
   * Has every worker look, until nothing is due any more. What could not be told is tried again
   * later, by the clock of the week, which stands still here.
   */
  async function settle(): Promise<void> {
    const since = performance.now()
    await db.execute(sql`select pg_notify('leads_changed', '')`)
    for (;;) {
      const due = await findDue()
      const ms = performance.now() - since
      if (due.length === 0 && (ms > patience() || (await countUntold()) === 0)) return
      if (ms > longestSettleMs) throw new Error(`still due at ${now.toISOString()}: ${due}`)
      await sleep(20)
    }
  }

  const known = new Set<string>()

  async function readMails(): Promise<void> {
    // Others may arrive meanwhile.
    for (let next = mailServer.taken[read]; next; next = mailServer.taken[read]) {
      read += 1
      const { to, raw, messageId } = next
      // A mail whose server went away in the middle of it is sent again under the same number, by which
      // mail programs know it.
      if (known.has(`${messageId} ${to}`)) continue
      known.add(`${messageId} ${to}`)
      const { subject = '', text = '' } = await simpleParser(raw)
      const mail = { to, subject, text, at: now }
      mails.push(mail)
      const reaction = readers.get(to)?.(mail)
      if (reaction) plan(minutesAfter(now, reaction.afterMinutes), reaction.act)
    }
  }

  /** When something is due by itself, and at least every two hours. */
  async function nextInstant(): Promise<Date> {
    const rows = await select<{ at: Date | string }>(sql`
      select due_at "at" from deliveries where state = 'pending'
      union all select due_at from referrals where due_at is not null
      union all select "at" + interval '61 seconds' from lead_events where tells is not null and told_at is null`)
    const untilRetry = (await countUntold()) > 0 ? 1 : 120
    const times = [
      ...rows.map(({ at }) => new Date(at).getTime()),
      minutesAfter(now, untilRetry).getTime(),
    ]
    return new Date(Math.min(...times.filter((time) => time > now.getTime())))
  }

  return {
    select,
    mails,
    /** All that the mail server has taken, also what a reader knows already. */
    taken: mailServer.taken,
    now: () => now,
    plan,
    /** What the owner asks the API for. */
    ask: <Data = Referral>(method: Parameters<typeof askOwner>[0], url: string, json?: object) =>
      askOwner<Data>(method, url, json),
    referral: async (leadId: number): Promise<Referral> =>
      (await askOwner<LeadPanel>('GET', pathTo(api.lead, { leadId }))).data.referral,
    /** Lets time go on, and everything happen that is due or planned until then. */
    async runUntil(end: Date): Promise<void> {
      for (;;) {
        await settle()
        await readMails()
        if (now >= end) return
        const next = await nextInstant()
        const first = planned[0]?.at
        now = [next, end, ...(first ? [first] : [])].reduce((a, b) => (a < b ? a : b))
        await site.setTime(now)
        while (planned[0] && planned[0].at <= now) await planned.shift()?.act()
      }
    },
    /** A company that is on the list, and what it does with its mails. */
    async addContractor(
      fields: Partial<ContractorFields>,
      reads: (mail: Mail) => Reaction = () => undefined,
    ): Promise<number> {
      const company = contractorFields(fields)
      const { data } = await askOwner<{ id: number }>('POST', api.addContractor.path, company)
      readers.set(company.email, reads)
      return data.id
    },
    /** The mail server is away for so many minutes. */
    async loseMailServer(minutes: number): Promise<void> {
      await mailServer.goAway()
      mailsLeaveFrom = minutesAfter(now, minutes)
      plan(mailsLeaveFrom, mailServer.comeBack)
    },
    /** Sends the form as a visitor does. */
    async sendRequest(fields: Record<string, unknown>): Promise<Sent> {
      const submissionId = crypto.randomUUID()
      const json = contactBody({ submissionId, shownForMs: 20_000, ...fields })
      const { status, data } = await send<{ requestPath: string }>('POST', api.contact.path, {
        from: from(),
        json,
      })
      if (status !== 201) throw new Error(`a request was answered ${status}`)
      const rows = await db.select({ id: leads.id, key: leads.submissionId }).from(leads)
      const id = rows.find(({ key }) => key === submissionId)?.id ?? 0
      return { id, page: data.requestPath, email: json.email }
    },
    /** Sends a form of a page that is opened by a link. Throws unless it is taken. */
    async fill(path: string, form: Record<string, string>): Promise<void> {
      const { status, body } = await send('POST', path, { from: from(), form })
      if (status !== 303) throw new Error(`${path} was answered ${status}: ${body.slice(-600)}`)
    },
    async sendPhotograph({ page }: Sent): Promise<void> {
      const picture = await sharp({
        create: { width: 640, height: 480, channels: 3, background: '#7a8b99' },
      })
        .jpeg()
        .toBuffer()
      const { status } = await send('POST', `${page}/photos`, { from: from(), picture })
      if (status !== 303) throw new Error(`a photograph was answered ${status}`)
    },
    /** The time of a call that stands in the form of an offer's page. */
    async proposedCall(path: string): Promise<string> {
      const { body } = await send('GET', path, { from: from() })
      return /name="callAt"[^>]*value="([^"]+)"/.exec(body)?.[1] ?? ''
    },
    /** The text of a page, without its markup. */
    async open(path: string): Promise<string> {
      const { body } = await send('GET', path, { from: from() })
      const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'))
      return main.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
    },
  }
}

/** The people of the week. */
export type HeldWeek = Awaited<ReturnType<typeof createHeldWeek>>
