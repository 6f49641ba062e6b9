import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { apiPaths } from '#/contracts/routes.ts'
import { contactBody } from '#tests/support/factories.ts'

/** What a visitor asks for: a page, a file that a page names, a lead that is sent, the owner's inbox. */
export type VisitKind = 'page' | 'asset' | 'lead' | 'inbox'

/** One request. Times are of `Date.now`. */
export type Visit = {
  kind: VisitKind
  /** The name in a lead, which tells it apart also in the tables and mails. */
  name?: string
  began: number
  /** When the whole answer was there, and its status; null if there was none. */
  ended: number | null
  status: number | null
  /** Why there was none. */
  problem?: string
}

/** How much is asked, of which address, and from which. */
export type TrafficOptions = {
  host: string
  port: number
  /** The name in the certificate, and the certificate. */
  name: string
  ca: string
  /** Each is a browser's own: proxies tell visitors apart by them. */
  addresses: readonly string[]
  perSecond: number
  /** What is asked one after the other. */
  rota: readonly VisitKind[]
  /** The Cookie header of the owner. */
  cookie?: string
  /** Browsers keep their connections. Without it each request has a new one. */
  keepAlive?: boolean
}

/** As long as the form in the browser waits. */
const patienceMs = 20_000

const paths = ['/', '/contact', '/about', '/services', '/services/ac-repair', '/service-areas']

/** Files that a browser loads for a page; the script is one that another release has not. */
const filesOf = (page: string) => [...new Set(page.match(/\/assets\/[\w.-]+\.(?:js|svg)/g))]

/** It knows the files of the page that it has open. */
type Browser = { agent: Agent; files: string[] }

/** Of these no two runs of a process have one in common. */
let leads = 0

/** How a visitor asks. */
type Question = { path: string; body?: string; cookie?: string | undefined }

/** Asks. Rejects if there is no answer, or only a part of one. */
function ask({ host, port, name }: TrafficOptions, agent: Agent, question: Question) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; answer: string }>()
  const { path, body, cookie } = question
  const headers = {
    host: port === 443 ? name : `${name}:${port}`,
    ...(cookie && { cookie }),
    ...(body && { 'content-type': 'application/json' }),
  }
  const method = body ? 'POST' : 'GET'
  const asked = request({ host, port, path, agent, headers, method }, (response) =>
    text(response).then((answer) => {
      // An answer that breaks off ends like a whole one.
      if (!response.complete) reject(new Error(`broken after ${answer.length} characters`))
      resolve({ status: response.statusCode ?? 0, answer })
    }, reject),
  )
  asked.on('error', reject)
  const timer = setTimeout(() => asked.destroy(new Error('no answer')), patienceMs)
  asked.end(body)
  return promise.finally(() => clearTimeout(timer))
}

function openBrowsers({ addresses, ca, name, keepAlive = false }: TrafficOptions): Browser[] {
  // A certificate for an address is checked by the address.
  const servername = /^[\d.]+$/.test(name) ? {} : { servername: name }
  return addresses.map((localAddress) => ({
    agent: new Agent({
      keepAlive,
      maxSockets: keepAlive ? 6 : 100,
      ca,
      localAddress,
      ...servername,
    }),
    files: [],
  }))
}

/** Visitors who come at a fixed rate, however long the answers take. */
export function startTraffic(options: TrafficOptions) {
  const { perSecond, rota, cookie } = options
  const browsers = openBrowsers(options)
  const visits: Visit[] = []
  const scripts = new Set<string>()
  const open = new Set<Promise<void>>()
  let asked = 0

  function questionOf(kind: VisitKind, { files }: Browser, name = ''): Question {
    const file = files[asked % files.length]
    if (kind === 'inbox') return { path: apiPaths.leads, cookie }
    if (kind === 'lead') {
      const submissionId = crypto.randomUUID()
      // What many others have sent too looks like spam.
      const own = {
        name,
        email: `${submissionId}@example.com`,
        message: `It hums: ${submissionId}`,
      }
      return { path: apiPaths.contact, body: JSON.stringify(contactBody({ ...own, submissionId })) }
    }
    return { path: (kind === 'asset' && file) || (paths[asked % paths.length] ?? '/') }
  }

  async function visit(kind: VisitKind, browser: Browser): Promise<void> {
    if (kind === 'lead') leads += 1
    const name = kind === 'lead' ? `Visitor ${process.pid}-${leads}` : undefined
    const made: Visit = {
      kind,
      ...(name && { name }),
      began: Date.now(),
      ended: null,
      status: null,
    }
    visits.push(made)
    try {
      const { status, answer } = await ask(options, browser.agent, questionOf(kind, browser, name))
      Object.assign(made, { ended: Date.now(), status })
      if (kind !== 'page' || status !== 200) return
      browser.files = filesOf(answer)
      for (const file of browser.files) if (file.includes('/entry-form-')) scripts.add(file)
    } catch (error) {
      made.problem = (error as Error).message
    }
  }

  function askNext() {
    const kind = rota[asked % rota.length] ?? 'page'
    const browser = browsers[Math.floor(asked / rota.length) % browsers.length]
    asked += 1
    if (!browser) return
    const ended = visit(kind, browser).finally(() => open.delete(ended))
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
    /** No new ones; returns all, and the scripts that the pages named, when the last has its answer. */
    async stop(): Promise<{ visits: Visit[]; scripts: ReadonlySet<string> }> {
      clearInterval(timer)
      await Promise.all(open)
      for (const { agent } of browsers) agent.destroy()
      return { visits, scripts }
    },
  }
}

/** True if a visitor was turned away. */
export const hasFailed = ({ kind, status }: Visit) => status !== (kind === 'lead' ? 201 : 200)
