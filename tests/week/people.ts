import { sql } from 'drizzle-orm'
import { api } from '#/contracts/endpoints/api.ts'
import { readConfig } from '#/server/config/config.ts'
import type { DatabaseLocation } from '#/server/db/database.ts'
import { startLocalMailServer } from '#tests/support/mail-server.ts'
import { createHeldSite } from './held-site.ts'
import {
  createHeldWeek,
  type HeldWeek,
  localTime,
  type Mail,
  minutesAfter,
  offerLinkIn,
  type Sent,
} from './held-week.ts'

/** Has people use a new site, whose clock stands at a time at first, with a mail server of its own. */
export async function replay(
  location: DatabaseLocation,
  start: string,
  run: (week: HeldWeek) => Promise<void>,
): Promise<void> {
  const mailServer = await startLocalMailServer()
  const { smtp } = readConfig({ SMTP_URL: mailServer.url })
  const site = await createHeldSite(location, smtp)
  try {
    const week = await createHeldWeek(site, mailServer, new Date(start))
    await week.ask('POST', api.addRecipient.path, { email: 'office@example.com' })
    await week.ask('PUT', api.visitorMails.change.path, { sendsMails: true })
    await week.ask('PUT', api.offerSettings.change.path, { isAutomatic: true })
    await run(week)
  } finally {
    await site.close()
    await mailServer.goAway()
  }
}

/** A company of these towns. */
export const company = (name: string, ...towns: string[]) => ({
  companyName: `${name} Air`,
  email: `${name.toLowerCase()}@example.org`,
  towns,
})

/** What companies do with the mails that they get. They call when `callAt` says, of the page of an offer. */
export function mannersOf(
  week: HeldWeek,
  callAt = async (_link: string) => localTime(minutesAfter(week.now(), 75)),
) {
  const asks = ({ subject }: Mail) => /can you take this/i.test(subject)
  const answers = (
    afterMinutes: number,
    page: string,
    formOf: (link: string) => Promise<Record<string, string>>,
  ) => {
    return (mail: Mail) => {
      const link = asks(mail) && offerLinkIn(mail)
      const act = async () => link && week.fill(link + page, await formOf(link))
      return link ? { afterMinutes, act } : undefined
    }
  }
  /** Says yes, and nothing after it. Not for an hour that the night has twice. */
  const saysYes = (afterMinutes: number) =>
    answers(afterMinutes, '/accept', async (link) => ({ callAt: await callAt(link) }))
  const isTheirs = ({ subject }: Mail) => /it’s yours/i.test(subject)
  /** Says yes, and within the hour that they have spoken. */
  const accepts = (afterMinutes: number) => (mail: Mail) => {
    const link = isTheirs(mail) && offerLinkIn(mail)
    if (!link) return saysYes(afterMinutes)(mail)
    return { afterMinutes: 45, act: () => week.fill(`${link}/spoken`, {}) }
  }
  return {
    accepts,
    saysYes,
    declines: answers(20, '/decline', async () => ({ reason: 'too-far' })),
    /** Says yes, and an hour and a half later that they can't after all. */
    handsBack: (mail: Mail) => {
      const link = offerLinkIn(mail)
      if (!link || !isTheirs(mail)) return saysYes(15)(mail)
      return { afterMinutes: 90, act: () => week.fill(`${link}/hand-back`, { reason: 'too-busy' }) }
    },
  }
}

/** Requests of visitors, each under a name of its own. */
export function visitorsOf(week: HeldWeek) {
  const sent: Record<string, Sent> = {}
  const send = (when: string, name: string, address: string, fields: object = {}) =>
    week.plan(new Date(when), async () => {
      sent[name] = await week.sendRequest({
        address,
        name: `${name} Visitor`,
        email: `${name.toLowerCase()}@example.net`,
        phone: `(386) 555-01${String(Object.keys(sent).length).padStart(2, '0')}`,
        message: `It is ${name}.`,
        ...fields,
      })
    })
  const then = (when: string, act: () => Promise<unknown>) => week.plan(new Date(when), act)
  return { sent, send, then, pageOf: (name: string) => sent[name]?.page ?? '' }
}

/** How each request ended: what became of it, or why it is the owner's. */
export async function endsOf({ select }: HeldWeek, sent: Record<string, Sent>) {
  const rows = await select<{ id: string; end: string | null }>(sql`
    select lead_id id, coalesce(case stage when 'lost' then "end" ->> 'reason' end, ours ->> 'reason', stage) "end"
    from referrals`)
  const ends = new Map(rows.map(({ id, end }) => [Number(id), end]))
  return Object.fromEntries(Object.entries(sent).map(([name, { id }]) => [name, ends.get(id)]))
}

/** The subjects of all mails to an address, without the numbers of what they are about. */
export const subjectsTo = ({ mails }: HeldWeek, to: string) =>
  mails
    .filter((mail) => mail.to === to)
    .map(({ subject }) =>
      subject.replace(/ \(offer \d+\)|, \d{3}-\d{4}|(?<=your request): .*/g, ''),
    )
    .toSorted()
