import { apiPaths } from '#/contracts/routes.ts'
import { hashPassword } from '#/server/accounts/password-hashes.ts'
import { insertUser } from '#/server/accounts/users.ts'
import type { Answer, HeldSite, Method } from './held-site.ts'

/** Who signs in to the demo. */
export const owner = 'dana@example.com'

const people = {
  dana: {
    ...{ name: 'Dana Whitfield', email: owner, role: 'admin' as const, from: '203.0.113.20' },
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  },
  luis: {
    ...{
      name: 'Luis Ferrer',
      email: 'luis@example.com',
      role: 'admin' as const,
      from: '198.51.100.21',
    },
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36',
  },
  priya: {
    ...{
      name: 'Priya Nair',
      email: 'priya@example.com',
      role: 'editor' as const,
      from: '192.0.2.7',
    },
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:139.0) Gecko/20100101 Firefox/139.0',
  },
  kyle: {
    ...{
      name: 'Kyle Benson',
      email: 'kyle@example.com',
      role: 'admin' as const,
      from: '192.0.2.124',
    },
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0',
  },
} as const

/** A member of the team. */
export type Name = keyof typeof people

/** The people who work with the inbox. */
export type Team = {
  signIn: (name: Name) => Promise<void>
  /** Sends a request of a member. Throws unless it succeeds, or comes too late (409). */
  ask: <Data>(name: Name, method: Method, url: string, json?: object) => Promise<Answer<Data>>
  /** A member leaves. Luis does what was theirs to do. */
  letGo: (name: Name) => Promise<unknown>
}

/** Makes the accounts of a small team, as `npm run user` does. All of them have the same password. */
export async function makeTeam({ db, send }: HeldSite, password: string): Promise<Team> {
  const passwordHash = await hashPassword(password)
  const ids: Partial<Record<Name, string>> = {}
  for (const key of Object.keys(people) as Name[]) {
    const { email, role, name } = people[key]
    const account = { email, role, name, passwordHash }
    ids[key] = (await db.transaction((tx) => insertUser(tx, account)))?.id ?? ''
  }
  const cookies: Partial<Record<Name, string>> = {}

  async function signIn(name: Name) {
    const { email, from, userAgent } = people[name]
    const sent = { from, userAgent, json: { email, password } }
    const { status, cookie } = await send('POST', apiPaths.signIn, sent)
    if (status !== 200) throw new Error(`${name} was answered ${status}`)
    cookies[name] = cookie
  }
  const gone = new Set<Name>()
  const team: Team = {
    signIn,
    async letGo(name) {
      gone.add(name)
      const url = apiPaths.teamMember.replace(':userId', ids[name] ?? '')
      return team.ask('dana', 'PATCH', url, { isDisabled: true })
    },
    async ask<Data>(member: Name, method: Method, url: string, json?: object) {
      const name = gone.has(member) ? 'luis' : member
      const { from, userAgent } = people[name]
      const ask = () => {
        const cookie = cookies[name] ?? ''
        return send<Data>(method, url, { from, userAgent, cookie, ...(json && { json }) })
      }
      let answer = cookies[name] ? await ask() : undefined
      // The session is over, or the password is asked for again.
      if (!answer || answer.status === 401 || answer.code === 'proof_needed') {
        await signIn(name)
        answer = await ask()
      }
      if (answer.status >= 300 && answer.status !== 409)
        throw new Error(`${name}, ${method} ${url}: ${answer.status} ${answer.code}`)
      return answer
    },
  }
  return team
}
