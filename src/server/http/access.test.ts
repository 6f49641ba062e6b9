import { eq } from 'drizzle-orm'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { Audience, Endpoint } from '#/contracts/endpoints/endpoint.ts'
import {
  describedPath,
  isChanging,
  type Operation,
  operationsIn,
  type Probe,
  probe,
} from '#tests/support/api/api-operations.ts'
import { buildTestApp, signInAs, testPassword } from '#tests/support/app-builder.ts'
import { cookiesOf } from '#tests/support/cookies-of.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { resetPassword } from '../accounts/users.ts'
import type { Database } from '../db/database.ts'
import { saveSetting } from '../db/settings.ts'
import { sessions } from '../db/tables/schema.ts'
import { accessTable } from './access.ts'
import { createGuards } from './sessions.ts'

const rows = new Map<string, Endpoint>(
  accessTable.map((row) => [`${row.method} ${describedPath(row.path)}`, row]),
)

type Principal = {
  /** Returns its Cookie header. May change how the site is set up; the test puts that back. */
  signIn: (app: FastifyInstance, db: Database) => Promise<string>
  /** The status when it asks for what it may not use. */
  refusals: Partial<Record<Audience, 401 | 403>>
  /** Its last proof is too old. */
  lacksProof?: boolean
  /** Its session is refused before any route is looked at: then a route of each kind is enough. */
  isFormer?: boolean
}

/** An admin who was let in, and no longer is after `happens`. */
const former = (
  happens: (site: {
    app: FastifyInstance
    db: Database
    cookie: string
    id: string
    email: string
    /** Another admin does it. */
    ask: (method: 'PATCH' | 'DELETE', url: string, payload?: object) => Promise<unknown>
  }) => Promise<unknown>,
): Principal => ({
  async signIn(app, db) {
    const cookie = await signInAs(app, db, 'admin')
    const other = await signInAs(app, db, 'admin')
    const { id, email } = (
      await app.inject({ url: api.currentUser.path, headers: { cookie } })
    ).json().data
    await happens({
      app,
      db,
      cookie,
      id,
      email,
      async ask(method, url, payload) {
        const headers = { cookie: other }
        const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
        expect(answer.statusCode).toBe(204)
      },
    })
    return cookie
  },
  refusals: { account: 401, editor: 401, admin: 401 },
  isFormer: true,
})

