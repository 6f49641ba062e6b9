import { randomUUID } from 'node:crypto'
import { type User, userInWords } from '#/contracts/accounts/accounts.ts'
import { type AuditAction, type AuditResult, strangerActor } from '#/contracts/audit/audit-words.ts'
import { hashPassword } from '#/server/accounts/password-hashes.ts'
import { changeMember, invite } from '#/server/accounts/team.ts'
import { insertUser } from '#/server/accounts/users.ts'
import { insertAuditEntry } from '#/server/db/audit-entries.ts'
import { sessions } from '#/server/db/tables/schema.ts'
import type { HeldDatabase } from './held-clock.ts'
import { minutesAfter } from './minutes.ts'

/** Who signs in to the demo. */
export const owner = 'dana@example.com'

const people = {
  dana: { name: 'Dana Whitfield', email: owner, role: 'admin', address: '203.0.113.20' },
  luis: { name: 'Luis Ferrer', email: 'luis@example.com', role: 'admin', address: '203.0.113.21' },
  priya: {
    name: 'Priya Nair',
    email: 'priya@example.com',
    role: 'editor',
    address: '198.51.100.7',
  },
  kyle: { name: 'Kyle Benson', email: 'kyle@example.com', role: 'admin', address: '203.0.113.24' },
} as const

/** Somebody of the team. */
export type Name = keyof typeof people

const userAgents: Record<Name, string> = {
  dana: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  luis: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36',
  priya: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:139.0) Gecko/20100101 Firefox/139.0',
  kyle: 'Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0',
}

/** The people who work with the inbox, and the audit log of what they do. */
export type Team = {
  /** As histories name them. */
  inWords: (name: Name) => string
  /** Writes down what somebody has done, as the routes do. */
  tell: (name: Name, action: AuditAction, subject?: string, result?: AuditResult) => Promise<void>
  /** Somebody from elsewhere tries to sign in. */
  tellStranger: () => Promise<void>
  /** Somebody is signed in on their own machine. */
  keepSignedIn: (name: Name, lastUsedAt: Date) => Promise<void>
  /** Kyle leaves. */
  letGo: () => Promise<void>
  inviteSomebody: (email: string) => Promise<void>
}

/** Makes the accounts of a small team. All of them have the same password. */
export async function makeTeam(
  { db, setTime }: HeldDatabase,
  begin: Date,
  password: string,
): Promise<Team> {
  const passwordHash = await hashPassword(password)
  const users = new Map<Name, User>()
  for (const [name, { address: _, ...account }] of Object.entries(people)) {
    await setTime(minutesAfter(begin, users.size * 7))
    const user = await db.transaction((tx) => insertUser(tx, { ...account, passwordHash }))
    if (user) users.set(name as Name, user)
  }
  const find = (name: Name) => {
    const user = users.get(name)
    if (!user) throw new Error(`${name} has no account`)
    return user
  }
  const inWords = (name: Name) => userInWords(find(name))

  async function tell(
    name: Name,
    action: AuditAction,
    subject?: string,
    result: AuditResult = 'done',
  ) {
    const { id, role } = find(name)
    await insertAuditEntry(db, {
      ...{ action, result, userId: id, who: inWords(name), role, subject: subject ?? null },
      ...{ address: people[name].address, userAgent: userAgents[name] },
    })
  }
  return {
    inWords,
    tell,
    tellStranger: () =>
      insertAuditEntry(db, {
        ...{ action: 'sign-in', result: 'denied', userId: null, who: strangerActor, role: null },
        ...{ address: '192.0.2.66', userAgent: 'python-requests/2.32' },
        subject: 'an address without an account',
      }),
    async keepSignedIn(name, lastUsedAt) {
      const { address: ipAddress } = people[name]
      const { id: userId } = find(name)
      // Nobody has the token of which this would be the hash.
      const row = { id: randomUUID(), token: randomUUID(), userId, ipAddress, lastUsedAt }
      const expiresAt = minutesAfter(lastUsedAt, 10_080)
      await db.insert(sessions).values({ ...row, expiresAt, userAgent: userAgents[name] })
    },
    async letGo() {
      await changeMember(db, find('kyle').id, { isDisabled: true })
      await tell('dana', 'team.change', inWords('kyle'))
    },
    async inviteSomebody(email) {
      await invite(db, { email, role: 'editor', by: find('dana') })
      await tell('dana', 'invitation.send', email)
    },
  }
}
