import { apiPaths } from '#/contracts/routes.ts'
import { hashPassword } from '#/server/accounts/passwords.ts'
import { insertUser } from '#/server/accounts/users.ts'
import type { Answer, HeldSite, Method } from './held-site.ts'

/** Who signs in to the demo. */
export const owner = 'dana@example.com'

const people = {
  dana: { name: 'Dana Whitfield', email: owner, role: 'admin', from: '203.0.113.20' },
  luis: { name: 'Luis Ferrer', email: 'luis@example.com', role: 'admin', from: '198.51.100.21' },
  priya: { name: 'Priya Nair', email: 'priya@example.com', role: 'editor', from: '192.0.2.7' },
} as const

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36'

/** A member of the team. */
export type Name = keyof typeof people

/** The people who work with the inbox. */
export type Team = {
  signIn: (name: Name) => Promise<void>
  /** Sends a request of a member. Throws unless it succeeds, or comes too late (409). */
  ask: <Data>(name: Name, method: Method, url: string, json?: object) => Promise<Answer<Data>>
}

/** Makes the accounts of a small team, as `npm run user` does. All of them have the same password. */
export async function makeTeam({ db, send }: HeldSite, password: string): Promise<Team> {
  const passwordHash = await hashPassword(password)
  for (const { email, role, name } of Object.values(people)) {
    await db.transaction((tx) => insertUser(tx, { email, role, name, passwordHash }))
  }
  const cookies: Partial<Record<Name, string>> = {}

  async function signIn(name: Name) {
    const { email, from } = people[name]
    const sent = { from, userAgent, json: { email, password } }
    const { status, cookie } = await send('POST', apiPaths.signIn, sent)
    if (status !== 200) throw new Error(`${name} was answered ${status}`)
    cookies[name] = cookie
  }
  return {
    signIn,
    async ask<Data>(name: Name, method: Method, url: string, json?: object) {
      const { from } = people[name]
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
}
