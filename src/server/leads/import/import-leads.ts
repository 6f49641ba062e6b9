import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import { placeOf } from '#/content/places.ts'
import { dayMs } from '#/contracts/days.ts'
import type { LeadImport, LeadSheet } from '#/contracts/leads/lead-import.ts'
import type { ImportPlan } from '#/contracts/sheets.ts'
import type { Database, DatabaseHandle } from '#/server/db/database.ts'
import { importSource } from '#/server/db/imported.ts'
import { locks } from '#/server/db/locks.ts'
import { leadHistory, leadRetention, leads, referrals } from '#/server/db/tables/schema.ts'
import { addRow, agreeOn, beginPlan } from '#/server/sheets/plan-import.ts'
import { localDay } from '#/server/time/local-day.ts'
import { hash } from '../take/submit-lead.ts'
import { type ImportedLead, leadColumns, readLead } from './read-lead.ts'

const zone = sql`${business.timeZone}::text`

/** The days on which there are requests from these numbers, with the request of each. */
async function readKnown(db: Database, phones: readonly string[]) {
  const rows = await db
    .select({
      id: leads.id,
      phone: leads.phone,
      day: sql<string>`(${leads.createdAt} at time zone ${zone})::date::text`,
    })
    .from(leads)
    .where(sql`${leads.phone} = any(${sql.param(phones)}::text[])`)
  return new Map(
    rows.flatMap(({ id, phone, day }) => [
      [`${phone} ${day}`, id],
      [phone, id],
    ]),
  )
}

/** The first day that retention keeps; undefined where it keeps all. */
async function readFirstKept(db: Database): Promise<string | undefined> {
  const [row] = await db.select({ days: leadRetention.days }).from(leadRetention)
  return row?.days == null ? undefined : localDay(Date.now() - row.days * dayMs)
}

/** What a file would add. */
async function makePlan(db: Database, sent: LeadSheet) {
  const { sheet, plan } = beginPlan(leadColumns, sent)
  const added: ImportedLead[] = []
  const missing = (['name', 'phone'] as const).find((name) => sheet.placeOf[name] === null)
  if (missing) {
    const problem = `Choose the column with the ${missing}: a request needs it.`
    return { plan: { ...plan, problem }, added }
  }
  const read = sheet.rows.map(({ row, cells, problem }) => ({
    row,
    name: (cells.name.trim() || cells.phone.trim()).slice(0, 200),
    is: problem ? { problems: [problem] } : readLead(cells),
  }))
  const phones = read.flatMap(({ is }) => ('lead' in is ? [is.lead.phone] : []))
  const known = await readKnown(db, phones)
  const firstKept = await readFirstKept(db)
  const rowOf = new Map<string, number>()
  for (const { row, name, is } of read) {
    const add = (outcome: 'added' | 'unchanged' | 'refused', details: string[] = []) =>
      addRow(plan, { row, name, outcome, details })
    if ('problems' in is) add('refused', is.problems)
    else if ('leftOut' in is) add('unchanged', [is.leftOut])
    else {
      const { phone, receivedOn } = is.lead
      // Without a day every other of the number may be the same.
      const key = receivedOn ? `${phone} ${receivedOn}` : phone
      const [id, earlier] = [known.get(key), rowOf.get(key)]
      if (receivedOn && firstKept && receivedOn < firstKept) {
        add('unchanged', ['It is older than the time for which you keep requests.'])
      } else if (id) add('unchanged', [`Request ${id} has the same phone number and day.`])
      else if (earlier) add('unchanged', [`Row ${earlier} has the same phone number and day.`])
      else {
        add('added')
        added.push(is.lead)
        for (const each of [key, phone]) if (!rowOf.has(each)) rowOf.set(each, row)
      }
    }
  }
  return { plan, added }
}

/** Says what an import would do. */
export async function previewLeads(db: Database, sheet: LeadSheet): Promise<ImportPlan> {
  return (await makePlan(db, sheet)).plan
}

/**
 * Stores requests that are over, in one statement: the trigger that offers a new lead fires at its end,
 * and finds that they are. Nobody is mailed: what never changed its outcome is asked for no rating.
 */
function store(db: Database, imported: readonly ImportedLead[], actor: string) {
  const rows = imported.map((lead) => {
    const { town, isOutside } = placeOf([lead.address])
    const submissionId = randomUUID()
    return { ...lead, town, isOutside, submissionId, contentHash: hash(submissionId) }
  })
  return db.execute(sql`
    with rows as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        name text, phone text, "phoneAsTyped" text, email text, address text, service text,
        message text, town text, "isOutside" boolean, "submissionId" text, "contentHash" text,
        "receivedOn" date, outcome text, "lostReason" text)
    ), stored as (
      insert into ${leads} (submission_id, content_hash, name, email, phone, phone_as_typed, address,
        service, message, town, is_outside, entered_by, is_contacted, source, created_at)
      select "submissionId", "contentHash", name, email, phone, "phoneAsTyped", address, service,
        message, town, "isOutside", ${actor}, true, ${importSource},
        coalesce(("receivedOn" + time '12:00') at time zone ${zone}, now())
      from rows returning id, submission_id
    ), told as (
      insert into ${leadHistory} (lead_id, kind, actor)
      select id, 'imported', ${actor} from stored
    )
    insert into ${referrals} (lead_id, outcome, lost_reason)
    select stored.id, outcome, "lostReason" from stored join rows on "submissionId" = submission_id`)
}

/** Imports all of a file or nothing, and only what was expected of it. */
export async function importLeads(
  { db, announce }: Pick<DatabaseHandle, 'db' | 'announce'>,
  { expected, ...sheet }: LeadImport,
  actor: string,
): Promise<ImportPlan> {
  const plan = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.leadImport})`)
    const { plan, added } = await makePlan(tx, sheet)
    agreeOn(plan, expected, 'the requests')
    await store(tx, added, actor)
    return plan
  })
  announce('leads_changed')
  return plan
}
