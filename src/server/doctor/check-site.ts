import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import { dayMs } from '#/contracts/days.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { present } from '../health/health.ts'
import { ProbeFailed, type ProbeLook, sendProbe } from '../health/send-probe.ts'
import { within } from '../runtime/within.ts'
import { bad, type Finding, good, warn } from './finding.ts'

const answerMs = 10_000

const hourMs = 3_600_000

/** Proxies renew a certificate when a third of its time is left, or a month before the end. */
const soonMs = 14 * dayMs
const soonShare = 0.25

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost')

async function checkName(host: string): Promise<Finding> {
  if (isIP(host)) return warn(`${host} is an address, not a name.`, 'Set SITE_URL to your domain.')
  try {
    const addresses = await lookup(host, { all: true })
    return good(`${host} is ${addresses.map(({ address }) => address).join(' and ')}.`)
  } catch {
    return bad(
      `DNS has no address for ${host}.`,
      'Add an A record (and AAAA for IPv6) that points to your proxy, or correct SITE_URL.',
    )
  }
}

/** The certificate that visitors are shown. Throws where browsers refuse it. */
async function readCertificate(host: string, port: number): Promise<PeerCertificate> {
  const socket = connect({ host, port, servername: isIP(host) ? '' : host })
  try {
    await within(answerMs, once(socket, 'secureConnect'))
    return socket.getPeerCertificate()
  } finally {
    socket.destroy()
  }
}

const inWords = (ms: number) =>
  ms < 2 * dayMs ? `${Math.floor(ms / hourMs)} hours` : `${Math.floor(ms / dayMs)} days`

async function checkCertificate({ hostname, port }: URL): Promise<Finding> {
  try {
    const { valid_from: from, valid_to: to } = await readCertificate(hostname, Number(port || 443))
    const leftMs = Date.parse(to) - Date.now()
    const left = inWords(leftMs)
    return leftMs < Math.min(soonMs, (Date.parse(to) - Date.parse(from)) * soonShare)
      ? warn(
          `The certificate expires in ${left}.`,
          'Check why your proxy hasn’t renewed it. Browsers will refuse the site after that.',
        )
      : good(`The certificate is valid for another ${left}.`)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return bad(
      `Browsers can’t open the site safely (${code ?? message}).`,
      'Have your proxy listen there, with a certificate for this name.',
    )
  }
}

/** Of a range for examples (RFC 5737): no client has it, so a proxy that passes it on checks nothing. */
const madeUpAddress = '203.0.113.77'

const nameProxy = (address: string) =>
  `Add the address your proxy connects from to TRUST_PROXY. Here that’s ${address}.`

function judgeAddress(look: ProbeLook, isBehindProxy: boolean): Finding {
  const { clientAddress, peerAddress, forwardedFor, isFromProxy } = look
  if (clientAddress === madeUpAddress) {
    return bad(
      'Visitors can fake their address and get around limits: the proxy passes on whatever they send.',
      'Have your proxy set X-Forwarded-For to the address it sees, or remove visitors’ addresses from TRUST_PROXY.',
    )
  }
  const isTold = forwardedFor !== null && forwardedFor !== madeUpAddress
  if (isTold && !isFromProxy) {
    return bad(
      'TRUST_PROXY doesn’t name your proxy, so all visitors count as one.',
      nameProxy(peerAddress),
    )
  }
  if (!isTold && (isFromProxy || isBehindProxy)) {
    return bad(
      'Your proxy doesn’t say whose requests it passes on, so all visitors count as one.',
      'Have it set X-Forwarded-For to the address it sees.',
    )
  }
  return good(`The site sees each visitor’s address: this machine is ${clientAddress}.`)
}

/**
 * Sends the form through the public address as a visitor would, with an address that is made up, and
 * has the site say what it saw. What it stored it has undone.
 */
async function checkForm({ site }: Config, db: Database): Promise<Finding[]> {
  const headers = { 'x-forwarded-for': madeUpAddress }
  try {
    const look = await sendProbe({ db, site, headers })
    const isSafe = site.url.startsWith('https:')
    return present(
      good(`A test request through ${site.url} was stored, then removed.`),
      judgeAddress(look, isSafe),
      isSafe &&
        look.protocol !== 'https' &&
        bad(
          'The site treats https requests as unencrypted.',
          look.isFromProxy
            ? 'Have your proxy set X-Forwarded-Proto to https.'
            : nameProxy(look.peerAddress),
        ),
    )
  } catch (error) {
    if (!(error instanceof ProbeFailed)) throw error
    return [
      bad(
        error.message,
        'Start the product, and have your proxy pass every path and the Host header on to it.',
      ),
    ]
  }
}

/** The way of a visitor to the site: name, certificate, form, and what the proxy says of visitors. */
export async function checkSite(config: Config, db: Database | undefined): Promise<Finding[]> {
  const { site, hasSiteUrl } = config
  const url = new URL(site.url)
  if (!hasSiteUrl) {
    return [
      warn(
        'SITE_URL isn’t set, so emails and search engines get this machine’s address.',
        'Set it to the address visitors use, such as https://example.com.',
      ),
    ]
  }
  if (isLocal(url.hostname)) {
    return [warn(`Only this machine can reach ${site.url}.`, 'Set SITE_URL to your domain.')]
  }
  const name = await checkName(url.hostname)
  if (name.state === 'bad') return [name]
  return [
    name,
    url.protocol === 'https:'
      ? await checkCertificate(url)
      : warn(
          'Requests travel to the site unencrypted.',
          'Put a proxy with TLS in front of it, and use https:// in SITE_URL.',
        ),
    ...(db
      ? await checkForm(config, db)
      : [
          warn(
            'The form wasn’t tried, because the database can’t be reached from here.',
            'See the findings under Running above.',
          ),
        ]),
  ]
}
