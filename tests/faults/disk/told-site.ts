import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ask, embeddedIn } from '#tests/support/database/ask-database.ts'
import { type Mailbox, openMailbox } from '#tests/support/machine/mailbox.ts'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { ownerEnv, signInOwner } from '#tests/support/owner.ts'
import { type ServerProcess, untilReady } from '#tests/support/server-process.ts'
import { type Installation, start } from './product.ts'
import { isRefusal, type Seen, type Sending } from './visits.ts'

const settleMs = 180_000

/** A site whose owner is told of each request by a mail server. */
export type ToldSite = {
  server: ServerProcess
  installation: Installation
  mailbox: Mailbox
}

/** Starts a site with its own PostgreSQL and an owner who is mailed each request. */
export async function startTold(machine: Machine, options: Partial<Installation> = {}) {
  const mailbox = await openMailbox()
  machine.atEnd(mailbox.close)
  const dataDir = options.dataDir ?? join(machine.folder(), 'data')
  const env = { ...ownerEnv, SMTP_URL: mailbox.url, ...options.env }
  const installation: Installation = { ...options, dataDir, env }
  const server = await start({ ...installation, withDatabase: true })
  const owner = await signInOwner(server.url)
  await owner.addRecipient('told@example.com')
  const site: ToldSite = { server, installation, mailbox }
  return { site, owner }
}

/** Waits until the addresses of those who are told are beside the journal too. */
export const untilRemembered = ({ installation }: ToldSite) =>
  waitUntil(
    'the copy of the addresses',
    () => existsSync(join(installation.dataDir, 'journal', 'recipients')),
    60_000,
  )

/** Waits until the site is well again, all that waited is stored, and everybody is told. */
export async function untilSettled({ server, installation }: ToldSite): Promise<void> {
  const pending = `select from deliveries where state = 'pending'`
  await untilReady(server.url, settleMs)
  const isTold = async () => (await ask(embeddedIn(installation.dataDir), pending)).length === 0
  await waitUntil('all is stored and told', isTold, settleMs)
}

/** The names of the sendings for which something is so. */
const namesOf = (sendings: readonly Sending[], isSo: (sending: Sending) => boolean) => [
  ...new Set(sendings.filter(isSo).map(({ name }) => name)),
]

/**
 * Throws if a visitor saw what is not so: a request that was taken and is not stored, or that was
 * refused and is; if one is stored twice, or the owner was told of it not once; or if a page or
 * `/readyz` failed. Returns how many were taken, refused, and left open.
 */
export async function assertTrue(
  { installation, mailbox }: ToldSite,
  { sendings, problems }: Seen,
): Promise<string> {
  const rows = await ask<{ name: string }>(
    embeddedIn(installation.dataDir),
    'select name from leads',
  )
  const countOf = (name: string) => rows.filter((row) => row.name === name).length
  const mails = mailbox.arrived()
  const mailsOf = (name: string) => mails.filter((mail) => mail.name === name).length
  const taken = namesOf(sendings, ({ status }) => status === 201)
  const refused = namesOf(sendings, isRefusal)
  const everyone = namesOf(sendings, () => true)
  const wrong = {
    'taken and lost': taken.filter((name) => countOf(name) === 0),
    'told that it was not saved, and it is': refused.filter((name) => countOf(name) > 0),
    'stored twice': everyone.filter((name) => countOf(name) > 1),
    'not told once': everyone.filter((name) => countOf(name) > 0 && mailsOf(name) !== 1),
    'told of what is not stored': everyone.filter((name) => !countOf(name) && mailsOf(name) > 0),
  }
  const mailsText = (name: string) => `${name}, ${mailsOf(name)} mails`
  const lines = Object.entries(wrong)
    .filter(([, names]) => names.length > 0)
    .map(
      ([what, names]) => `${names.length} ${what} (${names.slice(0, 5).map(mailsText).join('; ')})`,
    )
  const all = [...problems, ...lines]
  if (all.length > 0) throw new Error(all.join('\n'))
  const undecided = sendings.filter(({ status }) => status === 504).length
  return `${taken.length} requests, each sent up to four times, stored and told once; ${refused.length} refused; ${undecided} answers left open`
}
