import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { contactBody } from '#tests/support/factories.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { startMachine } from './part.ts'

/** A request of a visitor. Times are of `Date.now`. */
export type Visit = {
  kind: 'page' | 'lead'
  /** The name in a lead, which tells it apart also in the tables and mails. */
  name?: string
  began: number
  /** When the answer was there, and its status; null if there was none. */
  ended: number | null
  status: number | null
}

/** How much is asked, of which address, and from which. */
export type LoadOptions = {
  host: string
  sources: readonly string[]
  pagesPerSecond: number
  leadsPerSecond: number
  seconds: number
  seed: number
  folder: string
}

/** As long as the form in the browser waits. */
const patienceMs = 20_000
const startMs = 120_000

const pages = ['/', '/contact', '/about', '/services', '/services/ac-repair', '/service-areas']

/** More leads than will be sent: they come at times of chance. */
const spare = 1.3

/** The name, the submissionId and the message of each lead, of a seed, a line each. */
function writeLeads({ leadsPerSecond, seconds, seed }: LoadOptions, file: string): void {
  const count = Math.ceil(leadsPerSecond * seconds * spare) + 100
  const ids = fc.sample(fc.noBias(fc.uuid({ version: 4 })), { seed, numRuns: count })
  const lines = ids.map((id, index) => `Visitor ${seed}-${index};${id};The unit hums: ${id}`)
  writeFileSync(file, `${lines.join('\n')}\n`)
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Erlang that writes down that a visit begins: when, by which process of tsung, and the lead's name. */
const noteBegin = (file: string, name: string) =>
  escapeXml(
    `fun({_,Vars}) -> Name = case ts_dynvars:lookup(name, Vars) of {ok, N} -> N; _ -> "${name}" end, ` +
      `file:write_file("${file}", io_lib:format("~b;~p;~s~n", [erlang:system_time(millisecond), self(), Name]), [append]), [""] end.`,
  )

/** What tsung is told. Each visitor of it opens a connection, asks once, and does not try again. */
function configurationOf(options: LoadOptions, leads: string, begun: string): string {
  const { host, sources, pagesPerSecond, leadsPerSecond, seconds } = options
  const share = (100 * leadsPerSecond) / (pagesPerSecond + leadsPerSecond)
  const body = { ...contactBody(), email: 'v%%_id%%@example.com' }
  const contents = JSON.stringify({
    ...{ ...body, name: '%%_name%%', submissionId: '%%_id%%', message: '%%_message%%' },
  })
  const note = (name: string) =>
    `<setdynvars sourcetype="eval" code="${noteBegin(begun, name)}"><var name="noted"/></setdynvars>`
  const readPages = pages.map(
    (
      path,
      index,
    ) => `<session name="page-${index}" probability="${(100 - share) / pages.length}" type="ts_http">
      ${note('-')}
      <request><http url="${path}" method="GET" version="1.1"/></request>
    </session>`,
  )
  return `<?xml version="1.0"?>
<!DOCTYPE tsung SYSTEM "/usr/share/tsung/tsung-1.0.dtd">
<tsung loglevel="warning" dumptraffic="protocol">
  <clients><client host="localhost" use_controller_vm="true" maxusers="20000">
    ${sources.map((address) => `<ip value="${address}"/>`).join('')}
  </client></clients>
  <servers><server host="${host}" port="443" type="ssl"/></servers>
  <load><arrivalphase phase="1" duration="${seconds}" unit="second">
    <users arrivalrate="${pagesPerSecond + leadsPerSecond}" unit="second"/>
  </arrivalphase></load>
  <options>
    <option name="file_server" id="leads" value="${leads}"/>
    <option name="max_retries" value="0"/>
    <option name="global_ack_timeout" value="${patienceMs}"/>
  </options>
  <sessions>
    ${readPages.join('\n    ')}
    <session name="lead" probability="${share}" type="ts_http">
      <setdynvars sourcetype="file" fileid="leads" delimiter=";" order="iter"><var name="name"/><var name="id"/><var name="message"/></setdynvars>
      ${note('?')}
      <request subst="true"><http url="/api/contact" method="POST" version="1.1" content_type="application/json" contents="${escapeXml(contents)}"/></request>
    </session>
  </sessions>
</tsung>
`
}

/** The answers as tsung writes them down, by its processes, each of which is a visitor. */
function readAnswers(dump: string): Map<string, { ended: number; status: number | null }> {
  const answers = new Map<string, { ended: number; status: number | null }>()
  for (const line of dump.split('\n')) {
    const [at, process, , , , , status] = line.split(';')
    if (!process?.startsWith('<')) continue
    // It says "error_no_http_status" of a connection that ended without one.
    const code = /^\d+$/.test(status ?? '') ? Number(status) : null
    answers.set(process, { ended: Number(at) * 1000, status: code })
  }
  return answers
}

/** Reads what tsung has written down: when each visit began, and what was answered. */
export function readVisits(begun: string, dump: string): Visit[] {
  const answers = readAnswers(dump)
  return begun.split('\n').flatMap((line) => {
    const [at, process = '', name] = line.split(';')
    if (!name) return []
    const { ended = null, status = null } = answers.get(process) ?? {}
    const kind = name === '-' ? ('page' as const) : ('lead' as const)
    return { kind, ...(kind === 'lead' && { name }), began: Number(at), ended, status }
  })
}

/** Visitors that come. */
export type Load = {
  /** Waits until the first ones have come: on a busy machine tsung takes long to start. */
  hasBegun: () => Promise<void>
  /** What became of them, when the last has its answer or has given up. */
  ended: Promise<Visit[]>
  stop: () => Promise<void>
}

/**
 * Starts visitors, made by tsung: they come at times of chance at a fixed rate, however long the
 * answers take.
 */
export function startLoad(options: LoadOptions): Load {
  const folder = join(options.folder, 'tsung')
  mkdirSync(folder)
  const [leads, begun, file] = ['leads.csv', 'begun.csv', 'tsung.xml'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  writeLeads(options, leads)
  writeFileSync(begun, '')
  writeFileSync(file, configurationOf(options, leads, begun))
  execFileSync('chown', ['-R', 'postgres:postgres', folder])
  const command = ['tsung', '-f', file, '-l', join(folder, 'log'), '-n', 'start']
  const machine = startMachine(command, join(folder, 'output.log'), { env: { HOME: folder } })
  const ended = machine.ended.then(() => {
    const [dump = ''] = globSync(join(folder, 'log/*/tsung.dump'))
    return readVisits(readFileSync(begun, 'utf8'), readFileSync(dump, 'utf8'))
  })
  const isThere = async () => statSync(begun).size > 0
  return {
    hasBegun: () => waitUntil('the first visitors', isThere, startMs),
    ended,
    stop: machine.kill,
  }
}
