import type { FastifyInstance } from 'fastify'
import { dayMs } from '#/contracts/days.ts'
import type { ContractorMail, TellRecipients } from '#/contracts/notifications/mails.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { lapseNotices } from '#/server/db/tables/schema.ts'
import { lapseInWords, lapsesOf } from '#/server/referrals/standing.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import type { Found } from '../../health/health.ts'
import { repeat } from '../../jobs/loop.ts'
import { doUnderLock } from '../../jobs/process-locks.ts'
import { linkToPage } from '../store/links.ts'
import { listContractors } from './contractors.ts'
import { readWork } from './read-figures.ts'

/** Whose papers have lapsed or soon will, with what; the first to lapse comes first. */
async function listLapsing(db: Database, today: string) {
  const all = await listContractors(db)
  return all
    .map((contractor) => ({ ...contractor, lapses: lapsesOf(contractor, today) }))
    .filter(({ lapses }) => lapses.length > 0)
    .sort((a, b) => (a.lapses[0]?.daysLeft ?? 0) - (b.lapses[0]?.daysLeft ?? 0))
}

/** The finding that papers have lapsed or soon will. */
export async function findLapses(db: Database): Promise<Found[]> {
  const lapsing = await listLapsing(db, localDay())
  if (lapsing.length === 0) return []
  const named = lapsing.slice(0, 3)
  const first = lapsing[0]?.lapses[0]
  const hasLapsed = first && first.daysLeft < 0
  const others = lapsing.length - named.length
  return [
    {
      key: 'papers-lapse',
      text:
        lapsing.length === 1
          ? 'A contractor’s license or insurance needs attention.'
          : `The licenses or insurance of ${lapsing.length} contractors need attention.`,
      detail: [
        ...named.map(
          ({ companyName, lapses }) => `${companyName}: ${lapses.map(lapseInWords).join('; ')}.`,
        ),
        ...(others > 0 ? [`And ${others} more.`] : []),
      ].join(' '),
      links: [{ text: 'See the contractors', path: adminPaths.contractors }],
      ...(hasLapsed && { since: new Date(Date.parse(first.expiresOn) + dayMs) }),
    },
  ]
}

type TellLapsesDeps = {
  db: Database
  siteUrl: string
  tellOwner: TellRecipients
  accountMails: { sendInBackground: (to: string, mail: ContractorMail) => void }
}

const asText = ({ contractorId, paper, expiresOn }: typeof lapseNotices.$inferInsert) =>
  `${contractorId} ${paper} ${expiresOn}`

/**
 * The lapses to tell of; undefined if there are none. One of a contractor with jobs is told again once its
 * last day is over, to them too.
 */
async function findUntold(db: Database, today: string) {
  const lapsing = await listLapsing(db, today)
  if (lapsing.length === 0) return undefined
  const workOf = await readWork(db)
  const notices = await db.select().from(lapseNotices)
  const toldOn = new Map(notices.map((row) => [asText(row), localDay(row.toldAt.getTime())]))
  const untold = lapsing
    .flatMap(({ id, companyName, email, lapses }) =>
      lapses.map((lapse) => ({
        key: { contractorId: id, paper: lapse.paper, expiresOn: lapse.expiresOn },
        companyName,
        email,
        words: `${lapseInWords(lapse)}.`,
        isOfJobs: lapse.daysLeft < 0 && workOf(id).jobsInHand > 0,
      })),
    )
    .filter(({ key, isOfJobs }) => {
      const day = toldOn.get(asText(key))
      return day === undefined || (isOfJobs && day <= key.expiresOn)
    })
  return untold.length > 0 ? untold : undefined
}

/**
 * Tells the owner by mail whose papers lapse within 30 days: once of each day on which one lapses,
 * however many processes run. What could not be sent is tried again.
 */
export async function tellLapses(
  { db, siteUrl, tellOwner, accountMails }: TellLapsesDeps,
  now = Date.now(),
): Promise<void> {
  const find = () => findUntold(db, localDay(now))
  if (!(await find())) return
  await doUnderLock(db, 'lapses', find, async (untold) => {
    const isTold = await tellOwner({
      kind: 'lapses',
      lapses: untold.map(({ companyName, words }) => `${companyName}: ${words}`),
      link: `${siteUrl}${adminPaths.contractors}`,
    })
    if (!isTold) return
    const toldAt = new Date(now)
    const { contractorId, paper, expiresOn } = lapseNotices
    await db
      .insert(lapseNotices)
      .values(untold.map(({ key }) => ({ ...key, toldAt })))
      .onConflictDoUpdate({ target: [contractorId, paper, expiresOn], set: { toldAt } })
    for (const { email, words, key } of untold.filter(({ isOfJobs }) => isOfJobs)) {
      const pageLink = await linkToPage(db, key.contractorId, siteUrl)
      accountMails.sendInBackground(email, { kind: 'own-lapse', lapse: words, pageLink })
    }
  })
}

/** Looks for lapses when the server starts and every quarter of an hour. */
export function registerTellLapses(app: FastifyInstance, deps: TellLapsesDeps): void {
  repeat(app, {
    what: 'send notices of expiring licenses and insurance',
    everyMs: 15 * 60_000,
    run: () => tellLapses(deps),
    startsAtOnce: true,
  })
}
