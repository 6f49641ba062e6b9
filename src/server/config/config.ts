import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { areaOnPages, builtInArea } from '#/content/area.ts'
import { business, siteEmail } from '#/content/business.ts'
import { builtInClaims } from '#/content/pages/about.ts'
import { hoursInWords } from '#/contracts/hours/week.ts'
import { findPasswordProblem } from '../accounts/passwords.ts'
import { OneLineError } from '../db/failures.ts'
import { inAddress } from './address-schemas.ts'
import type { MailConfig } from './mail-config.ts'
import { type Values, type Variable, variables } from './variables.ts'

/** A variable has a value that cannot be used. */
export class ConfigError extends OneLineError {}

function readVariables(env: NodeJS.ProcessEnv): Values {
  const values: Record<string, unknown> = {}
  for (const [name, variable] of Object.entries<Variable>(variables)) {
    // An empty variable counts as unset, because compose files and shells clear a variable like
    // this.
    const text = env[name] || variable.default
    if (text === undefined) continue
    const result = variable.schema.safeParse(text)
    if (!result.success) throw new ConfigError(`${name} must be ${variable.mustBe}`)
    values[name] = result.data
  }
  return values as Values
}

/** Variables that are of use only with another one. */
const together: readonly [set: keyof Values, needed: keyof Values][] = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['ADMIN_PASSWORD', 'ADMIN_EMAIL'],
  ['DKIM_SELECTOR', 'DKIM_PRIVATE_KEY_FILE'],
  ['DKIM_PRIVATE_KEY_FILE', 'DKIM_SELECTOR'],
  ['PROBE', 'SITE_URL'],
]

function refuseContradictions(values: Values): void {
  for (const [set, needed] of together) {
    if (values[set] && !values[needed]) {
      throw new ConfigError(`${needed} must be set when ${set} is`)
    }
  }
  const { ADMIN_PASSWORD: password } = values
  const problem = password && findPasswordProblem(password)
  if (problem) throw new ConfigError(`ADMIN_PASSWORD can’t be used. ${problem}`)
}

/** Files that the address of the database may name. They are read at each connection. */
const databaseFiles = ['sslrootcert', 'sslcert', 'sslkey']

function isReadable(file: string): boolean {
  try {
    readFileSync(file)
    return true
  } catch {
    return false
  }
}

function refuseMissingFiles({ DATABASE_URL: address }: Values, certificates: string | undefined) {
  const named = address ? new URL(address).searchParams : undefined
  for (const name of databaseFiles) {
    const file = named?.get(name)
    if (file && !isReadable(file))
      throw new ConfigError(`${name} in DATABASE_URL must be a readable file, and ${file} isn’t`)
  }
  // Node only warns of it, and no mail would leave.
  if (certificates && !isReadable(certificates))
    throw new ConfigError(`NODE_EXTRA_CA_CERTS must be a readable file, and ${certificates} isn’t`)
}

/** Settings of earlier versions, and what is in the place of each. */
const gone: Record<string, string> = {
  ARCHIVE_DIR: 'docs/operations.md, Point in time, says what replaces it',
  BACKUP_SCHEDULE: 'how often backups are made is set in the back office, under Settings',
  BACKUP_KEEP: 'how many backups are kept is set in the back office, under Settings',
  SMTP_TLS_CA: 'name that file in NODE_EXTRA_CA_CERTS',
  SMTP_TLS_UNCHECKED_HOSTS: 'name a copy of the certificate in NODE_EXTRA_CA_CERTS',
  BACKUP_KEY: 'backups are no longer encrypted here; BACKUP_COMMAND can encrypt what it sends',
}

function refuseGone(env: NodeJS.ProcessEnv): void {
  for (const [name, instead] of Object.entries(gone)) {
    if (env[name]) throw new ConfigError(`${name} is no longer a setting. Remove it: ${instead}`)
  }
}

function readMailConfig(values: Values, site: { name: string; domain: string }): MailConfig {
  const { DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY_FILE: privateKey } = values
  return {
    from: {
      // The owner may give the business another name and domain while the process runs.
      get name() {
        return values.MAIL_FROM?.name ?? site.name
      },
      get address() {
        return values.MAIL_FROM?.address ?? siteEmail(site)
      },
    },
    dkim: selector && privateKey ? { selector, privateKey } : undefined,
  }
}

/** The settings that the server reads from its environment. */
export type Config = ReturnType<typeof readConfig>

/** What this process was given, for what is no setting of the product: what systemd wants to be told. */
export const environment = process.env

