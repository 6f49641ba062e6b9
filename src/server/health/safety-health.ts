import type { FindingKey } from '#/contracts/health/finding-catalog.ts'
import type { AgedRelease } from '../db/connect/client.ts'
import type { CommitRisk, ServerSafety } from '../db/database.ts'
import type { Found } from './health.ts'

const risks: Record<CommitRisk, { key: FindingKey; text: string }> = {
  fsync: {
    key: 'commits-fsync',
    text: 'The database does not wait for its disk: a power cut can lose the latest requests.',
  },
  full_page_writes: {
    key: 'commits-full-page-writes',
    text: 'A power cut in the middle of a write can damage the database.',
  },
  failover: {
    key: 'commits-failover',
    text: 'A failover can lose the latest requests: no standby is synchronous.',
  },
}

const inWords = (date: string) =>
  new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Findings: how the database keeps what it has committed, and what the product may do in it. */
export function findInSafety({ commitRisks, excessRight }: ServerSafety): Found[] {
  return [
    ...commitRisks.map((risk) => risks[risk]),
    ...(excessRight === null
      ? []
      : [
          {
            key: 'excess-right' as const,
            text: 'The site has more rights in its database than it needs.',
            detail: `Its role there has the right ${excessRight}, so a flaw in the site could run programs or read files on the database server.`,
          },
        ]),
  ]
}

/** The finding about an old embedded PostgreSQL. */
export function findInRelease(aged: AgedRelease | null): Found[] {
  if (!aged) return []
  const { version, releasedOn, days, advice, commands } = aged
  return [
    {
      key: 'postgres-aged',
      text: `The embedded PostgreSQL is ${days} days old.`,
      detail: `It is ${version}, released on ${inWords(releasedOn)}. PostgreSQL publishes security fixes about every three months.`,
      advice: [advice, ...commands.map((command) => `  ${command}`)].join('\n'),
    },
  ]
}
