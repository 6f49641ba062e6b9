import { api } from '#/contracts/endpoints/api.ts'
import { createUser } from '#/server/accounts/users.ts'
import type { HeldSite } from './held-site.ts'

/** Makes the owner, and returns the function that sends their requests; one that comes too late gets 409. */
export async function makeOwner({ db, send }: HeldSite) {
  const json = { email: 'dana@example.com', password: 'orange grove in the rain' }
  const from = '203.0.113.20'
  await createUser(db, { ...json, role: 'admin' })
  let cookie = ''
  return async function ask<Data>(method: Parameters<typeof send>[0], url: string, body?: object) {
    const attempt = () => send<Data>(method, url, { from, cookie, ...(body && { json: body }) })
    let answer = await attempt()
    // The session is over, or the password is asked for again.
    if (answer.status === 401 || answer.code === 'proof_needed') {
      const signedIn = await send('POST', api.signIn.path, { from, json })
      if (signedIn.status !== 200) throw new Error(`the owner was answered ${signedIn.status}`)
      cookie = signedIn.cookie
      answer = await attempt()
    }
    if (answer.status >= 300 && answer.status !== 409)
      throw new Error(`${method} ${url}: ${answer.status} ${answer.code}`)
    return answer
  }
}
