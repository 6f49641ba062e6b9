import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AuditResult } from '#/contracts/audit/audit-words.ts'
import { roles } from '#/contracts/limits.ts'
import { createdAt, identity, instant, number } from './columns.ts'

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  role: text('role', { enum: roles }).notNull(),
  /** Since when this person may not sign in. */
  disabledAt: instant('disabled_at'),
  createdAt: createdAt(),
})

/** The account that a row belongs to, and is deleted with. */
const userId = () => text('user_id').references(() => users.id, { onDelete: 'cascade' })

/** Signed-in browsers. */
export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    /** Only its SHA-256. */
    token: text('token').notNull().unique(),
    userId: userId().notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    expiresAt: instant('expires_at').notNull(),
    /** When this person last proved who they are: by signing in, or when asked again. */
    confirmedAt: instant('confirmed_at').notNull().defaultNow(),
    /** True where that took more than a password. */
    hasSecondFactor: boolean('has_second_factor').notNull().default(false),
    /** When a person last did something with it, to within some minutes. */
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** The app that makes codes for a user, and the recovery codes. */
export const twoFactors = pgTable('two_factors', {
  id: text('id').primaryKey(),
  userId: userId().notNull().unique(),
  /** The key of the app, encrypted; empty for a person who has only passkeys. */
  secret: text('secret').notNull(),
  /** The hashes of the recovery codes that are left, as a JSON array. */
  backupCodes: text('backup_codes').notNull(),
  /** False until the first code of the app was right. */
  verified: boolean('verified').notNull().default(false),
})

/** The public keys by which users sign in without a password. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: userId().notNull(),
    name: text('name'),
    credentialID: text('credential_id').notNull().unique(),
    publicKey: text('public_key').notNull(),
    /** How often the key was used, as the device counts. */
    counter: integer('counter').notNull(),
    transports: text('transports'),
    createdAt: createdAt(),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/** What one use of a secret is for: `accounts/account-links.ts` says how long each works. */
export type LinkPurpose =
  | 'setup'
  | 'invitation'
  | 'password-reset'
  | 'email-change'
  | 'first-step'
  | 'passkey'
  | 'new-passkey'

/**
 * Secrets that are used once: of links by mail or on the terminal, and of a browser between two steps
 * of a sign-in. Only a hash of the token is stored.
 */
export const accountLinks = pgTable(
  'account_links',
  {
    /** SHA-256 of the token, in base64url. */
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose').$type<LinkPurpose>().notNull(),
    /** The account that it changes, or whose person invites; null for a passkey and a setup link. */
    userId: userId(),
    /**
     * Where it was sent: for an invitation and a change of email, the address of the account then.
     * Empty where nothing was sent.
     */
    email: text('email').notNull(),
    /** Of an invited person. */
    role: text('role', { enum: roles }),
    /** The inviting person, in words. */
    createdBy: text('created_by'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('account_links_user').on(table.userId),
    uniqueIndex('account_links_invitation')
      .on(table.email)
      .where(sql`${table.purpose} = 'invitation'`),
  ],
)

/**
 * Who did what, when and from where. A trigger refuses to change an entry, and to delete one of the
 * last 400 days. No personal data of leads may get in: it would outlive their erasure.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: identity(),
    at: instant('at').notNull().defaultNow(),
    /** One of `AuditAction`; a release before this one may have had others. */
    action: text('action').notNull(),
    result: text('outcome').$type<AuditResult>().notNull(),
    /** No reference: an entry outlives the account. Null for the server and for strangers. */
    userId: text('user_id'),
    /** In words, as they were then. */
    who: text('who').notNull(),
    role: text('role', { enum: roles }),
    /** The address of the client. */
    address: text('address'),
    /** What the client says of itself, shortened. */
    userAgent: text('user_agent'),
    /** What it was done to: 'request 12', the address of a recipient, the path of a page. */
    subject: text('subject'),
    /** The lead and the contractor that it is about, by their numbers: an entry outlives them. */
    leadId: number('lead_id'),
    contractorId: number('contractor_id'),
  },
  (table) => [index('audit_entries_at').on(table.at)],
)
