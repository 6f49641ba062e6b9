import { apiPaths } from '#/contracts/routes.ts'
import { testPassword } from '#tests/support/app-builder.ts'
import { makeCertificate, writeCertificate } from '#tests/support/certificate.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { waitUntil } from './processes.ts'
import {
  type BenchPostgres,
  load,
  postJson,
  type Sample,
  type ServerUnderLoad,
  startProduct,
} from './servers-under-load.ts'

const email = 'owner@example.com'

/** What a lead with one mail costs, and how fast the mails are sent. */
export type MailRates = {
  sample: Sample
  /** Mails in a second while leads were sent. */
  during: number
  /** Mails that were not sent yet when the last lead was stored. */
  waiting: number
  /** Mails in a second after the last lead. */
  afterwards: number
}

/** Measures leads with one recipient, whose mails go to a mail server in this process. */
export async function measureMails(
  postgres: BenchPostgres,
  clients: number,
  seconds: number,
): Promise<MailRates> {
  const folder = temporaryFolder()
  const trusted = temporaryFolder()
  const certificate = await makeCertificate()
  const mailServer = await startMailServer(certificate)
  const databaseUrl = await postgres.createDatabase()
  const program = await startProduct({
    DATA_DIR: folder.path,
    DATABASE_URL: databaseUrl,
    SMTP_URL: mailServer.url,
    NODE_EXTRA_CA_CERTS: writeCertificate(certificate, trusted.path),
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: testPassword,
  })
  try {
    const signIn = await postJson(program.url + apiPaths.signIn, { email, password: testPassword })
    const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    await postJson(program.url + apiPaths.recipients, { email: 'to@example.com' }, cookie)
    const server: ServerUnderLoad = {
      name: 'product with mails',
      program,
      url: program.url + apiPaths.contact,
      postmaster: postgres.postmaster,
      databaseUrl,
      stored: 0,
    }
    const { taken } = mailServer
    const rateSince = (start: number, count: number) =>
      ((taken.length - count) / (performance.now() - start)) * 1000

    await load(server, clients, 1)
    await waitUntil(() => taken.length >= server.stored, 10_000)
    const [start, count] = [performance.now(), taken.length]
    const sample = await load(server, clients, seconds)
    const during = rateSince(start, count)
    const [end, left] = [performance.now(), taken.length]
    const waiting = server.stored - left
    await waitUntil(() => taken.length >= server.stored, 2 * seconds * 1000)
    return { sample, during, afterwards: rateSince(end, left), waiting }
  } finally {
    await program.end()
    await mailServer.goAway()
    folder.remove()
    trusted.remove()
  }
}
