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
    DATABASE_URL: 'postgres://me@one:5432/db',
    HOST: '::',
    SITE_URL: 'https://example.com/',
    ALLOWED_HOSTS: 'WWW.example.com, bücher.example,[2001:DB8::1],10.0.0.1',
    SITE_PHONE: '+1 (407) 555-0100',
    API_BASE_URL: 'https://example.com',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    ADMIN_EMAIL: 'owner@example.com',
    ADMIN_PASSWORD: 'twelve chars',
    CONTACT_LIMIT_PER_MINUTE: '5',
  })
  expect(config).toMatchObject({
    port: 8080,
    databaseUrl: 'postgres://me@one:5432/db',
    site: { url: 'https://example.com', phone: '4075550100', apiBaseUrl: 'https://example.com' },
    hasSiteUrl: true,
    allowedHosts: ['www.example.com', 'xn--bcher-kva.example', '[2001:db8::1]', '10.0.0.1'],
    trustProxy: ['10.0.0.0/8', '::1'],
    firstAdmin: { email: 'owner@example.com' },
    contactLimits: { perMinute: 5, perHour: 100 },
  })
})

test.each([
  ['PORT', 'http'],
  ['HOST', '1.2.3.4.5'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'postgres://one:5432,two:5433/db'],
  ['SITE_URL', 'example.com'],
  ['SITE_URL', 'https://example.com/shop'],
  ['ALLOWED_HOSTS', 'example.com:8080'],
  ['ALLOWED_HOSTS', '*.example.com'],
  ['SITE_PHONE', '555-0142'],
  ['API_BASE_URL', '/api'],
  ['API_BASE_URL', 'https://api.example.com'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['ADMIN_PASSWORD', 'short'],
  ['CONTACT_LIMIT_PER_HOUR', '0'],
  ['SMTP_URL', 'mail.example.com'],
  ['SMTP_URL', 'smtp://mail.example.com?rejectUnauthorized=false'],
  ['SMTP_URL', 'smtps://user:100%@mail.example.com'],
  ['MAIL_FROM', 'Breezeway'],
  ['MAIL_FROM', 'a@b.example, c@d.example'],
  ['MAIL_FROM', 'A\r\nBcc: b@c.example <a@b.example>'],
  ['METRICS_TOKEN', 'short'],
])('%s=%s stops the start with a line that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be .+$`))
})

test('certificates that Node could not read stop the start: it only warns', () => {
  const env = { NODE_EXTRA_CA_CERTS: '/no/such.pem' }
  expect(() => readConfig(env)).toThrow(/^NODE_EXTRA_CA_CERTS must be a readable file/)
})

test('the probe needs a public address', () => {
  expect(() => readConfig({ PROBE: 'on' })).toThrow(/^SITE_URL must be set when/)
  expect(readConfig({ PROBE: 'off' }).isProbed).toBe(false)
})

test.each(['ARCHIVE_DIR', 'BACKUP_SCHEDULE', 'BACKUP_KEEP', 'BACKUP_KEY', 'SMTP_TLS_CA'])(
  '%s stops the start, because nothing reads it any more',
  (name) => {
    expect(() => readConfig({ [name]: '/mnt/copy' })).toThrow(`${name} is no longer a setting. `)
  },
)

test.each(['sslrootcert', 'sslcert', 'sslkey'])(
  'the file that %s names must be there, and the line says so',
  (name) => {
    const address = (file: string) => `postgres://one/db?sslmode=verify-full&${name}=${file}`
    expect(() => readConfig({ DATABASE_URL: address('/nowhere.pem') })).toThrow(
      `${name} in DATABASE_URL must be a readable file, and /nowhere.pem isn’t`,
    )
    expect(readConfig({ DATABASE_URL: address('package.json') }).port).toBe(3000)
  },
)

test('the first admin needs both variables', () => {
  expect(() => readConfig({ ADMIN_EMAIL: 'a@b.example' })).toThrow(/ADMIN_PASSWORD/)
})

test('a common password of the first admin is refused in words', () => {
  const env = { ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: '123qweasdzxc' }
  expect(() => readConfig(env)).toThrow(
    'ADMIN_PASSWORD can’t be used. This is one of the most common passwords',
  )
})

test('mail servers, with TLS from the first byte or from STARTTLS on, and without only on this machine', () => {
  expect(readConfig({ SMTP_URL: 'smtps://me%40b.example:p%40ss@mail.example.com' }).smtp).toEqual({
    host: 'mail.example.com',
    port: 465,
    isSecure: true,
    requireTls: false,
    isOnThisMachine: false,
    user: 'me@b.example',
    password: 'p@ss',
  })
  const startTls = { port: 587, isSecure: false, requireTls: true, user: undefined }
  expect(readConfig({ SMTP_URL: 'smtp://mail.example.com' }).smtp).toMatchObject(startTls)
  expect(readConfig({ SMTP_URL: 'smtp://[::1]:1025' }).smtp).toMatchObject({
    host: '::1',
    port: 1025,
    requireTls: false,
  })
})

test('mails come from the site unless told otherwise', () => {
  expect(readConfig({ SITE_DOMAIN: 'b.example', SITE_NAME: 'B' }).mail).toEqual({
    from: { name: 'B', address: 'hello@b.example' },
    dkim: undefined,
  })
  expect(readConfig({ MAIL_FROM: '"Café, Inc." <a@b.example>' }).mail.from).toEqual({
    name: 'Café, Inc.',
    address: 'a@b.example',
  })
  expect(readConfig({ MAIL_FROM: 'a@b.example' }).mail.from.address).toBe('a@b.example')
  expect(() => readConfig({ DKIM_SELECTOR: 'mail' })).toThrow(/^DKIM_PRIVATE_KEY_FILE must be set/)
})
