import type { ProbeLook } from '#/contracts/health/probe.ts'
import type { Config } from '../config/config.ts'
import { makeProbeToken } from '../probe/probe-token.ts'
import { lookThrough, StepFailed } from '../probe/send-probe.ts'
import { bad, type Finding, good, warn } from './finding.ts'

const answerMs = 10_000

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

function judgeProtocol({ protocol, isFromProxy, peerAddress }: ProbeLook): Finding[] {
  if (protocol === 'https') return []
  return [
    bad(
      'The site takes requests for unencrypted that came by https.',
      isFromProxy ? 'Have your proxy set X-Forwarded-Proto to https.' : nameProxy(peerAddress),
    ),
  ]
}

/**
 * Asks the site through its public address what it sees of the client, with an address that is made
 * up. Only a client with the key gets an answer; without it nothing can be said.
 */
export async function checkProxy({ site }: Config, key: string | undefined): Promise<Finding[]> {
  if (key === undefined) {
    return [
      warn('What the site sees of its visitors is not known yet.', 'Start it, and look again.'),
    ]
  }
  const token = makeProbeToken(key, { dueAt: new Date(0), attempt: 0 })
  const signal = AbortSignal.timeout(answerMs)
  try {
    const look = await lookThrough({ site, token, signal }, { 'x-forwarded-for': madeUpAddress })
    const isSafe = site.url.startsWith('https:')
    return [judgeAddress(look, isSafe), ...(isSafe ? judgeProtocol(look) : [])]
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    return [bad(error.message, 'See what is said of the site, and look again.')]
  }
}
