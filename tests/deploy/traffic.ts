import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { api } from '#/contracts/endpoints/api.ts'
import { contactBody } from '#tests/support/factories.ts'
import type { RunningProxy } from './caddy.ts'

const patienceMs = 30_000
const browserCount = 24

/** What is sent to the proxy at a port; with a body it is a POST. */
type Question = { agent?: Agent; port: number; path: string; body?: string; cookie?: string }

/** Asks a proxy. Rejects if there is no answer, or only a part of one. */
export function askProxy({ agent, port, path, body, cookie }: Question) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; answer: string }>()
  const headers = {
    host: `localhost:${port}`,
    ...(cookie && { cookie }),
    ...(body && { 'content-type': 'application/json' }),
  }
  const method = body ? 'POST' : 'GET'
  const asked = request({ host: '127.0.0.1', port, path, agent, headers, method }, (response) =>
    text(response).then((answer) => {
      // An answer that breaks off ends like a whole one.
      if (!response.complete) reject(new Error(`broken after ${answer.length} characters`))
      resolve({ status: response.statusCode ?? 0, answer })
    }, reject),
  )
  asked.on('error', reject)
  asked.setTimeout(patienceMs, () => asked.destroy(new Error('no answer')))
  asked.end(body)
  return promise
}

/** A browser with an address of its own; it keeps its connections, and knows the page it has open. */
type Browser = { agent: Agent; files: string[] }

/** Linux has every address that begins with 127, and the proxy tells visitors apart by them. */
const openBrowsers = (ca: string): Browser[] =>
  Array.from({ length: browserCount }, (_, index) => {
    const localAddress = `127.0.1.${index + 1}`
    const options = { keepAlive: true, maxSockets: 6, ca, servername: 'localhost', localAddress }
    return { agent: new Agent(options), files: [] }
  })

/** Of these no two runs have one in common. */
let visitors = 0

/** What came back. */
type Tally = {
  /** The names in the submissions that were answered 201. */
  leads: string[]
  /** Every other answer than the wanted one, and every broken connection. */
  failures: string[]
  /** The scripts that pages named; every release has its own. */
  scripts: Set<string>
}

const perSecond = 50
const paths = ['/', '/contact', '/about', '/services']

/** What is asked one after the other: of ten, three pages, four of their files, two leads, one inbox. */
const rota = ['page', 'asset', 'lead', 'asset', 'page', 'asset', 'inbox', 'lead', 'asset', 'page']

/** Files that a browser loads for a page; the script is the one that another release has not. */
const filesOf = (page: string) => [...new Set(page.match(/\/assets\/[\w.-]+\.(?:js|svg)/g))]

type Visit = (browser: Browser, index: number) => Promise<void>

/** The ways to ask, which note what came back. */
function makeVisits(port: number, cookie: string, tally: Tally): Record<string, Visit> {
  async function send(wanted: number, question: Omit<Question, 'port'>): Promise<string> {
    const { status, answer } = await askProxy({ port, ...question })
    if (status !== wanted) throw new Error(String(status))
    return answer
  }

  async function readPage(browser: Browser, index: number) {
    const path = paths[index % paths.length] ?? '/'
    const page = await send(200, { agent: browser.agent, path })
    browser.files = filesOf(page)
    for (const file of browser.files.filter((name) => name.includes('/entry-form-'))) {
      tally.scripts.add(file)
    }
  }

  async function readAsset(browser: Browser, index: number) {
    const file = browser.files[index % browser.files.length]
    if (!file) return readPage(browser, index)
    await send(200, { agent: browser.agent, path: file })
  }

  async function sendLead(browser: Browser) {
    visitors += 1
    const name = `Visitor ${visitors}`
    const body = JSON.stringify(contactBody({ name, submissionId: crypto.randomUUID() }))
    await send(201, { agent: browser.agent, path: api.contact.path, body })
    tally.leads.push(name)
  }

  async function readInbox(browser: Browser) {
    await send(200, { agent: browser.agent, path: api.leads.path, cookie })
  }

  return { page: readPage, asset: readAsset, lead: sendLead, inbox: readInbox }
}

/**
 * Fifty requests a second, by many browsers with addresses of their own: pages, the files that these
 * name, requests of visitors, and the owner's inbox.
 */
export function startTraffic({ port, cert }: RunningProxy, cookie: string) {
  const tally: Tally = { leads: [], failures: [], scripts: new Set() }
  const visits = makeVisits(port, cookie, tally)
  const browsers = openBrowsers(cert)
  const open = new Set<Promise<void>>()
  let asked = 0

  function askNext() {
    const index = asked
    asked += 1
    const kind = rota[index % rota.length] ?? 'page'
    const browser = browsers[Math.floor(index / rota.length) % browsers.length]
    const visit = visits[kind]
    if (!browser || !visit) return
    const ended = visit(browser, index)
      .catch((error: Error) => {
        tally.failures.push(`${kind}: ${error.message}`)
      })
      .finally(() => open.delete(ended))
    open.add(ended)
  }
  // A timer that comes late is made up for, so that the rate holds on a busy machine.
  const began = performance.now()
  const timer = setInterval(() => {
    while (asked < ((performance.now() - began) / 1000) * perSecond) askNext()
  }, 1000 / perSecond)

  return {
    /** How many have been sent by now. */
    count: () => asked,
    /** No new ones; resolves when all have their answer. */
    async stop(): Promise<Tally> {
      clearInterval(timer)
      await Promise.all(open)
      for (const { agent } of browsers) agent.destroy()
      return tally
    },
  }
}
