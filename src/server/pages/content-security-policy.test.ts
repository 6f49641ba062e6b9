import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Site } from '#/contracts/pages/documents.ts'
import { readConfig } from '../config/config.ts'
import { contentSecurityPolicy } from './render-page.ts'

const site: Site = { ...readConfig({}).site, url: 'http://site.example' }
const document = { status: 200, html: '', inlineScripts: [], inlineStyles: [] }
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function policyOf(
  overrides: Partial<Site>,
  inlineScripts: string[] = [],
  inlineStyles: string[] = [],
) {
  const withCode = { ...document, inlineScripts, inlineStyles }
  return contentSecurityPolicy('page', withCode, { ...site, ...overrides }).split('; ')
}

test('a page loads only what is its own, and the map', () => {
  expect(policyOf({})).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self' https://www.google.com",
    'frame-src https://www.google.com',
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ])
})

test('inline code is allowed by its hash', () => {
  const policy = policyOf({}, ['one()', 'two()'], ['p {}'])
  expect(policy).toContain(`script-src 'self' ${hash('one()')} ${hash('two()')}`)
  expect(policy).toContain(`style-src 'self' ${hash('p {}')}`)
})

test('an API elsewhere may be asked, and sent the form', () => {
  const policy = policyOf({ apiBaseUrl: 'https://api.example' })
  expect(policy).toContain("connect-src 'self' https://www.google.com https://api.example")
  expect(policy).toContain("form-action 'self' https://api.example")
})

test('with https everything is asked for by https', () => {
  expect(policyOf({ url: 'https://site.example' }).at(-1)).toBe('upgrade-insecure-requests')
  expect(policyOf({ url: 'http://https://' })).not.toContain('upgrade-insecure-requests')
})

test('pages that are opened by a secret in their address run nothing', () => {
  for (const kind of ['request', 'offer', 'token-problem'] as const) {
    const policy = contentSecurityPolicy(kind, document, { ...site, apiBaseUrl: '' })
    expect(policy).not.toMatch(/https?:|frame-src/)
    expect(policy).toContain("; script-src 'none'; ")
    expect(policy).toContain("; connect-src 'none'; ")
    expect(policy).toContain("; form-action 'self'; ")
  }
})

test('the back office asks nobody else, and shows nobody in a frame', () => {
  for (const kind of ['admin', 'estimate-result'] as const) {
    const policy = contentSecurityPolicy(kind, document, { ...site, apiBaseUrl: '' })
    expect(policy).not.toMatch(/https?:|frame-src/)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self';")
  }
})
