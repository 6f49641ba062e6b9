import type { FastifyInstance } from 'fastify'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, expect } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { readConfig } from '#/server/config/config.ts'
import type { DatabaseHandle } from '#/server/db/database.ts'
import { addUser, buildTestApp, testConfig, testPassword } from '#tests/support/app-builder.ts'
import {
  type MailServer,
  type MailServerMood,
  startLocalMailServer,
} from '#tests/support/mail-server.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

type Ask = {
  /** The Cookie header; by default the owner's, empty for none. */
  as?: string
  body?: object
  /** The client's address; by default that of this machine. */
  from?: string
  /** The owner's site has a mail server; the other has none. */
  on?: 'site' | 'site without mail'
}

/** The address of the admin that the site has from the beginning. */
export const ownerEmail = 'owner@team.example'

/** A site with an owner and a real mail server, for the tests of a suite. */
export function accountSite(database: { handle: () => DatabaseHandle }) {
  const apps = new Map<Ask['on'], FastifyInstance>()
  let server: MailServer
  let mood: MailServerMood = 'accept'
  let ownerCookie: string

  beforeAll(async () => {
    server = await startLocalMailServer(() => mood)
    const { smtp, mail } = readConfig({ SMTP_URL: server.url })
    const handle = database.handle()
    apps.set('site', await buildTestApp(handle, { config: testConfig({ smtp, mail }) }))
    apps.set('site without mail', await buildTestApp(handle))
    await addUser(handle.db, ownerEmail, 'admin')
    ownerCookie = await signIn(ownerEmail)
  })
  afterAll(async () => {
    for (const app of apps.values()) await app.close()
    await server?.goAway()
  })

  async function ask(method: Method, url: string, { as, body, from, on = 'site' }: Ask = {}) {
    const headers = { cookie: as ?? ownerCookie, 'user-agent': 'Firefox of a test' }
    const app = apps.get(on)
    if (!app) throw new Error('the site was not built')
    const answer = await app.inject({
      method,
      url,
      headers,
      ...(from && { remoteAddress: from }),
      ...(body && { payload: body }),
    })
    const json = answer.body ? answer.json() : undefined
    const cookie = [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? ''
    return { status: answer.statusCode, json, cookie, setCookie: answer.headers['set-cookie'] }
  }

  /** Returns the Cookie header of the session, or the status and the words of the refusal. */
  async function signIn(email: string, password = testPassword): Promise<string> {
    const body = { email, password }
    const { status, cookie, json } = await ask('POST', api.signIn.path, { as: '', body })
    return status === 200 ? cookie : `${status} ${json.message}`
  }

  /** Takes the next mail to an address out of the mailbox: its text, and the link in it. */
  async function nextMail(to: string, subject: RegExp) {
    let found = -1
    async function find(): Promise<number> {
      const mails = await Promise.all(server.taken.map(({ raw }) => simpleParser(raw)))
      found = server.taken.findIndex(
        (mail, place) => mail.to === to && subject.test(mails[place]?.subject ?? ''),
      )
      return found
    }
    await expect.poll(find).not.toBe(-1)
    const [mail] = server.taken.splice(found, 1)
    const { text = '', html } = await simpleParser(mail?.raw ?? '')
    const link = /http\S+#[\w-]+/.exec(text)?.[0] ?? ''
    if (link !== '') expect(html).toContain(`href="${link}"`)
    return { text, link, token: link.split('#')[1] ?? '' }
  }

  const readTeam = async () => (await ask('GET', api.team.path)).json.data

  async function memberId(email: string): Promise<string> {
    const { members } = await readTeam()
    return members.find((member: { email: string }) => member.email === email)?.id ?? ''
  }

  /** Makes an account, and signs its person in. */
  async function addMember(email: string, role: 'admin' | 'editor' = 'editor') {
    await addUser(database.handle().db, email, role)
    const cookie = await signIn(email)
    expect(cookie).toContain('session')
    return { id: await memberId(email), cookie }
  }

  return {
    ask,
    signIn,
    signOwnerIn: async () => {
      ownerCookie = await signIn(ownerEmail)
    },
    isSignedIn: async (as: string) => (await ask('GET', api.currentUser.path, { as })).status,
    nextMail,
    /** How many mails to an address the test has not taken out. */
    mailsTo: (address: string) => server.taken.filter(({ to }) => to === address).length,
    setMood: (next: MailServerMood) => {
      mood = next
    },
    readTeam,
    memberId,
    addMember,
  }
}
