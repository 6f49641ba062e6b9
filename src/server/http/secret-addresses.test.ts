import { globSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { photoEnd, tokenPaths } from '#/contracts/token-routes.ts'
import { formPost } from '#tests/support/api/form-post.ts'
import { rawRequest, sendRaw } from '#tests/support/api/raw-request.ts'
import {
  findSecrets,
  secretAddresses,
  tokenAddresses,
} from '#tests/support/api/secret-addresses.ts'
import { readMetrics } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { auditEntries } from '../db/tables/schema.ts'
import { plainPath } from './answered.ts'
import { makeLinkToken } from './link-tokens.ts'

const root = new URL('../../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')

const atOnce = 20

describeOnDatabase('an address that is a secret', (database) => {
  const logLines: string[] = []
  const { app, port, db } = adminSite(database, { build: { logLines }, listens: true })

  /** A request of which a client sends only these bytes. */
  async function hangUp(bytes: string): Promise<void> {
    const socket = connect(port(), '127.0.0.1').on('error', () => {})
    await new Promise<void>((resolve) => socket.write(bytes, 'latin1', () => resolve()))
    socket.destroy()
  }

  test('is in no log, however it is written and whatever becomes of the request', async () => {
    const host = `host: localhost:${port()}`
    const addresses = secretAddresses()
    const headers = (address: string) => [host, `referer: http://localhost:${port()}${address}`]
    const form = 'content-type: application/x-www-form-urlencoded'
    const upload = 'content-type: multipart/form-data; boundary=x'
    const others: ((address: string, own: string[]) => Promise<unknown>)[] = [
      (address, own) => sendRaw(port(), rawRequest(`POST ${address}`, [...own, form], 'x=1')),
      (address, own) =>
        sendRaw(port(), rawRequest(`POST ${address}`, [...own, upload], 'no parts')),
      (address) => sendRaw(port(), rawRequest(`GET ${address}`, [`host: ${address}`])),
      (address, own) => sendRaw(port(), rawRequest(`get ${address}`, own)),
      (address, own) => hangUp(rawRequest(`POST ${address}`, [...own, form, 'content-length: 9'])),
    ]
    const ask = async (address: string, other = others[0]) => {
      await sendRaw(port(), rawRequest(`GET ${address}`, headers(address)))
      await other?.(address, headers(address))
    }
    const left = [...addresses]
    const askSome = async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        await ask(next.address, others[left.length % others.length])
      }
    }
    await Promise.all(Array.from({ length: atOnce }, askSome))

    const paths = new Set(logLines.map((line) => JSON.parse(line).path))
    expect([...paths]).toEqual(
      expect.arrayContaining([tokenPaths.request, tokenPaths.offer + photoEnd]),
    )
    const metrics = await readMetrics(app())
    const audited = await db().select().from(auditEntries)
    const kept = [...logLines, metrics, JSON.stringify(audited)].join('\n')
    expect(findSecrets(kept, addresses)).toEqual([])
  })

  test('is in no log when it opens its page and its forms are sent', async () => {
    // Another client than that of the wrong ones.
    const post = { method: 'POST', remoteAddress: '192.0.2.7' } as const
    const sent = await app().inject({ ...post, url: api.contact.path, payload: contactBody() })
    const { requestPath } = sent.json().data
    const page = await app().inject({ url: requestPath, remoteAddress: '192.0.2.7' })
    expect(page.statusCode).toBe(200)
    const form = formPost(requestPath, { add: 'word', word: 'The side door.' })
    const added = await app().inject({ ...post, ...form })
    expect(added.headers.location).toContain(requestPath)
    expect(logLines.join('')).not.toContain(requestPath.split('/').at(-1))
  })

  test('leads to its page whatever was put behind it, and nowhere else', async () => {
    const pages = [tokenPaths.request, tokenPaths.offer, tokenPaths.contractor]
    const page = () => pages[strays.length % 3]?.replace(':token', makeLinkToken()) ?? ''
    const strays = ['/', '//', '.', ').', '%29', '>', '%3E', ',', ';', ':', '!', '%20', '%20-', '"']
    strays.push('%22', '%E2%80%99', '%E2%80%9D', '’', '*', '_', '-', ']', '&gt;', '%0a', '%00')
    strays.push('.Thanks', '%3Fa=1', '/photos', '//evil.example', '@evil.example', '\\evil')
    for (let stray = strays.pop(); stray !== undefined; stray = strays.pop()) {
      const path = page()
      for (const query of ['', '?utm_source=mail&next=//evil.example']) {
        for (const method of ['GET', 'HEAD'] as const) {
          const { statusCode, headers, body } = await app().inject({
            method,
            url: path + stray + query,
            remoteAddress: '192.0.2.8',
          })
          expect([stray, statusCode, headers.location]).toEqual([stray, 308, path + query])
          expect([headers['cache-control'], headers['referrer-policy']]).toEqual([
            ...['no-store', 'no-referrer'],
          ])
          expect(body).toBe('')
        }
      }
      const sent = await app().inject({ method: 'POST', url: path + stray, payload: {} })
      expect([stray, sent.statusCode >= 400]).toEqual([stray, true])
    }
  })

  test('has its secret under the name that the log and its tests know', () => {
    const names = [
      ...app()
        .printRoutes({ commonPrefix: false })
        .matchAll(/:(\w+)/g),
    ]
    const unknown = names.flatMap(([, name = '']) =>
      /^(\w+Id|file|name|day)$/.test(name) ? [] : name,
    )
    expect(new Set(unknown)).toEqual(new Set(['token']))
    const sources = globSync('src/**/*.ts', { cwd: fileURLToPath(root) })
    const withTokens = sources.filter(
      (file) => !file.endsWith('.test.ts') && /['"`/]:token\b/.test(read(file)),
    )
    expect(withTokens).toEqual(['src/contracts/token-routes.ts'])
  })
})

test('what leads to no route is known by its beginning', () => {
  expect(
    [
      '/wp-login.php?user=ann@example.com',
      '/api/admin/leads?q=ann',
      '/api/admin/leads/7/notes',
      '/services/plumbing/',
      '/',
      '//request/x',
      '*',
    ].map(plainPath),
  ).toEqual([
    ...['/wp-login', '/api/admin/leads', '/api/admin/leads', '/services/plumbing', '/', '/', ''],
  ])
})

test('deploy/breezeway-log.caddy has the same rule', () => {
  const rule = /request>uri regexp "(.*)" "(.*)"/.exec(read('deploy/breezeway-log.caddy'))
  const [, from = '', to = ''] = rule ?? []
  const beginningOf = (address: string) => address.replace(new RegExp(from), to)
  const addresses = secretAddresses().map(({ address }) => address)
  for (const address of [...addresses, '/apis/x', '/services/ac-repair?x', '*', '']) {
    expect(beginningOf(address)).toBe(plainPath(address))
  }
  // A secret of small letters would look like a word: no page with one may be below these roots.
  for (const path of tokenAddresses) {
    expect(beginningOf(path.replace(':token', 'secret'))).not.toContain('secret')
  }
})
