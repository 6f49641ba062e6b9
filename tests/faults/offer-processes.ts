import { eq } from 'drizzle-orm'
import { openDatabase } from '#/server/db/connect/client.ts'
import type { Database, DatabaseLocation } from '#/server/db/database.ts'
import { contractors, leads } from '#/server/db/tables/schema.ts'
import { createOfferMails } from '#/server/referrals/offers/offer-mails.ts'
import { makeCertificate, writeCertificate } from '#tests/support/certificate.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { sendLead as sendForm } from '#tests/support/send-lead.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

/** Processes of the product on one database, a mail server that takes everything, and contractors. */
export type OfferProcesses = {
  servers: ServerProcess[]
  /** Starts another in the place of one that was killed. */
  restart: (place: number) => Promise<void>
  mailServer: MailServer
  db: Database
  people: { id: number; email: string }[]
  close: () => Promise<void>
}

/** Starts so many processes. `urlFor` is the address of the database for each of them. */
export async function startOfferProcesses(
  location: DatabaseLocation,
  count: { processes: number; contractors: number },
  urlFor = (_place: number) => location.databaseUrl,
): Promise<OfferProcesses> {
  const folder = temporaryFolder()
  const certificate = await makeCertificate()
  const mailServer = await startMailServer(certificate)
  const env = {
    DATA_DIR: location.dataDir,
    SMTP_URL: mailServer.url,
    NODE_EXTRA_CA_CERTS: writeCertificate(certificate, folder.path),
    DELIVERY_TIME_SCALE: '0.01',
    CONTACT_LIMIT_PER_MINUTE: '1000000',
    CONTACT_LIMIT_PER_HOUR: '1000000',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'fatal',
  }
  const servers: ServerProcess[] = []
  async function restart(place: number) {
    const databaseUrl = urlFor(place)
    servers[place] = await startServer({
      ...env,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    })
  }
  for (let place = 0; place < count.processes; place += 1) await restart(place)
  const { db, close } = await openDatabase(location, silentLogger)
  const people = await db
    .insert(contractors)
    .values(Array.from({ length: count.contractors }, () => contractorFields()))
    .returning({ id: contractors.id, email: contractors.email })
  return {
    servers,
    restart,
    mailServer,
    db,
    people,
    async close() {
      await Promise.all(servers.map((server) => server.end('SIGKILL')))
      await close()
      await mailServer.goAway()
      folder.remove()
    },
  }
}

/** Sends the form until a process takes it; answers the number of the lead. */
export async function sendLead({ servers, db }: OfferProcesses): Promise<number> {
  const submissionId = crypto.randomUUID()
  for (let place = 0; ; place = (place + 1) % servers.length) {
    const fields = { submissionId, message: submissionId }
    const { status } = await sendForm(servers[place]?.url ?? '', fields)
    const [lead] = await db
      .select({ id: leads.id })
      .from(leads)
      .where(eq(leads.submissionId, submissionId))
    if (status === 201 && lead) return lead.id
  }
}

/** A link to the page of an offer, as its mail has it. */
export async function linkTo(db: Database, leadId: number, offerId: number): Promise<string> {
  const mail = await createOfferMails(db, '')({ channel: 'offer', leadId, offerId })
  if (!('wanted' in mail) || mail.wanted.kind !== 'offer') throw new Error(JSON.stringify(mail))
  return mail.wanted.link
}

let asked = 0

/** Opens a page of a process, or sends one of its forms; each time from another address. */
export function openPage(
  server: ServerProcess | undefined,
  path: string,
  form?: Record<string, string>,
): Promise<Response> {
  asked += 1
  const address = `198.51.${asked % 250}.${Math.floor(asked / 250)}`
  return fetch(`${server?.url}${path}`, {
    redirect: 'manual',
    headers: { 'x-forwarded-for': address },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
}
