import { X509Certificate } from 'node:crypto'
import dns from 'node:dns/promises'
import { createServer } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeCertificate, trustHere } from '#tests/support/certificate.ts'
import { readConfig } from '../config/config.ts'
import { checkSite } from './check-site.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** The findings about a site, with the advice. */
async function look(env: Record<string, string>): Promise<string[]> {
  const findings = await checkSite(readConfig(env), undefined)
  return findings.map(({ state, text, advice }) => [`${state}:`, text, advice ?? '-'].join(' '))
}

const isPlain =
  'warn: Requests travel to the site unencrypted. Put a proxy with TLS in front of it, and use https:// in SITE_URL.'
const untried =
  'warn: The form wasn’t tried, because the database can’t be reached from here. See the findings under Running above.'

test('a site without an address of its own is not looked for', async () => {
  expect(await look({})).toEqual([
    'warn: SITE_URL isn’t set, so emails and search engines get this machine’s address. Set it to the address visitors use, such as https://example.com.',
  ])
  for (const SITE_URL of ['http://localhost:1', 'https://shop.localhost']) {
    expect(await look({ SITE_URL })).toEqual([
      `warn: Only this machine can reach ${SITE_URL}. Set SITE_URL to your domain.`,
    ])
  }
})

test('a name is told with all its addresses, and one without any is all that is told', async () => {
  const lookup = vi.spyOn(dns, 'lookup')
  lookup.mockResolvedValue([{ address: '192.0.2.1' }, { address: '2001:db8::1' }] as never)
  syncBuiltinESMExports()
  const SITE_URL = 'http://localhost.invalid:1'
  const [name, ...rest] = await look({ SITE_URL })
  expect(name).toBe('good: localhost.invalid is 192.0.2.1 and 2001:db8::1. -')
  expect(lookup).toHaveBeenCalledWith('localhost.invalid', { all: true })
  expect(rest).toEqual([isPlain, untried])
  lookup.mockRejectedValue(new Error('ENOTFOUND'))
  expect(await look({ SITE_URL })).toEqual([
    'bad: DNS has no address for localhost.invalid. Add an A record (and AAAA for IPv6) that points to your proxy, or correct SITE_URL.',
  ])
})

test('a certificate that browsers do not trust is named, and one they do is told of two weeks before its end', async () => {
  const certificate = await makeCertificate()
  const server = createServer(certificate, (_request, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const end = Date.parse(new X509Certificate(certificate.cert).validTo)
  const SITE_URL = `https://127.0.0.1:${port}`
  expect((await look({ SITE_URL }))[1]).toMatch(/^bad: Browsers can’t open the site safely \(\w+\)/)
  trustHere(certificate)
  const found = async (ms: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: end - ms })
    return (await look({ SITE_URL }))[1]
  }
  const ends = (left: string) =>
    `warn: The certificate expires in ${left}. Check why your proxy hasn’t renewed it. Browsers will refuse the site after that.`
  expect(await found(100 * dayMs)).toBe('good: The certificate is valid for another 100 days. -')
  expect(await found(14 * dayMs)).toBe('good: The certificate is valid for another 14 days. -')
  expect(await found(14 * dayMs - 1)).toBe(ends('13 days'))
  expect(await found(2 * dayMs)).toBe(ends('2 days'))
  expect(await found(2 * dayMs - 1)).toBe(ends('47 hours'))
})
