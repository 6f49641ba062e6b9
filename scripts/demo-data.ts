import { fileURLToPath } from 'node:url'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { builtInTowns as towns } from '#/content/area.ts'
import { business } from '#/content/business.ts'
import { consent } from '#/content/estimate-form.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { Account } from '#/contracts/money/ledger.ts'
import type { LeadPanel } from '#/contracts/referrals/office-leads.ts'
import { serviceChoices, urgentServiceId } from '#/contracts/site/services.ts'
import { pagePaths } from '#/contracts/site-routes.ts'
import { createUser } from '#/server/accounts/users.ts'
import { buildApp } from '#/server/app.ts'
import type { Config } from '#/server/config/config.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import type { Database } from '#/server/db/database.ts'
import { leads } from '#/server/db/tables/schema.ts'
import { createLogger } from '#/server/health/logging.ts'
import { makeLink } from '#/server/referrals/store/links.ts'
import { createRenderer } from '#/server/render/renderer.ts'
import { localDay } from '#/server/time/local-day.ts'

/** Who signs in to the demo. */
export const owner = 'dana@example.com'

const listOf = (text: string) => text.split('|')
const firstNames = listOf('Maria|James|Linda|Robert|Carmen|Denise|Rosa|Teresa|Marcus|Joyce')
const lastNames = listOf('Alder|Bellamy|Castellano|Dunmore|Fontaine|Garrido|Hollis|Jessup|Zamora')
const streets = listOf('Heron Hollow Lane|Live Oak Terrace|Sandhill Court|Osprey Landing Drive')
const messages = listOf(
  'It hums, but it does not start.|The bill doubled.|Water drips from a vent.',
)
const visits = listOf('/ https://www.google.com/|/?gclid=invented https://www.google.com/|/|')
const companies = listOf('Lakeside Air|Fern Park Comfort|Blue Spring Air|Citrus & Sons|Wekiva Air')
const reviews = listOf('Came the same evening with the part.|Clear price before the work.')

/** What happens to requests, step by step: to those that are over, and to the newest, the last one last. */
const over = listOf(
  'contact note offer accept spoken done rate publish|contact offer decline offer accept spoken lost|' +
    'contact offer accept lost|photo contact offer accept spoken done rate|contact withdraw|spam|' +
    'contact note offer accept spoken done|contact offer accept spoken done rate publish',
)
const newest = listOf(
  'contact offer accept|contact offer decline|contact later|spam|||photo contact offer',
)

const picture = fileURLToPath(new URL('../src/web/pictures/ac-repair-800.avif', import.meta.url))

/** How many requests are invented at once: each waits for the disk. */
const atOnce = 8

/** Of a list, the item at an index; after the last one it begins again. */
const pick = <Item>(items: readonly Item[], index: number) => items[index % items.length] as Item

type Ask = <Data>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  url: string,
  sent?: object,
) => Promise<Data>

/** Makes the function that sends requests to the product, as the owner once they have signed in. */
function createAsk(app: Awaited<ReturnType<typeof buildApp>>, origin: string): Ask {
  let cookie = ''
  let clients = 0
  return async (method, url, sent = {}) => {
    clients += 1
    const isForm = sent instanceof URLSearchParams || sent instanceof FormData
    const body = isForm ? new Response(sent) : Response.json(sent)
    const answer = await app.inject({
      method,
      url,
      remoteAddress: `198.51.100.${clients % 250}`,
      headers: { ...Object.fromEntries(body.headers), origin, host: new URL(origin).host, cookie },
      payload: Buffer.from(await body.arrayBuffer()),
    })
    if (answer.statusCode >= 400) throw new Error(`${method} ${url}: ${answer.body.slice(0, 200)}`)
    if (url === api.signIn.path)
      cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? ''
    return /json/.test(String(answer.headers['content-type'])) ? answer.json()?.data : undefined
  }
}

/**
 * Makes the SQL function by which time passes for one lead: what waits to be mailed has been, and all that
 * there is of the lead is older by that time.
 */
const createPassing = `
  do $make$ declare found record; older text := ''; begin
    for found in
      select table_name, string_agg(format('%1$I = %1$I - span', column_name), ', ') as changes
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'audit_entries'
        and data_type like 'timestamp%' and table_name in (select table_name
          from information_schema.columns where column_name = 'lead_id' or table_name = 'leads')
      group by 1
    loop older := older || format('update %I set %s where %s = lead;', found.table_name, found.changes,
      case found.table_name when 'leads' then 'id' else 'lead_id' end);
    end loop;
    execute 'create function demo_pass(lead bigint, span interval) returns void language sql as $body$
      with sent as (update deliveries set state = ''sent'', attempts = 1, sent_at = now()
        where lead_id = lead and state = ''pending'' returning id, channel, target),
      told as (insert into lead_events (lead_id, kind, by, data, at)
        select lead, ''mail-left'', ''server'', jsonb_build_object(''mail'', channel, ''to'', target), now()
        from sent where channel = ''mail'')
      insert into delivery_attempts (delivery_id, at, duration_ms, outcome, answer)
        select id, now(), 240, ''sent'', ''250 2.0.0 Ok'' from sent;
      update offers set mailed_at = coalesce(mailed_at, now()), told_at = now(),
        told = case state when ''open'' then ''asked'' when ''accepted'' then ''yours'' else told end where lead_id = lead;
      update referrals set "end" = jsonb_set("end", ''{at}'', to_jsonb(("end" ->> ''at'')::bigint - extract(epoch from span)::bigint * 1000)),
        snooze = jsonb_set(snooze, ''{until}'', to_jsonb((snooze ->> ''until'')::bigint - extract(epoch from span)::bigint * 1000))
        where lead_id = lead;
      update delivery_attempts set at = at - span
        where delivery_id in (select id from deliveries where lead_id = lead);' || older || '$body$';
  end $make$;
  alter table ledger_entries disable trigger user;
  alter table audit_entries disable trigger user`

