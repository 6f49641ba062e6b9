import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { present } from '../health/health.ts'
import { ProbeFailed, type ProbeLook, sendProbe } from '../health/send-probe.ts'
import { bad, type Finding, good, warn } from './finding.ts'

/** Of a range for examples (RFC 5737): no client has it, so a proxy that passes it on checks nothing. */
const madeUpAddress = '203.0.113.77'

const nameProxy = (address: string) =>
  `Add the address from which your proxy connects to TRUST_PROXY: here that is ${address}.`

function judgeAddress(look: ProbeLook, isBehindProxy: boolean): Finding {
  const { clientAddress, peerAddress, forwardedFor, isFromProxy } = look
  if (clientAddress === madeUpAddress) {
    return bad(
      'Visitors can make up their address: the proxy passes on what they say, and limits count by it.',
      'Have your proxy set X-Forwarded-For to the address that it sees, or take the visitors out of TRUST_PROXY.',
    )
  }
  const isTold = forwardedFor !== null && forwardedFor !== madeUpAddress
  if (isTold && !isFromProxy) {
    return bad(
      'TRUST_PROXY does not name your proxy: all visitors count as one.',
      nameProxy(peerAddress),
    )
  }
  if (!isTold && (isFromProxy || isBehindProxy)) {
    return bad(
      'Your proxy does not say whose requests it passes on: all visitors count as one.',
      'Have it set X-Forwarded-For to the address that it sees.',
    )
  }
  return good(`The site sees the address of each visitor: this machine is ${clientAddress}.`)
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
      good(`A request that was sent through ${site.url} was stored, and undone.`),
      judgeAddress(look, isSafe),
      isSafe &&
        look.protocol !== 'https' &&
        bad(
          'The site takes requests for unencrypted that came by https.',
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
        'Start the product, lead the name in SITE_URL to your proxy, and have that pass every path and the Host header on, with a certificate that browsers trust.',
      ),
    ]
  }
}

/** The way of a visitor to the site: its form, and what the proxy says of visitors. */
export async function checkSite(config: Config, db: Database | undefined): Promise<Finding[]> {
  const { site, hasSiteUrl } = config
  if (!hasSiteUrl) {
    return [
      warn(
        'SITE_URL is not set: mails and search engines are given the address of this machine.',
        'Set it to the address that visitors use, such as https://example.com.',
      ),
    ]
  }
  return present(
    !site.url.startsWith('https:') &&
      warn(
        'Requests travel to the site unencrypted.',
        'Put a proxy with TLS before it, and write https:// in SITE_URL.',
      ),
    ...(db
      ? await checkForm(config, db)
      : [
          warn(
            'The form was not tried, because the database cannot be reached from here.',
            'See what the site says of it.',
          ),
        ]),
  )
}
