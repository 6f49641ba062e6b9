import { z } from 'zod'
import { business } from '#/content/business.ts'
import { passwordLimits } from '#/contracts/limits.ts'
import { findLengthProblem } from '#/server/accounts/account-schemas.ts'
import { sitePhoneSchema } from '#/server/texts/values.ts'
import {
  addressRanges,
  databaseAddress,
  hostNames,
  listeningHost,
  siteOrigin,
} from './address-schemas.ts'
import { mailbox, privateKeyFile, smtpServer } from './mail-config.ts'

/** One environment variable. `docs/settings.md` is made of these. */
export type Variable = {
  /** Reads a value that is set. */
  schema: z.ZodType
  /** Completes "NAME must be …", in the message that refuses a value and in `docs/settings.md`. */
  mustBe: string
  /** The value while it is unset, as it would be written. */
  default?: string
  /** What holds while it is unset, in words, where that is no value. */
  unset?: string
  /** What it is for; undefined for those that an owner does not set. */
  meaning?: string
}

const onOrOff = {
  schema: z.enum(['on', 'off']).transform((value) => value === 'on'),
  mustBe: 'on or off',
}
const wholeNumber = { schema: z.coerce.number().int().min(1), mustBe: 'a whole number from 1' }
const folder = { schema: z.string().min(1), mustBe: 'a folder' }
const domainName = { schema: z.hostname(), mustBe: 'a domain name such as example.com' }
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every variable that the product reads, in the order of `docs/settings.md`. */
export const variables = {
  PORT: {
    schema: z.coerce.number().int().min(0).max(65535),
    mustBe: 'a port number from 0 to 65535',
    default: '3000',
    meaning: 'the port to listen on',
  },
  HOST: {
    schema: listeningHost,
    mustBe: 'an address to listen on, such as 127.0.0.1, :: or localhost',
    default: '127.0.0.1',
    meaning: 'the address to listen on',
  },
  DATA_DIR: {
    ...folder,
    default: './data',
    meaning: 'holds the database that the product starts, the journal, and emails kept as files',
  },
  DATABASE_URL: {
    schema: databaseAddress,
    mustBe: 'a postgres:// or postgresql:// address with one host',
    unset: 'the product starts a database in `DATA_DIR`',
    meaning: 'a PostgreSQL server to use instead, 15 or newer',
  },
  SITE_URL: {
    schema: siteOrigin,
    mustBe: 'an http(s) address without a path, such as https://example.com',
    unset: 'from `HOST` and `PORT`',
    meaning: 'the public address; `https` turns on HSTS and host-bound cookies',
  },
  ALLOWED_HOSTS: {
    schema: hostNames,
    mustBe: 'names without a port or a path, separated by commas, such as www.example.com',
    meaning: 'other names the site answers to',
  },
  SITE_NAME: {
    schema: z.string().trim().min(1),
    mustBe: 'a name',
    default: business.name,
    meaning: 'the name of the business; if set here, it can’t be changed in the office',
  },
  SITE_DOMAIN: {
    ...domainName,
    default: business.domain,
    meaning: 'the domain on pages and in emails; if set here, it can’t be changed in the office',
  },
  SITE_PHONE: {
    schema: sitePhoneSchema,
    mustBe: 'a US phone number with its area code',
    default: business.phone,
    meaning: 'the phone number of the business; if set here, it can’t be changed in the office',
  },
  API_BASE_URL: {
    schema: siteOrigin,
    mustBe: 'the same address as SITE_URL',
    unset: 'the address of the page',
    meaning: 'where the pages send their API requests',
  },
  ADMIN_EMAIL: {
    schema: z.email(),
    mustBe: 'an email address',
    meaning:
      'with `ADMIN_PASSWORD`, makes the first admin without the setup link; see [Accounts](operations.md#accounts)',
  },
  ADMIN_PASSWORD: {
    schema: z.string().refine((password) => !findLengthProblem(password)),
    mustBe: `${passwordLimits.min} to ${passwordLimits.max} characters`,
    meaning: 'the password of that admin',
  },
  TRUST_PROXY: {
    schema: addressRanges,
    mustBe: 'addresses or CIDR ranges of your proxies, separated by commas',
    unset: 'no proxy',
    meaning: 'proxies trusted to say where a request comes from',
  },
  CONTACT_LIMIT_PER_MINUTE: {
    ...wholeNumber,
    default: '20',
    meaning: 'the most estimate requests from one client per minute',
  },
  CONTACT_LIMIT_PER_HOUR: {
    ...wholeNumber,
    default: '100',
    meaning: 'the most estimate requests from one client per hour',
  },
  SMTP_URL: {
    schema: smtpServer,
    mustBe:
      'an address such as smtps://user:password@mail.example.com or smtp://mail.example.com:587',
    unset: 'emails are kept as files',
    meaning: 'the mail server; `smtp://` uses STARTTLS; a password is percent-encoded',
  },
  MAIL_FROM: {
    schema: mailbox,
    mustBe: 'an email address, or a name and an address such as Breezeway <hello@example.com>',
    unset: 'hello@ `SITE_DOMAIN`',
    meaning: 'the sender of emails',
  },
  DKIM_SELECTOR: {
    schema: z.string().regex(/^[\w.-]+$/),
    mustBe: 'the name the key is published under in DNS, such as mail2026',
    unset: 'emails are not signed',
    meaning:
      'with `DKIM_PRIVATE_KEY_FILE`, signs emails; the public key must be in the DNS of the sender’s domain',
  },
  DKIM_PRIVATE_KEY_FILE: {
    schema: privateKeyFile,
    mustBe: 'a file that can be read and holds a private key in PEM format',
    meaning: 'the key that emails are signed with',
  },
  WEBHOOK_ALLOW_PRIVATE: {
    ...onOrOff,
    default: 'off',
    meaning: '`on` allows webhooks in private networks and without TLS',
  },
  DRAIN_SECONDS: {
    schema: z.coerce.number().min(0).max(600),
    mustBe: 'a number of seconds from 0 to 600',
    default: '5',
    meaning: 'how long a process keeps serving after `SIGTERM` while `/readyz` says it’s stopping',
  },
  JOURNAL_RESERVE_MB: {
    schema: z.coerce.number().int().min(0).max(10_000),
    mustBe: 'a whole number of megabytes from 0 to 10000',
    default: '64',
    meaning: 'space in `DATA_DIR` that is kept for requests on a full disk',
  },
  EMBEDDED_AGE_NOTICE: {
    ...onOrOff,
    default: 'on',
    meaning: '`off` turns off the notice that the embedded PostgreSQL is old',
  },
  BACKUP_DIR: {
    ...folder,
    unset: '`backups` in `DATA_DIR`',
    meaning: 'where backups are kept, such as on another disk; a folder you set must already exist',
  },
  BACKUP_COMMAND: {
    schema: z.string().min(1),
    mustBe: 'a command',
    meaning:
      'run by `sh` for each backup of the schedule or the office, whose path is `$1`: `rclone copy "$1" elsewhere:backups`',
  },
  UPGRADE_BACKUP: {
    ...onOrOff,
    default: 'on',
    meaning: '`off` applies migrations without a backup before them',
  },
  PROBE: {
    ...onOrOff,
    default: 'off',
    meaning: '`on` has each process send the site a request through `SITE_URL` once an hour',
  },
  METRICS_TOKEN: {
    schema: z.string().min(16),
    mustBe: 'a secret of at least 16 characters',
    unset: 'nobody may read `/metrics`',
    meaning: 'a client that sends it may read `/metrics`',
  },
  LOG_LEVEL: {
    schema: z.enum(logLevels),
    mustBe: `one of ${logLevels.join(', ')}`,
    default: 'info',
    meaning: 'the level of the JSON log on standard error',
  },
  /** A factor on every wait of the deliveries, for tests. */
  DELIVERY_TIME_SCALE: {
    schema: z.coerce.number().positive().max(1),
    mustBe: 'a number above 0 and up to 1',
    default: '1',
  },
  /** Set by `npm run dev` and the tests. */
  NODE_ENV: {
    schema: z.enum(['production', 'development', 'test']),
    mustBe: 'production, development or test',
    default: 'production',
  },
} as const satisfies Record<string, Variable>

type Variables = typeof variables

/** The default of a variable that is unset; undefined for one without a default. */
export type Values = {
  [Name in keyof Variables]:
    | z.output<Variables[Name]['schema']>
    | (Variables[Name] extends { default: string } ? never : undefined)
}