/** What is done at the end: the rest that has a past, and the rules that hold again. */
const finish = `
  drop function demo_pass;
  update contractors set figures_since = now() - interval '120 days';
  update offers set mailed_at = answered_at - interval '1 minute' * (4 + id * 7 % 50), offered_at = answered_at - interval '1 minute' * (5 + id * 7 % 50)
    where answered_at is not null;
  update leads set answer_minutes = 5 + id * 11 % 50 where first_contacted_at is not null;
  update lead_events set told_at = at, seen_at = case when at < now() - interval '3 days' then at end
    where tells is not null;
  update deliveries set state = 'failed', sent_at = null, problem = 'The mail server didn’t accept the mail (552).'
    where id = (select max(id) from deliveries where channel = 'mail');
  update ledger_entries set created_at = created_at - interval '4 days' where kind = 'payment';
  update audit_entries set at = at - interval '90 days' * (1 - id::float / (select max(id) from audit_entries));
  insert into phone_taps (day, source, count)
    select current_date - day, source, 1 + day * length(source) % 3
    from generate_series(0, 110) day, unnest(array['google', 'direct', 'facebook']) source;
  alter table ledger_entries enable trigger user;
  alter table audit_entries enable trigger user`

/** Invents a request that was sent some time ago, and has happen to it what is to happen. */
async function live(
  { db, ask }: { db: Database; ask: Ask },
  { index, steps, minutesAgo }: { index: number; steps: string[]; minutesAgo: number },
): Promise<void> {
  const [first, last] = [pick(firstNames, index), pick(lastNames, index)]
  const [service, shownTown] = [pick(serviceChoices, index), pick(towns, index)]
  const submissionId = crypto.randomUUID()
  const { requestPath } = await ask<{ requestPath: string }>('POST', api.contact.path, {
    name: `${first} ${last}`,
    email: `${first}.${last}@example.com`.toLowerCase(),
    service,
    phone: `${pick(['386', '407'], index)}-555-01${`${index % 100}`.padStart(2, '0')}`,
    address: `${12 + index * 37} ${pick(streets, index)}, ${shownTown}, FL`,
    message: pick(messages, index),
    submissionId,
    page: pagePaths.contact,
    visit: pick(visits, index),
    consentVersion: consent.version,
    ...(steps.includes('spam') && { subject: 'Filled in by a program' }),
  })
  const isThis = eq(leads.submissionId, submissionId)
  const [{ leadId = 0 } = {}] = await db.select({ leadId: leads.id }).from(leads).where(isThis)
  let offer = { id: 0, link: '' }
  const endAs = (outcome: string, lostReason: string) => () =>
    ask('POST', `${offer.link}/outcome`, new URLSearchParams({ outcome, lostReason }))
  const happen: Record<string, () => Promise<unknown>> = {
    contact: () => ask('PATCH', pathTo(api.leadContactStatus, { leadId }), { isContacted: true }),
    note: () => ask('POST', pathTo(api.leadNote, { leadId }), { text: 'Prefers evenings.' }),
    later: () => ask('PUT', pathTo(api.setReminder, { leadId }), { when: 'hours' }),
    async offer() {
      const { ranking } = await ask<LeadPanel>('GET', pathTo(api.lead, { leadId }))
      const contractorId = pick(ranking?.fitting ?? [], index)?.id
      await ask('POST', pathTo(api.leadOffers, { leadId }), { contractorId })
      const { referral } = await ask<LeadPanel>('GET', pathTo(api.lead, { leadId }))
      const id = referral.offers.find(({ state }) => state === 'open')?.id ?? 0
      offer = { id, link: await makeLink(db, 'offerId', id, '') }
    },
    decline: () =>
      ask('POST', `${offer.link}/decline`, new URLSearchParams({ reason: 'too-busy' })),
    accept() {
      const soon = new Date(Date.now() + 5_400_000)
      const local = soon.toLocaleString('sv', { timeZone: business.timeZone })
      const callAt = local.replace(' ', 'T').slice(0, 16)
      return ask('POST', `${offer.link}/accept`, new URLSearchParams({ callAt, atNight: callAt }))
    },
    spoken: () => ask('POST', pathTo(api.offerSpoken, { offerId: offer.id })),
    done: endAs('done', ''),
    lost: endAs('lost', 'no-longer-needed'),
    withdraw: () => ask('POST', requestPath, new URLSearchParams({ add: 'withdrawn' })),
    async photo() {
      const jpeg = await sharp(picture).jpeg().toBuffer()
      const photos = new FormData()
      photos.append('photos', new Blob([new Uint8Array(jpeg)]), 'photo.jpg')
      await ask('POST', `${requestPath}/photos`, photos)
    },
    rate: () => {
      const form = new URLSearchParams({ came: 'yes', mayPublish: 'yes', shownTown })
      form.set('stars', pick(['5', '4', '5'], index))
      form.set('ratingText', pick(reviews, index))
      form.set('shownName', `${first} ${last[0]}.`)
      return ask('POST', `${requestPath}/rating`, form)
    },
    publish: () => ask('PUT', pathTo(api.publishRating, { leadId }), { version: 1 }),
  }
  let left = minutesAgo
  const pass = async (minutes: number) => {
    left -= minutes
    await db.execute(sql`select demo_pass(${leadId}, ${minutes} * interval '1 minute')`)
  }
  for (const step of steps) {
    const soon = service === urgentServiceId ? 4 : 5 + ((index * 11) % 50)
    await pass(step === 'done' || step === 'rate' ? 1_500 : soon)
    await happen[step]?.()
  }
  await pass(Math.max(1, left))
}