/** Parses the environment once, at start. Throws a ConfigError that names the wrong variable. */
export function readConfig(env: NodeJS.ProcessEnv = environment) {
  refuseGone(env)
  const values = readVariables(env)
  refuseContradictions(values)
  refuseMissingFiles(values, env.NODE_EXTRA_CA_CERTS)
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = values
  const site = {
    name: values.SITE_NAME,
    domain: values.SITE_DOMAIN,
    phone: values.SITE_PHONE,
    hours: hoursInWords(business.hours.week),
    claims: builtInClaims,
    isAlwaysAnswered: builtInClaims.isAlwaysAnswered,
    area: builtInArea,
    ...areaOnPages(builtInArea),
    showsSamples: true,
    url: values.SITE_URL ?? `http://${inAddress(values.HOST)}:${values.PORT}`,
    apiBaseUrl: values.API_BASE_URL ?? '',
  }
  // What a page sends to another origin is refused there, as from another website.
  if (site.apiBaseUrl && site.apiBaseUrl !== site.url)
    throw new ConfigError(`API_BASE_URL must be ${variables.API_BASE_URL.mustBe}`)
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    /** One object for all: what is in it of the business follows what the owner says in the office. Read them at use. */
    site,
    /** What the owner cannot change there. */
    isSetByMachine: {
      name: Boolean(env.SITE_NAME),
      phone: Boolean(env.SITE_PHONE),
      domain: Boolean(env.SITE_DOMAIN),
    },
    /** False while `site.url` is only the address that the server listens on. */
    hasSiteUrl: values.SITE_URL !== undefined,
    /** Names that the server serves, beside that of `site.url`. */
    allowedHosts: values.ALLOWED_HOSTS ?? [],
    /** Makes the first admin without the setup page. */
    firstAdmin: email && password ? { email, password } : undefined,
    /** Proxies whose `X-Forwarded-*` headers are trusted; none by default. */
    trustProxy: values.TRUST_PROXY ?? (false as const),
    contactLimits: {
      perMinute: values.CONTACT_LIMIT_PER_MINUTE,
      perHour: values.CONTACT_LIMIT_PER_HOUR,
    },
    /** The mail server; undefined while mails are kept as files. */
    smtp: values.SMTP_URL,
    mail: readMailConfig(values, site),
    /** Webhooks may be called inside private networks, and without TLS. */
    allowsPrivateWebhooks: values.WEBHOOK_ALLOW_PRIVATE,
    /** How long a process serves on after SIGTERM, not ready, before it refuses. */
    drainMs: values.DRAIN_SECONDS * 1000,
    /** Space on the disk of DATA_DIR that is kept free for leads, in bytes. */
    journalReserveBytes: values.JOURNAL_RESERVE_MB * 1024 * 1024,
    /** The inbox says when the embedded PostgreSQL is old. */
    tellsEmbeddedAge: values.EMBEDDED_AGE_NOTICE && values.NODE_ENV !== 'development',
    /**
     * Milliseconds that a turn of the event loop may take. A request takes several of them: while each
     * takes a second, visitors wait for about four.
     */
    pressureLimits: { usual: 1_000, leads: 5_000, sample: 5_000 },
    /** The backups. When they are made, and how many are kept, follows what the owner says in the office. */
    backup: {
      folder: resolve(values.BACKUP_DIR ?? join(values.DATA_DIR, 'backups')),
      /** The operator has named it, so it must exist; otherwise it is made. */
      isFolderNamed: values.BACKUP_DIR !== undefined,
      /** Run by the shell for each new backup, whose path is in `$1`. */
      command: values.BACKUP_COMMAND,
      isMadeBeforeUpgrades: values.UPGRADE_BACKUP,
    },
    /** The site sends itself a request once an hour, through its public address. */
    isProbed: values.PROBE,
    /** A client that sends this token may read `/metrics`. */
    metricsToken: values.METRICS_TOKEN,
    /** A factor on every wait of the deliveries; below 1 for tests only. */
    deliveryTimeScale: values.DELIVERY_TIME_SCALE,
    /** Milliseconds that a visitor waits for the database before the journal takes the submission. */
    storeWithinMs: 400,
    /** How long a response waits for its audit entry, in milliseconds. */
    auditWithinMs: 2_000,
    logLevel: values.LOG_LEVEL,
    /** Vite serves the pages from the sources, not the server from the build. */
    isDevelopment: values.NODE_ENV === 'development',
  }
}