/** All kinds of users. */
const principals: Record<string, Principal> = {
  nobody: {
    signIn: async () => '',
    refusals: { account: 401, editor: 401, admin: 401 },
  },
  editor: {
    signIn: (app, db) => signInAs(app, db, 'editor'),
    refusals: { admin: 403 },
  },
  admin: {
    signIn: (app, db) => signInAs(app, db, 'admin'),
    refusals: {},
  },
  'an admin whose proof is old': {
    async signIn(app, db) {
      const cookie = await signInAs(app, db, 'admin')
      const me = await app.inject({ url: api.currentUser.path, headers: { cookie } })
      const isTheirs = eq(sessions.userId, me.json().data.id)
      await db
        .update(sessions)
        .set({ confirmedAt: new Date(0) })
        .where(isTheirs)
      return cookie
    },
    refusals: {},
    lacksProof: true,
  },
  'a disabled admin': former(({ ask, id }) =>
    ask('PATCH', pathTo(api.changeMember, { userId: id }), { isDisabled: true }),
  ),
  'a removed admin': former(({ ask, id }) =>
    ask('DELETE', pathTo(api.removeMember, { userId: id })),
  ),
  'an admin who has signed out': former(({ app, cookie }) =>
    app.inject({ method: 'POST', url: api.signOut.path, headers: { cookie } }),
  ),
  'an admin who has ended this session elsewhere': former(async ({ app, email }) => {
    const payload = { email, password: testPassword }
    const { headers } = await app.inject({ method: 'POST', url: api.signIn.path, payload })
    const cookie = cookiesOf(headers['set-cookie'])
    await app.inject({ method: 'DELETE', url: api.endOtherSessions.path, headers: { cookie } })
  }),
  'an admin whose password was set anew': former(({ db, email }) =>
    resetPassword(db, email, 'another horse battery'),
  ),
  'an admin whose second factors were removed': former(({ ask, id }) =>
    ask('DELETE', pathTo(api.removeSecondFactors, { userId: id })),
  ),
  'an admin who was made an editor': {
    ...former(({ ask, id }) =>
      ask('PATCH', pathTo(api.changeMember, { userId: id }), { role: 'editor' }),
    ),
    refusals: { admin: 403 },
    isFormer: false,
  },
  'an admin without the second factor that is required': {
    async signIn(app, db) {
      await saveSetting(db, 'accounts', { requiresSecondFactor: true })
      return signInAs(app, db, 'admin')
    },
    refusals: { editor: 403, admin: 403 },
  },
}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`

/** The first operation of each method for each audience. */
function oneOfEachKind(operations: readonly Operation[]): Operation[] {
  const kindOf = (operation: Operation) => {
    const { who, proof } = rows.get(nameOf(operation)) ?? {}
    return `${operation.method} ${who} ${proof}`
  }
  const kinds = Map.groupBy(operations, kindOf).values()
  return [...kinds].flatMap((operationsOfKind) => operationsOfKind.slice(0, 1))
}

describeOnDatabase('the API', (database) => {
  let app: FastifyInstance
  let operations: Operation[]
  beforeAll(async () => {
    app = await buildTestApp(database.handle())
    operations = operationsIn((await app.inject(api.openapi.path)).json())
  })
  afterEach(() => saveSetting(database.handle().db, 'accounts', { requiresSecondFactor: false }))
  afterAll(() => app.close())

  /** The status and the code; endless responses are not read. */
  async function answerTo(request: Probe) {
    const response = await app.inject({ ...request, payloadAsStream: true })
    const { statusCode: status } = response
    const isRefusal = status === 403 && request.method !== 'HEAD'
    const code = isRefusal ? JSON.parse((await response.stream().toArray()).join('')).code : ''
    response.stream().destroy()
    return { status, code }
  }

  test.each(Object.entries(principals))(
    'lets %s do what is for them, and nothing else',
    async (_name, { signIn, refusals, lacksProof = false, isFormer = false }) => {
      const cookie = await signIn(app, database.handle().db)
      for (const operation of isFormer ? oneOfEachKind(operations) : operations) {
        const name = nameOf(operation)
        const { who = 'admin', proof } = rows.get(name) ?? {}
        const mustProve = lacksProof && proof === true
        const refusal = mustProve ? 403 : refusals[who]
        const { headers, ...rest } = probe(operation)
        const request = { ...rest, headers: { ...headers, cookie } }
        const { status, code } = await answerTo(request)
        if (lacksProof && proof !== 'in part') {
          expect([name, code === 'proof_needed']).toEqual([name, mustProve])
        }
        if (refusal) expect([name, status]).toEqual([name, refusal])
        else if (!lacksProof) {
          expect([name, status]).toEqual([name, expect.not.toBeOneOf([401, 403])])
        }
        // A read can also be asked for with HEAD.
        if (refusal && !isChanging(operation)) {
          const head = await answerTo({ ...request, method: 'HEAD' })
          expect([name, head.status]).toEqual([name, refusal])
        }
      }
    },
  )

  test('is neither changed nor read by a page of another website', async () => {
    const cookie = await signInAs(app, database.handle().db, 'admin')
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    for (const operation of operations) {
      const { headers, ...rest } = probe(operation)
      const { status } = await answerTo({ ...rest, headers: { ...headers, cookie, ...foreign } })
      expect([nameOf(operation), status]).toEqual([nameOf(operation), 403])
    }
  })

  test('has every route of the table, and no operation that is not in it', () => {
    const missing = accessTable.filter(({ method, path: url }) => !app.hasRoute({ method, url }))
    expect(missing).toEqual([])
    expect(rows.size).toBe(accessTable.length)
    expect(operations.map(nameOf).filter((name) => !rows.has(name))).toEqual([])
  })
})

/**
 * The table once more, by who may and whether they prove who they are: the actions of the audit
 * log, and the routes without one. Reads for admins only are left out. So a guard that is taken
 * away in the table is noticed here.
 */
const agreed = {
  'anybody, no proof': `
    POST /api/contact
    POST /api/taps
    GET /api/openapi.json
    GET /api/accounts/sign-in-help
    sign-in sign-in sign-in sign-out password.forget
    POST /api/accounts/sign-in/passkey/options
    GET /api/seo
    GET /api/seo/editor`,
  'secret, no proof': `
    POST /request/:token
    POST /request/:token/answer
    POST /request/:token/photos
    POST /request/:token/photos/:photoId/removal
    POST /request/:token/rating
    POST /request/:token/rating/removal
    POST /offer/:token/accept
    POST /offer/:token/decline
    POST /offer/:token/outcome
    POST /offer/:token/hand-back
    POST /offer/:token/call-time
    POST /offer/:token/spoken
    POST /offer/:token/on-the-way
    POST /contractor/:token/offers/:offerId
    POST /contractor/:token/offers/:offerId/accept
    POST /contractor/:token/offers/:offerId/decline
    POST /contractor/:token/offers/:offerId/outcome
    POST /contractor/:token/offers/:offerId/hand-back
    POST /contractor/:token/offers/:offerId/call-time
    POST /contractor/:token/offers/:offerId/spoken
    POST /contractor/:token/offers/:offerId/on-the-way
    POST /api/accounts/setup/check
    POST /api/accounts/invitations/open
    setup password.reset account.email-confirm invitation.accept`,
  'account, no proof': `
    GET /api/accounts/me
    GET /api/accounts/proof
    GET /api/accounts/me/sessions
    GET /api/accounts/second-factors
    account.name proof proof.ask session.end session.end-others second-factor.name`,
  'account, in part': 'password.change',
  'account, proof': `
    account.email second-factor.begin second-factor.begin second-factor.add second-factor.add
    second-factor.remove second-factor.remove second-factor.recovery-codes`,
  'editor, no proof': `
    GET /api/seo/pages
    GET /api/seo/revisions
    metadata.save metadata.remove`,
  'admin, in part': 'GET /api/admin/leads',
  'admin, no proof': `
    POST /api/admin/contractors/import/preview
    POST /api/admin/erasures/preview
    lead.status lead.note lead.remind lead.remind lead.enter lead.correct lead.join lead.part news.put-away lead.release lead.quarantine
    lead.outcome lead.urgency
    ledger.enter ledger.reverse job-value.set
    offer.make offer.agree offer.spoken offer.withdraw rating.publish rating.take-off rating.samples review.add review.remove
    contractor.revoke-links
    delivery.resend delivery.came-back delivery.resend-failed webhook.test first-steps.change holiday.set
    holiday.unset hours.change area.change claims.change offer.times`,
  'admin, proof': `
    POST /api/admin/backups/:file/download
    invitation.send invitation.withdraw
    team.change team.remove team.require-second-factor team.remove-second-factors
    lead.export contractor.export audit.export backup.make backup.plan backup.download
    contractor.add contractor.change contractor.remove contractor.import contractor.import-undo offer.automatic
    contractor.send-page
    recipient.add recipient.change recipient.remove webhook.add webhook.change webhook.remove
    mail.lead-source mail.news mail.visitors mail.server mail.test
    fee-rule.add fee-rule.remove statement.settings business.change
    erasure.erase retention.set`,
}

test('who may do what, with which proof and entry, is what was agreed', () => {
  const inTable: Record<string, string[]> = {}
  for (const { method, path, who, proof, audit = 'no entry' } of accessTable) {
    if (method === 'GET' && who === 'admin' && !proof) continue
    const group = `${who}, ${proof === true ? 'proof' : (proof ?? 'no proof')}`
    inTable[group] ??= []
    inTable[group].push(audit === 'no entry' ? `${method} ${path}` : audit)
  }
  const names = (text: string) => text.match(/[A-Z]+ \S+|\S+/g)?.sort()
  expect(
    Object.fromEntries(Object.entries(inTable).map(([group, found]) => [group, found.sort()])),
  ).toEqual(Object.fromEntries(Object.entries(agreed).map(([group, text]) => [group, names(text)])))
})

test('a route that changes something, or is of the API, cannot be added without a row', () => {
  const app = Fastify()
  createGuards(app, async () => undefined)
  const handler = async () => ''
  for (const [method, url] of [
    ['POST', '/a-form'],
    ['DELETE', api.leads.path],
    ['GET', '/api/admin/new'],
  ] as const) {
    expect(() => app.route({ method, url, handler })).toThrow(
      `${method} ${url} is not in the table of access`,
    )
  }
  app.get('/a-page', handler)
  app.route({ method: 'POST', url: api.taps.path, handler })
})
