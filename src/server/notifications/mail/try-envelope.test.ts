import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#/server/config/config.ts'
import { makeCertificate } from '#tests/support/certificate.ts'
import {
  type MailRefusal,
  type MailServerMood,
  startMailServer,
} from '#tests/support/mail-server.ts'
import { paceAt } from '../deliveries/pace.ts'
import { tryEnvelope } from './try-envelope.ts'

const certificate = await makeCertificate()
/** No time limit of its own passes as long as a test runs. */
const pace = { ...paceAt(1), silenceMs: 3_600_000 }
const envelope = { from: 'hello@site.example', to: ['one@site.example', 'two@site.example'] }

/** A mail server, and what is said of it. */
async function serve(
  mood?: (to: string, taken: number) => MailServerMood | MailRefusal,
  isSecure = true,
) {
  const asked: string[] = []
  const server = await startMailServer(
    certificate,
    (to, taken) => {
      asked.push(to)
      return mood?.(to, taken) ?? 'accept'
    },
    { isSecure },
  )
  onTestFinished(server.goAway)
  const look = (url = server.url, signal = new AbortController().signal, used = envelope) => {
    const { smtp } = readConfig({ SMTP_URL: url })
    if (!smtp) throw new Error('there is a mail server')
    return tryEnvelope(smtp, used, { pace, signal })
  }
  return { server, asked, look }
}

test.each([
  ['TLS and a password', true],
  ['STARTTLS and no password', false],
])('each recipient is named and nobody gets anything, with %s', async (_what, isSecure) => {
  const { server, asked, look } = await serve(undefined, isSecure)
  expect(await look()).toBeNull()
  expect(asked).toEqual(envelope.to)
  expect([server.taken, server.firstBytes]).toEqual([[], []])
})

test('one recipient who is not accepted is told, and the others are named all the same', async () => {
  const { asked, look } = await serve((to) => (to.startsWith('one') ? 'refuse' : 'accept'))
  expect(await look()).toBe('The mail server did not accept this address (550).')
  expect(asked).toEqual(envelope.to)
})

test.each(['one', 'two'])(
  '%s recipient who is put off while another is taken is no trouble',
  async (name) => {
    const { look } = await serve((to) => (to.startsWith(name) ? 'refuse for now' : 'accept'))
    expect(await look()).toBeNull()
  },
)

test('a server that puts off all is told of', async () => {
  const { asked, look } = await serve(() => 'refuse for now')
  expect(await look()).toBe('The mail server cannot take mail for this address just now (451).')
  expect(asked).toEqual(envelope.to)
})

test.each([452, 552])(
  'a server that takes two recipients for a mail is asked for all of them (%i)',
  async (code) => {
    const to = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@site.example`)
    const tooMany = { code, words: '4.5.3 too many recipients' }
    const taken: string[] = []
    const { look } = await serve((address, before) => {
      if (before >= 2) return tooMany
      taken.push(address)
      return address.startsWith('e') ? 'refuse' : 'accept'
    })
    expect(await look(undefined, undefined, { ...envelope, to })).toBe(
      'The mail server did not accept this address (550).',
    )
    expect(taken).toEqual(to)
    expect(await look(undefined, undefined, { ...envelope, to: to.slice(0, 4) })).toBeNull()
  },
)

test('a wrong password, a server that hangs and one that is away are told apart', async () => {
  const { server, look } = await serve(() => 'hang')
  expect(await look(server.url.replace(/:[^:@]*@/, ':wrong@'))).toBe(
    'The mail server did not accept our user name or password (535).',
  )
  expect(await look(server.url, AbortSignal.timeout(300))).toBe(
    'The mail server did not answer in time.',
  )
  expect(server.hanging).toHaveLength(1)
  const { look: lookAtOther } = await serve()
  expect(await lookAtOther(undefined, AbortSignal.abort())).toBe(
    'The mail server did not answer in time.',
  )
  await server.goAway()
  expect(await look()).toBe('The mail server cannot be reached.')
  await server.comeBack()
})

test('an address cannot add commands of its own', async () => {
  const { asked, look } = await serve()
  const odd = 'x@site.example>\r\nDATA\r\n<'
  expect(
    await look(undefined, undefined, { ...envelope, to: [odd, 'two@site.example'] }),
  ).toBeNull()
  expect(asked).toEqual(['two@site.example'])
})
