import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { business } from '#/content/business.ts'
import { passwordLimits } from '#/contracts/password-limits.ts'

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

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ })

/** What each variable must look like, in the words of the message that refuses a wrong one. */
const variables = {
  PORT: { schema: port.default(3000), expected: 'a port number from 0 to 65535' },
  HOST: { schema: z.string().min(1).default('127.0.0.1'), expected: 'an address to listen on' },
  DATA_DIR: { schema: z.string().min(1).default('./data'), expected: 'a folder' },
  DATABASE_URL: {
    schema: databaseUrl.optional(),
    expected: 'a postgres:// or postgresql:// address',
  },
  SITE_URL: {
    schema: origin.optional(),
    expected: 'an http(s) address without a path, such as https://example.com',
  },
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
    schema: z.string().min(passwordLimits.min).max(passwordLimits.max).optional(),
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
  NODE_ENV: {
    schema: z.enum(['production', 'development', 'test']).default('production'),
    expected: 'production, development or test',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    expected: 'one of fatal, error, warn, info, debug, trace, silent',
  },
} as const

/** What the server is told by its environment. */
export type Config = {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  site: { name: string; domain: string; phone: string; url: string; apiBaseUrl: string }
  /** Makes the first admin without the setup page. */
  firstAdmin: { email: string; password: string } | undefined
  /** Addresses whose `X-Forwarded-*` headers are believed; none by default. */
  trustProxy: string[] | false
  contactLimits: { perMinute: number; perHour: number }
  logLevel: string
  /** Pages come from the sources through Vite instead of from the build. */
  isDevelopment: boolean
}

/** A variable has a value that cannot be used. The message is one line, made for the terminal. */
export class ConfigError extends Error {}

function readVariables(env: NodeJS.ProcessEnv) {
  const values: Record<string, unknown> = {}
  for (const [name, { schema, expected }] of Object.entries(variables)) {
    // An empty variable counts as unset: that is how compose files and shells clear one.
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
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    site: {
      name: values.SITE_NAME,
      domain: values.SITE_DOMAIN,
      phone: values.SITE_PHONE,
      url:
        values.SITE_URL ??
        `http://${values.HOST.includes(':') ? `[${values.HOST}]` : values.HOST}:${values.PORT}`,
      apiBaseUrl: values.API_BASE_URL,
    },
    firstAdmin: email && password ? { email, password } : undefined,
    trustProxy: values.TRUST_PROXY ?? false,
    contactLimits: {
      perMinute: values.CONTACT_LIMIT_PER_MINUTE,
      perHour: values.CONTACT_LIMIT_PER_HOUR,
    },
    logLevel: values.LOG_LEVEL,
    isDevelopment: values.NODE_ENV === 'development',
  }
}
