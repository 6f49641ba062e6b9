import type { FastifyInstance } from 'fastify'
import { expect, vi } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import type { Database, DatabaseHandle } from '#/server/db/database.ts'
import { addUser, testPassword } from '#tests/support/app-builder.ts'
import { adminSite } from '../suite-site.ts'
import { appCode } from './app-codes.ts'
import { makeDevicePasskey } from './device-passkey.ts'

/** A GET without `payload`. */
type Sent = { method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; payload?: object }

let lastAddress = 0

/** Asks the API as one browser does, which keeps its cookies and has an address of its own. */
function openApiBrowser(app: FastifyInstance, headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>()
  lastAddress += 1
  const remoteAddress = `10.${lastAddress >> 8}.${lastAddress & 255}.1`
  return {
    cookies,
    async ask(url: string, { method, payload }: Sent = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await app.inject({
        method: method ?? (payload ? 'POST' : 'GET'),
        url,
        headers: { ...headers, ...(cookie && { cookie }) },
        remoteAddress,
        ...(payload && { payload }),
      })
      for (const { name, value, maxAge } of answer.cookies) {
        if (maxAge === 0) cookies.delete(name)
        else cookies.set(name, encodeURIComponent(value))
      }
      return { status: answer.statusCode, body: answer.body ? answer.json() : undefined }
    },
  }
}

export type ApiBrowser = ReturnType<typeof openApiBrowser>

const origin = 'http://localhost:3000'

/**
 * A code of an app counts for half a minute: no such half minute ends in the middle of this test.
 */
export function holdTheClock(): void {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now - (now % 30_000) + 15_000 })
}

/** People with second factors, each in a browser and with devices of their own. */
export function factorPeople(app: () => FastifyInstance, db: () => Database) {
  const newBrowser = (headers: Record<string, string> = {}) =>
    openApiBrowser(app(), { origin, host: 'localhost:3000', ...headers })
  const newDevice = () => makeDevicePasskey({ host: 'localhost', origin })

  const newUser = (role: 'admin' | 'editor' = 'admin') =>
    addUser(db(), `${crypto.randomUUID()}@example.com`, role)
  const enterPassword = (browser: ApiBrowser, email: string) =>
    browser.ask(api.signIn.path, { payload: { email, password: testPassword } })
  const enterCode = (browser: ApiBrowser, code: string) =>
    browser.ask(api.signInCode.path, { payload: { code } })
  const isSignedIn = async (browser: ApiBrowser) =>
    (await browser.ask(api.currentUser.path)).status === 200

  /** The first of two steps of a sign-in. Fails unless it goes well. */
  async function startSignIn(browser: ApiBrowser, email: string) {
    expect((await enterPassword(browser, email)).status).toBe(200)
  }

  async function signedIn(role?: 'admin' | 'editor') {
    const user = await newUser(role)
    const browser = newBrowser()
    expect((await enterPassword(browser, user.email)).status).toBe(200)
    return { user, browser }
  }

  /** Sets up an app with the code of the half minute before, so that the next ones are left. */
  async function setUpApp(browser: ApiBrowser) {
    const { key } = (await browser.ask(api.beginCodeApp.path, { method: 'POST' })).body.data
    const ended = await browser.ask(api.addCodeApp.path, {
      payload: { code: appCode(key, -1) },
    })
    expect(ended.status).toBe(200)
    return { key: key as string, recoveryCodes: ended.body.data.recoveryCodes as string[] }
  }

  async function addPasskey(browser: ApiBrowser) {
    const device = newDevice()
    const asked = await browser.ask(api.passkeyOptions.path, { method: 'POST' })
    const payload = { response: device.register(asked.body.data) }
    const added = await browser.ask(api.addPasskey.path, { payload })
    expect(added.status).toBe(200)
    return { device, recoveryCodes: added.body.data.recoveryCodes as string[] }
  }

  async function signInByPasskey(
    browser: ApiBrowser,
    device: ReturnType<typeof newDevice>,
    differences = {},
  ) {
    const { data } = (await browser.ask(api.signInPasskeyOptions.path, { method: 'POST' })).body
    const response = device.signIn(data, differences)
    return browser.ask(api.signInPasskey.path, { payload: { response } })
  }

  return {
    newBrowser,
    newDevice,
    newUser,
    enterPassword,
    startSignIn,
    enterCode,
    isSignedIn,
    signedIn,
    setUpApp,
    addPasskey,
    signInByPasskey,
  }
}

/** The same at a site of its own, for the tests of a suite. */
export function factorSite(database: { handle: () => DatabaseHandle }) {
  const { app, db } = adminSite(database)
  return { db, people: factorPeople(app, db) }
}
