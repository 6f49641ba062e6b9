import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { apiPaths, teamMemberPath } from '#/contracts/routes.ts'
import {
  describedPath,
  isChanging,
  type Operation,
  operationsIn,
  type Probe,
  probe,
} from '../../../tests/api-operations.ts'
import { buildTestApp, signInAs } from '../../../tests/app-builder.ts'
import { describeOnDatabase } from '../../../tests/databases.ts'
import { setRequiresSecondFactor } from '../accounts/account-settings.ts'
import type { Database } from '../db/database.ts'

/** Who an operation is for: anybody, whoever has an account, editors too, or only admins. */
type Audience = 'anybody' | 'account' | 'editors' | 'admins'

/** Operations that are not for admins only. Whatever is new is for them until it stands here. */
const audiences: Record<string, Audience> = {
  [`POST ${apiPaths.contact}`]: 'anybody',
  [`POST ${apiPaths.taps}`]: 'anybody',
  [`GET ${apiPaths.pageMetadata}`]: 'anybody',
  [`GET ${apiPaths.seo}`]: 'anybody',
  [`GET ${apiPaths.seoEditor}`]: 'anybody',
  [`POST ${apiPaths.signIn}`]: 'anybody',
  [`POST ${apiPaths.signOut}`]: 'anybody',
  [`POST ${apiPaths.setup}`]: 'anybody',
  [`POST ${apiPaths.setupCheck}`]: 'anybody',
  [`GET ${apiPaths.signInHelp}`]: 'anybody',
  [`POST ${apiPaths.forgotPassword}`]: 'anybody',
  [`POST ${apiPaths.resetPassword}`]: 'anybody',
  [`POST ${apiPaths.confirmEmail}`]: 'anybody',
  [`POST ${apiPaths.openInvitation}`]: 'anybody',
  [`POST ${apiPaths.acceptInvitation}`]: 'anybody',
  [`GET ${apiPaths.currentUser}`]: 'account',
  [`PATCH ${apiPaths.currentUser}`]: 'account',
  [`GET ${apiPaths.proof}`]: 'account',
  [`POST ${apiPaths.proof}`]: 'account',
  [`POST ${apiPaths.myEmail}`]: 'account',
  [`POST ${apiPaths.myPassword}`]: 'account',
  [`GET ${apiPaths.mySessions}`]: 'account',
  [`DELETE ${apiPaths.mySessions}`]: 'account',
  [`DELETE ${describedPath(apiPaths.mySession)}`]: 'account',
  [`POST ${apiPaths.signInCode}`]: 'anybody',
  [`POST ${apiPaths.signInPasskeyOptions}`]: 'anybody',
  [`POST ${apiPaths.signInPasskey}`]: 'anybody',
  [`POST ${apiPaths.proofPasskey}`]: 'account',
  [`GET ${apiPaths.secondFactors}`]: 'account',
  [`POST ${apiPaths.codeApp}`]: 'account',
  [`POST ${apiPaths.codeAppFirstCode}`]: 'account',
  [`DELETE ${apiPaths.codeApp}`]: 'account',
  [`POST ${apiPaths.recoveryCodes}`]: 'account',
  [`POST ${apiPaths.passkeyOptions}`]: 'account',
  [`POST ${apiPaths.passkeys}`]: 'account',
  [`PATCH ${describedPath(apiPaths.passkey)}`]: 'account',
  [`DELETE ${describedPath(apiPaths.passkey)}`]: 'account',
  [`GET ${apiPaths.seoPages}`]: 'editors',
  [`GET ${apiPaths.seoRevisions}`]: 'editors',
  [`POST ${apiPaths.seo}`]: 'editors',
  [`DELETE ${apiPaths.seo}`]: 'editors',
}

type Principal = {
  /** Its Cookie header. May change how the site is set up; the test puts that back. */
  signIn: (app: FastifyInstance, db: Database) => Promise<string>
  /** What it is answered that asks for what is not for it. */
  refusals: Partial<Record<Audience, 401 | 403>>
}

/** Everybody who may come. */
const principals: Record<string, Principal> = {
  nobody: {
    signIn: async () => '',
    refusals: { account: 401, editors: 401, admins: 401 },
  },
  editor: {
    signIn: (app, db) => signInAs(app, db, 'editor'),
    refusals: { admins: 403 },
  },
  admin: {
    signIn: (app, db) => signInAs(app, db, 'admin'),
    refusals: {},
  },
  'a disabled admin': {
    async signIn(app, db) {
      const cookie = await signInAs(app, db, 'admin')
      const other = await signInAs(app, db, 'admin')
      const me = await app.inject({ url: apiPaths.currentUser, headers: { cookie } })
      const { statusCode } = await app.inject({
        method: 'PATCH',
        url: teamMemberPath(me.json().data.id),
        headers: { cookie: other },
        payload: { isDisabled: true },
      })
      expect(statusCode).toBe(204)
      return cookie
    },
    refusals: { account: 401, editors: 401, admins: 401 },
  },
  'an admin without the second factor that is required': {
    async signIn(app, db) {
      await setRequiresSecondFactor(db, true)
      return signInAs(app, db, 'admin')
    },
    refusals: { editors: 403, admins: 403 },
  },
}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`

describeOnDatabase('the API', (database) => {
  let app: FastifyInstance
  let operations: Operation[]
  beforeAll(async () => {
    app = await buildTestApp(database.handle())
    operations = operationsIn((await app.inject(apiPaths.openapi)).json())
  })
  afterEach(() => setRequiresSecondFactor(database.handle().db, false))
  afterAll(() => app.close())

  /** The status; answers that never end are not read. */
  async function statusOf(request: Probe) {
    const response = await app.inject({ ...request, payloadAsStream: true })
    response.stream().destroy()
    return response.statusCode
  }

  test.each(Object.entries(principals))(
    'lets %s do what is for them, and nothing else',
    async (_name, { signIn, refusals }) => {
      const cookie = await signIn(app, database.handle().db)
      for (const operation of operations) {
        const name = nameOf(operation)
        const refusal = refusals[audiences[name] ?? 'admins']
        const { headers, ...rest } = probe(operation)
        const request = { ...rest, headers: { ...headers, cookie } }
        const status = await statusOf(request)
        if (refusal) expect([name, status]).toEqual([name, refusal])
        else expect([name, status]).toEqual([name, expect.not.toBeOneOf([401, 403])])
        expect(Object.keys(operation.answers), name).toContain(String(status))
        // What is read can be asked for its head alone.
        if (refusal && !isChanging(operation)) {
          expect([name, await statusOf({ ...request, method: 'HEAD' })]).toEqual([name, refusal])
        }
      }
    },
  )

  test('has every operation that the table above names', () => {
    expect(operations.map(nameOf)).toEqual(expect.arrayContaining(Object.keys(audiences)))
  })
})
