import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('an empty environment is a working configuration', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    trustProxy: false,
    contactLimits: { perMinute: 20, perHour: 100 },
    site: { phone: '3865550142', url: 'http://127.0.0.1:3000', apiBaseUrl: '' },
    isDevelopment: false,
  })
})

test('a variable that is set to nothing counts as unset', () => {
  expect(readConfig({ PORT: '', SITE_URL: '' }).port).toBe(3000)
})

test('reads every variable', () => {
  const config = readConfig({
    PORT: '8080',
    HOST: '::',
    SITE_URL: 'https://example.com/',
    SITE_PHONE: '4075550100',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    ADMIN_EMAIL: 'owner@example.com',
    ADMIN_PASSWORD: 'twelve chars',
    CONTACT_LIMIT_PER_MINUTE: '5',
  })
  expect(config).toMatchObject({
    port: 8080,
    site: { url: 'https://example.com', phone: '4075550100' },
    trustProxy: ['10.0.0.0/8', '::1'],
    firstAdmin: { email: 'owner@example.com' },
    contactLimits: { perMinute: 5, perHour: 100 },
  })
})

test.each([
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['SITE_URL', 'example.com'],
  ['SITE_URL', 'https://example.com/shop'],
  ['SITE_PHONE', '386-555-0142'],
  ['SITE_DOMAIN', 'https://example.com'],
  ['API_BASE_URL', '/api'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['ADMIN_EMAIL', 'owner'],
  ['ADMIN_PASSWORD', 'short'],
  ['CONTACT_LIMIT_PER_HOUR', '0'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s stops the start with a line that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be .+$`))
})

test('the first admin needs both variables', () => {
  expect(() => readConfig({ ADMIN_EMAIL: 'a@b.example' })).toThrow(/ADMIN_PASSWORD/)
})