/** Fills a new database with invented requests, by requests to the product itself. */
export async function fillDemo(config: Config, password: string, stop: AbortSignal): Promise<void> {
  const logger = createLogger('error')
  const database = await openDatabase(config, logger)
  const { db } = database
  const renderer = await createRenderer({ site: config.site, isDevelopment: false })
  // A busy machine is no reason for a request to wait in the journal.
  const patient = { ...config, storeWithinMs: 15_000, auditWithinMs: 15_000 }
  const app = await buildApp({ config: patient, database, logger, renderer })
  const ask = createAsk(app, config.site.url)
  const dayIn = (days: number) => localDay(Date.now() + days * 86_400_000)
  await createUser(db, { email: owner, role: 'admin', password })
  await ask('POST', api.signIn.path, { email: owner, password })
  await ask('POST', api.addRecipient.path, { email: 'office@example.com' })
  await ask('PUT', api.visitorMails.change.path, { sendsMails: true })
  await ask('POST', api.invite.path, { email: 'nora@example.org', role: 'editor' })
  const title = 'AC and Heating Help in Central Florida'
  const description = 'A contractor near you calls the same day.'
  await ask('POST', api.saveSeo.path, { pagePath: pagePaths.home, title, description })
  for (const done of [{ isBackedUp: true }, { isPutAway: true }]) {
    await ask('PATCH', api.changeFirstSteps.path, done)
  }
  const rule = { contractorId: null, service: null, event: 'accepted', price: '35' }
  await ask('POST', api.addFeeRule.path, { ...rule, holdsFrom: dayIn(-120) })
  for (const [index, companyName] of companies.entries()) {
    await ask('POST', api.addContractor.path, {
      companyName,
      contactName: `${pick(firstNames, index + 5)} ${pick(lastNames, index)}`,
      services: serviceChoices.filter((id) => !/not-sure|emergency/.test(id)),
      towns,
      email: `office${index}@example.org`,
      phone: `32155501${10 + index}`,
      notes: '',
      licenseNumber: `CAC000000${index}`,
      licenseExpiresOn: dayIn(index === 2 ? 17 : 400),
      insuranceExpiresOn: dayIn(index === 4 ? -9 : 300),
      answersEmergencies: index < 3,
      mostOffersAWeek: null,
      mostOpenOffers: 3,
      offerHours: null,
      pausedUntil: null,
    })
  }
  await db.execute(sql.raw(createPassing))
  const all = [...Array.from({ length: 56 }, (_, index) => pick(over, index)), ...newest]
  const liveOne = (steps: string, index: number) => {
    const left = all.length - index
    // Four months, at most times of the day; the newest came within the last days.
    const minutesAgo = left > newest.length ? (left - 4) * 2_890 : left * left * 40
    return live({ db, ask }, { index, steps: steps.split(' '), minutesAgo })
  }
  for (let from = 0; from < all.length && !stop.aborted; from += atOnce) {
    const some = all.slice(from, from + atOnce)
    await Promise.all(some.map((steps, place) => liveOne(steps, from + place)))
  }
  for (const { contractorId, balanceCents } of await ask<Account[]>('GET', api.money.path)) {
    if (balanceCents <= 0 || contractorId % 3 === 0) continue
    const paid = { kind: 'payment', amount: String(balanceCents / 100), text: 'Bank transfer' }
    await ask('POST', pathTo(api.ledgerEntry, { contractorId }), paid)
  }
  await ask('PUT', api.offerSettings.change.path, { isAutomatic: true })
  await app.close()
  await db.execute(sql.raw(finish))
  await database.close()
}
