import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { business } from '#/content/business.ts'
import { findLengthProblem } from '#/contracts/accounts/passwords.ts'
import { passwordLimits } from '#/contracts/limits.ts'
import { findPasswordProblem } from '../accounts/new-password.ts'
import { splitHosts } from '../db/connect/hosts.ts'
import { schedule, scheduleWords } from '../time/schedule.ts'
import { type BackupConfig, backupVariables, readBackupConfig } from './backup-config.ts'
import {
  certificateFile,
  hostList,
  type MailConfig,
  mailbox,
  privateKeyFile,
  type SmtpServer,
  smtpServer,
  trustIn,
} from './mail-config.ts'

const port = z.coerce.number().int().min(0).max(65535)
const positiveInteger = z.coerce.number().int().min(1)

function isAddressRange(value: string): boolean {
  const [address = '', prefix] = value.split('/')
  const bits = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1
  if (bits < 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
}

const addressRanges = z
  .string()
  .transform((list) => list.split(',').map((range) => range.trim()))
  .refine((ranges) => ranges.every(isAddressRange))

const origin = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((url) => new URL(url).pathname === '/')
  .transform((url) => new URL(url).origin)

/** A host as browsers write it; undefined for more than a host. */
function hostName(written: string): string | undefined {
  const address = `http://${written}`
  if (!/^[^\s*/\\@?#]+$/.test(written) || !URL.canParse(address)) return undefined
  const { hostname, port } = new URL(address)
  return port === '' ? hostname : undefined
}

/** A host as it stands in an address: there an IPv6 address is in brackets. */
const inAddress = (host: string) => (host.includes(':') ? `[${host}]` : host)

const hostNames = z
  .string()
  .transform((list) => list.split(',').map((host) => hostName(host.trim())))
  .pipe(z.array(z.string()))

const onOrOff = z.enum(['on', 'off']).transform((value) => value === 'on')

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ })
const databaseUrl = z
  .string()
  .refine((url) => splitHosts(url).every((one) => postgresUrl.safeParse(one).success))

/** The schema of each variable, and the words of the error message for a wrong value. */
const variables = {
  PORT: { schema: port.default(3000), expected: 'a port number from 0 to 65535' },
  HOST: {
    schema: z
      .string()
      .refine((host) => hostName(inAddress(host)) !== undefined)
      .default('127.0.0.1'),
    expected: 'an address to listen on, such as 127.0.0.1, :: or localhost',
  },
  DATA_DIR: { schema: z.string().min(1).default('./data'), expected: 'a folder' },
  DATABASE_URL: {
    schema: databaseUrl.optional(),
    expected: 'a postgres:// or postgresql:// address, with commas between several hosts',
  },
  SITE_URL: {
    schema: origin.optional(),
    expected: 'an http(s) address without a path, such as https://example.com',
  },
  ALLOWED_HOSTS: {
    schema: hostNames.default([]),
    expected: 'names without a port or a path, separated by commas, such as www.example.com',
  },
  HSTS_PRELOAD: { schema: onOrOff.default(false), expected: 'on or off' },
  SITE_NAME: { schema: z.string().trim().min(1).default(business.name), expected: 'a name' },
  SITE_DOMAIN: {
    schema: z.hostname().default(business.domain),
    expected: 'a domain name such as example.com',
  },
  SITE_PHONE: {
    schema: z
      .string()
      .regex(/^\d{10}$/)
      .default(business.phone),
    expected: 'ten digits without spaces or signs',
  },
  API_BASE_URL: {
    schema: z.union([z.literal(''), origin]).default(''),
    expected: 'empty, or an http(s) address without a path',
  },
  ADMIN_EMAIL: { schema: z.email().optional(), expected: 'an email address' },
  ADMIN_PASSWORD: {
    schema: z
      .string()
      .refine((password) => !findLengthProblem(password))
      .optional(),
    expected: `${passwordLimits.min} to ${passwordLimits.max} characters`,
  },
  TRUST_PROXY: {
    schema: addressRanges.optional(),
    expected: 'addresses or CIDR ranges of your proxies, separated by commas',
  },
  CONTACT_LIMIT_PER_MINUTE: {
    schema: positiveInteger.default(20),
    expected: 'a whole number from 1',
  },
  CONTACT_LIMIT_PER_HOUR: {
    schema: positiveInteger.default(100),
    expected: 'a whole number from 1',
  },
  SMTP_URL: {
    schema: smtpServer.optional(),
    expected:
      'an address such as smtps://user:password@mail.example.com or smtp://mail.example.com:587',
  },
  SMTP_TLS_CA: {
    schema: certificateFile.optional(),
    expected: 'a file that can be read and holds certificates in PEM format',
  },
  SMTP_TLS_UNCHECKED_HOSTS: {
    schema: hostList.optional(),
    expected: 'names of mail servers, separated by commas, such as mail.example.com',
  },
  MAIL_FROM: {
    schema: mailbox.optional(),
    expected: 'an email address, or a name and an address such as Breezeway <hello@example.com>',
  },
  DKIM_DOMAIN: { schema: z.hostname().optional(), expected: 'a domain name such as example.com' },
  DKIM_SELECTOR: {
    schema: z
      .string()
      .regex(/^[\w.-]+$/)
      .optional(),
    expected: 'the name under which the key stands in the DNS, such as mail2026',
  },
  DKIM_PRIVATE_KEY_FILE: {
    schema: privateKeyFile.optional(),
    expected: 'a file that can be read and holds a private key in PEM format',
  },
  WEBHOOK_ALLOW_PRIVATE: { schema: onOrOff.default(false), expected: 'on or off' },
  DRAIN_SECONDS: {
    schema: z.coerce.number().min(0).max(600).default(5),
    expected: 'a number of seconds from 0',
  },
  JOURNAL_RESERVE_MB: {
    schema: z.coerce.number().int().min(0).max(10_000).default(64),
    expected: 'a whole number of megabytes from 0',
  },
  EMBEDDED_AGE_NOTICE: { schema: onOrOff.default(true), expected: 'on or off' },
  ...backupVariables,
  PROBE_SCHEDULE: { schema: schedule.optional(), expected: scheduleWords },
  ARCHIVE_DIR: { schema: z.string().min(1).optional(), expected: 'a folder' },
  METRICS_TOKEN: {
    schema: z.string().min(16).optional(),
    expected: 'a secret of at least 16 characters',
  },
  DELIVERY_TIME_SCALE: {
    schema: z.coerce.number().positive().max(1).default(1),
    expected: 'a number above 0 and up to 1',
  },
  NODE_ENV: {
    schema: z.enum(['production', 'development', 'test']).default('production'),
    expected: 'production, development or test',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    expected: 'one of fatal, error, warn, info, debug, trace, silent',
  },
} as const

/** The settings that the server reads from its environment. */
export type Config = {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  site: { name: string; domain: string; phone: string; url: string; apiBaseUrl: string }
  /** False while `site.url` is only where the server listens. */
  hasSiteUrl: boolean
  /** Names under which the server answers, beside that of `site.url`. */
  allowedHosts: string[]
  /** Browsers are to know before the first visit that the domain, with all below it, speaks https. */
  preloadsHsts: boolean
  /** Makes the first admin without the setup page. */
  firstAdmin: { email: string; password: string } | undefined
  /** Proxies whose `X-Forwarded-*` headers are trusted; none by default. */
  trustProxy: string[] | false
  contactLimits: { perMinute: number; perHour: number }
  /** The mail server; undefined while mails are kept as files. */
  smtp: SmtpServer | undefined
  mail: MailConfig
  /** Webhooks may be called inside private networks, and without TLS. */
  allowsPrivateWebhooks: boolean
  /** How long a process serves on after SIGTERM, not ready, before it refuses. */
  drainMs: number
  /** Space on the disk of DATA_DIR that is kept free for leads, in bytes. */
  journalReserveBytes: number
  /** The inbox says when the embedded PostgreSQL is old. */
  tellsEmbeddedAge: boolean
  backup: BackupConfig
  /** The folder that the embedded database is archived to; undefined for none. */
  archiveDir: string | undefined
  /** When the probe is sent, as cron writes it; undefined for never. */
  probeSchedule: string | undefined
  /** A client that sends this token may read `/metrics` from any address. */
  metricsToken: string | undefined
  /** A factor on every wait of the deliveries; below 1 for tests only. */
  deliveryTimeScale: number
  /** How long a visitor waits for the database before the journal takes what was sent, in milliseconds. */
  storeWithinMs: number
  /** How long an answer waits for its audit entry, in milliseconds. */
  auditWithinMs: number
  logLevel: string
  /** Vite serves the pages from the sources, instead of the server from the build. */
  isDevelopment: boolean
}

/** A variable has a value that cannot be used. The message is one line for the terminal. */
export class ConfigError extends Error {}

function readVariables(env: NodeJS.ProcessEnv) {
  const values: Record<string, unknown> = {}
  for (const [name, { schema, expected }] of Object.entries(variables)) {
    // An empty variable counts as unset, because compose files and shells clear a variable like
    // this.
    const result = schema.safeParse(env[name] === '' ? undefined : env[name])
    if (!result.success) throw new ConfigError(`${name} must be ${expected}`)
    values[name] = result.data
  }
  return values as { [Name in keyof typeof variables]: z.infer<(typeof variables)[Name]['schema']> }
}

/** Parses the environment once, at start. Throws a ConfigError that names the wrong variable. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const values = readVariables(env)
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = values
  if (email && !password) throw new ConfigError('ADMIN_PASSWORD must be set when ADMIN_EMAIL is')
  if (password && !email) throw new ConfigError('ADMIN_EMAIL must be set when ADMIN_PASSWORD is')
  const site = { name: values.SITE_NAME, domain: values.SITE_DOMAIN }
  const problem = password && findPasswordProblem(password, { site, email })
  if (problem) throw new ConfigError(`ADMIN_PASSWORD cannot be used. ${problem}`)
  const { DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY_FILE: privateKey } = values
  if (selector && !privateKey) {
    throw new ConfigError('DKIM_PRIVATE_KEY_FILE must be set when DKIM_SELECTOR is')
  }
  if (privateKey && !selector) {
    throw new ConfigError('DKIM_SELECTOR must be set when DKIM_PRIVATE_KEY_FILE is')
  }
  if (values.HSTS_PRELOAD && !values.SITE_URL?.startsWith('https://')) {
    throw new ConfigError('SITE_URL must be set to an https:// address when HSTS_PRELOAD is on')
  }
  const probeSchedule = values.PROBE_SCHEDULE === 'off' ? undefined : values.PROBE_SCHEDULE
  if (probeSchedule && !values.SITE_URL) {
    throw new ConfigError('SITE_URL must be set when PROBE_SCHEDULE is')
  }
  if (env.LEAD_MIRROR) {
    throw new ConfigError(
      'LEAD_MIRROR is gone: set ARCHIVE_DIR, to which the whole embedded database is archived, and take LEAD_MIRROR out of the settings',
    )
  }
  if (values.ARCHIVE_DIR && values.DATABASE_URL) {
    throw new ConfigError(
      'ARCHIVE_DIR is for the embedded database: with DATABASE_URL its server archives by its own tools',
    )
  }
  const domain = values.SITE_DOMAIN
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    site: {
      name: values.SITE_NAME,
      domain,
      phone: values.SITE_PHONE,
      url: values.SITE_URL ?? `http://${inAddress(values.HOST)}:${values.PORT}`,
      apiBaseUrl: values.API_BASE_URL,
    },
    hasSiteUrl: values.SITE_URL !== undefined,
    allowedHosts: values.ALLOWED_HOSTS,
    preloadsHsts: values.HSTS_PRELOAD,
    firstAdmin: email && password ? { email, password } : undefined,
    trustProxy: values.TRUST_PROXY ?? false,
    contactLimits: {
      perMinute: values.CONTACT_LIMIT_PER_MINUTE,
      perHour: values.CONTACT_LIMIT_PER_HOUR,
    },
    smtp: values.SMTP_URL && {
      ...values.SMTP_URL,
      trust: trustIn(values.SMTP_URL, values.SMTP_TLS_CA, values.SMTP_TLS_UNCHECKED_HOSTS),
    },
    mail: {
      from: {
        name: values.SITE_NAME,
        address: `${business.emailLocalPart}@${domain}`,
        ...values.MAIL_FROM,
      },
      dkim:
        selector && privateKey
          ? { domain: values.DKIM_DOMAIN ?? domain, selector, privateKey }
          : undefined,
    },
    allowsPrivateWebhooks: values.WEBHOOK_ALLOW_PRIVATE,
    drainMs: values.DRAIN_SECONDS * 1000,
    journalReserveBytes: values.JOURNAL_RESERVE_MB * 1024 * 1024,
    tellsEmbeddedAge: values.EMBEDDED_AGE_NOTICE && values.NODE_ENV !== 'development',
    archiveDir: values.ARCHIVE_DIR && resolve(values.ARCHIVE_DIR),
    backup: readBackupConfig(values, {
      dataDir: resolve(values.DATA_DIR),
      databaseUrl: values.DATABASE_URL,
    }),
    probeSchedule,
    metricsToken: values.METRICS_TOKEN,
    deliveryTimeScale: values.DELIVERY_TIME_SCALE,
    storeWithinMs: 400,
    auditWithinMs: 2_000,
    logLevel: values.LOG_LEVEL,
    isDevelopment: values.NODE_ENV === 'development',
  }
}
