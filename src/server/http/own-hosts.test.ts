import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { healthPaths } from '#/contracts/routes.ts'
import { rawRequest, sendRaw } from '#tests/support/api/raw-request.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { readConfig } from '../config/config.ts'
import { registerOwnHosts } from './own-hosts.ts'
import { createRefuse } from './refusals.ts'

type Asked = { headers?: Record<string, string>; url?: string; peer?: string }

/** The status of what is answered under these settings. */
async function statusOf(
  env: Record<string, string>,
  { headers = {}, url = '/', peer = '192.0.2.7' }: Asked,
) {
  const config = readConfig(env)
  const app = Fastify({ trustProxy: config.trustProxy })
  registerOwnHosts(app, createRefuse(config.site), config)
  app.get('*', async () => 'ours')
  return (await app.inject({ url, headers, remoteAddress: peer })).statusCode
}

const site = { SITE_URL: 'https://site.example', ALLOWED_HOSTS: 'www.site.example, [2001:db8::1]' }

test.each<[string, number]>([
  ['site.example', 200],
  ['SITE.example:443', 200],
  ['www.site.example', 200],
  ['[2001:db8::1]:80', 200],
  ['evil.example', 421],
  ['site.example.evil.example', 421],
  ['192.0.2.1', 421],
  ['localhost', 421],
  ['site.example/', 421],
  ['me@site.example', 421],
  ['site.example, evil.example', 421],
])('a site with an address, asked as "%s" from elsewhere, answers %i', async (host, status) => {
  expect(await statusOf(site, { headers: { host } })).toBe(status)
})

test('names of this machine count for clients on it', async () => {
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000']) {
    for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect(await statusOf(site, { headers: { host }, peer })).toBe(200)
    }
    expect(await statusOf(site, { headers: { host } })).toBe(421)
    expect(await statusOf({ ...site, NODE_ENV: 'development' }, { headers: { host } })).toBe(200)
  }
  expect(await statusOf(site, { headers: { host: 'evil.example' }, peer: '127.0.0.1' })).toBe(421)
})

test.each<[string, number]>([
  ['192.168.1.20:3000', 200],
  ['localhost:8080', 200],
  ['rebound.example:3000', 421],
])('a site without an address of its own, asked as %s, answers %i', async (host, status) => {
  expect(await statusOf({ HOST: '0.0.0.0' }, { headers: { host } })).toBe(status)
})

test('a balancer asks by the address whether a process is ready, and nothing else', async () => {
  const headers = { host: '10.0.0.5:3000' }
  for (const url of Object.values(healthPaths)) {
    expect(await statusOf(site, { headers, url })).toBe(200)
    expect(await statusOf(site, { headers, url: `${url}?probe=1` })).toBe(200)
    expect(await statusOf(site, { headers: { host: 'evil.example' }, url })).toBe(421)
  }
  expect(await statusOf(site, { headers, url: '/' })).toBe(421)
  expect(await statusOf(site, { headers, url: '/?/readyz' })).toBe(421)
})

test('the name that a trusted proxy was asked by must be ours too', async () => {
  const behind = { ...site, TRUST_PROXY: '10.0.0.1' }
  const from = (peer: string, forwarded: string, host = 'site.example') =>
    statusOf(behind, { headers: { host, 'x-forwarded-host': forwarded }, peer })
  expect(await from('10.0.0.1', 'www.site.example')).toBe(200)
  expect(await from('10.0.0.1', 'evil.example')).toBe(421)
  // Fastify takes the last one, which the nearest proxy has written.
  expect(await from('10.0.0.1', 'evil.example, site.example')).toBe(200)
  expect(await from('10.0.0.1', 'site.example, evil.example')).toBe(421)
  // A proxy may pass on what the client claims.
  expect(await from('10.0.0.1', 'site.example', 'evil.example')).toBe(421)
  // From any other client it is ignored.
  expect(await from('10.0.0.2', 'evil.example')).toBe(200)
})

describeOnDatabase('a server', (database) => {
  const logLines: string[] = []
  const logged = () => logLines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)
  const config = testConfig({ hasSiteUrl: true, allowedHosts: ['www.site.example'] })
  const { port } = adminSite(database, { build: { config, logLines }, listens: true })

  test('refuses every address of it under a foreign name, which DNS has led here', async () => {
    // Once by the route, so that the page is cached and does not need the route from then on.
    await expect
      .poll(async () => (await sendRaw(port(), rawRequest('GET /', ['host: localhost']))).status)
      .toBe(200)
    for (const line of ['GET /', 'HEAD /', 'GET /favicon.ico', `GET ${api.leads.path}`, 'GET /x']) {
      const { status } = await sendRaw(port(), rawRequest(line, ['host: evil.example']))
      expect([line, status]).toEqual([line, 421])
    }
    const page = await sendRaw(
      port(),
      rawRequest('GET /', ['host: evil.example', 'accept: text/html']),
    )
    expect(page.body).toMatch(/<h1>That didn.+t work<\/h1>/)
    expect((await sendRaw(port(), rawRequest('GET /', ['host: www.site.example']))).status).toBe(
      200,
    )
  })

  test('says once for each name, and not for thousands, what to set', async () => {
    logLines.length = 0
    for (let count = 0; count < 30; count += 1) {
      await sendRaw(port(), rawRequest('GET /', [`host: other${count % 15}.example`]))
    }
    const hosts = logged().map(({ host }) => host)
    expect(hosts).toEqual([...new Set(hosts)])
    expect(hosts.length).toBeLessThanOrEqual(10)
    expect(logged()[0]).toMatchObject({
      host: 'other0.example',
      msg: 'refused: not a name of this site. If it is one, add it to ALLOWED_HOSTS.',
    })
  })
})
