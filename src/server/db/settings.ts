import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { business } from '#/content/business.ts'
import { defaultLeadSourceMessage } from '#/content/mails.ts'
import { accountSettingsSchema } from '#/contracts/accounts/second-factors.ts'
import { holidaySchema } from '#/contracts/hours/holidays.ts'
import { openingHoursSchema } from '#/contracts/hours/opening-hours.ts'
import type { Week } from '#/contracts/hours/week.ts'
import { mailSecurities } from '#/contracts/limits.ts'
import { statementSettingsSchema } from '#/contracts/money/ledger.ts'
import {
  leadSourceSettingsSchema,
  visitorMailsSchema,
} from '#/contracts/notifications/notifications.ts'
import { offerSettingsSchema } from '#/contracts/referrals/offers.ts'
import { mutableMails } from '#/contracts/referrals/owner-news.ts'
import {
  backupPlanSchema,
  claimsSchema,
  offerTimesSchema,
  sampleReviewsSchema,
} from '#/contracts/settings/business.ts'
import { ownReviewSchema } from '#/contracts/settings/own-review.ts'
import { usualBackupPlan } from '#/contracts/settings/setting-types.ts'
import type { Database, Transaction } from './database.ts'
import { notify } from './signals.ts'
import { settings } from './tables/schema.ts'

const instant = z.iso.datetime()

/** What each setting may be. */
export const settingSchemas = {
  /** What is absent is as the content has it. The phone number has ten digits. */
  business: z.object({ name: z.string().optional(), phone: z.string().optional() }),
  week: openingHoursSchema.shape.week as z.ZodType<Week>,
  /** Days on which the business is closed, and federal holidays on which it is open. */
  holidays: z.array(holidaySchema.omit({ isFederal: true })),
  claims: claimsSchema,
  offerTimes: offerTimesSchema,
  backupPlan: backupPlanSchema,
  statements: statementSettingsSchema,
  /** The home page shows sample reviews while there is none of a customer. */
  sampleReviews: sampleReviewsSchema,
  /** Reviews of customers from elsewhere, the first to be shown first. */
  ownReviews: z.array(ownReviewSchema),
  /** Rules for every account. */
  accounts: accountSettingsSchema,
  /** The text of the mails about where leads come from. */
  leadSource: leadSourceSettingsSchema,
  /** Whether visitors are sent mails. */
  visitorMails: visitorMailsSchema,
  /** Whether the server offers each new lead by itself. */
  offers: offerSettingsSchema,
  /** The groups of news of which the owner wants no mail, and mails that contractors are not to get. */
  mutedMails: z
    .array(z.string())
    .transform((muted) => mutableMails.filter((mail) => muted.includes(mail))),
  /** The mail server that the owner has named in the office. */
  mailServer: z
    .object({
      host: z.string(),
      port: z.int(),
      security: z.enum(mailSecurities),
      /** Null without signing in. */
      user: z.string().nullable(),
      /** Encrypted; null without one. */
      password: z.string().nullable(),
      fromName: z.string(),
      fromAddress: z.string(),
    })
    .nullable(),
  /** How long leads are stored: null for ever. */
  retention: z.object({
    days: z.int().nullable(),
    /** When the last run began, or the period was set since. */
    lastRunAt: instant.nullable(),
    /** How many leads that run has deleted; null where there was none since the period was set. */
    deletedLeads: z.int().nullable(),
  }),
  /** When the owner did what the inbox lists for the first day. */
  firstSteps: z.object({
    /** When the mail server last took a test mail. */
    mailTestedAt: instant.nullable(),
    /** When the owner ticked that there is a backup. */
    backedUpAt: instant.nullable(),
    /** When the owner hid the list. */
    putAwayAt: instant.nullable(),
  }),
}

/** What is decided in the office, by key. */
export type Settings = {
  [Key in keyof typeof settingSchemas]: z.output<(typeof settingSchemas)[Key]>
}

/** The name of a setting. */
export type SettingKey = keyof Settings

/** What holds until somebody has decided something else. */
const usual: Settings = {
  business: {},
  week: business.hours.week,
  holidays: [],
  claims: business.claimed,
  offerTimes: business.offerTimes,
  backupPlan: usualBackupPlan,
  statements: { dayOfMonth: null },
  sampleReviews: { areShown: true },
  ownReviews: [],
  accounts: { requiresSecondFactor: false },
  leadSource: { message: defaultLeadSourceMessage },
  visitorMails: { sendsMails: false },
  offers: { isAutomatic: false },
  mutedMails: [],
  mailServer: null,
  retention: { days: null, lastRunAt: null, deletedLeads: null },
  firstSteps: { mailTestedAt: null, backedUpAt: null, putAwayAt: null },
}

// As text: the driver has parsed JSON already when Drizzle does so again, which makes a number of '386'.
const columns = { key: settings.key, json: sql<string>`${settings.value}::text` }

/** A value as its schema has it; undefined for one that does not fit, which counts as not decided. */
function parse<Key extends SettingKey>(key: Key, json: string): Settings[Key] | undefined {
  return settingSchemas[key].safeParse(JSON.parse(json)).data as Settings[Key] | undefined
}

/** Reads all that is decided. */
export async function readDecided(db: Database): Promise<Partial<Settings>> {
  const rows = await db.select(columns).from(settings)
  const known = rows.filter(({ key }) => key in settingSchemas)
  return Object.fromEntries(known.map(({ key, json }) => [key, parse(key as SettingKey, json)]))
}

/** Reads all settings. */
export async function readSettings(db: Database): Promise<Settings> {
  const decided = Object.entries(await readDecided(db)).filter(([, value]) => value !== undefined)
  return { ...usual, ...Object.fromEntries(decided) }
}

/** Reads one setting. */
export async function readSetting<Key extends SettingKey>(
  db: Database,
  key: Key,
): Promise<Settings[Key]> {
  const [row] = await db.select(columns).from(settings).where(eq(settings.key, key))
  return (row && parse(key, row.json)) ?? usual[key]
}

/** Reads one setting that nobody else changes until the transaction ends. */
export async function holdSetting<Key extends SettingKey>(
  tx: Transaction,
  key: Key,
): Promise<Settings[Key]> {
  const value = sql`${JSON.stringify(usual[key])}::jsonb`
  await tx.insert(settings).values({ key, value }).onConflictDoNothing()
  await tx.select({ key: settings.key }).from(settings).where(eq(settings.key, key)).for('update')
  return readSetting(tx, key)
}

/** Stores a setting, and has each process that follows it read it. */
export async function saveSetting<Key extends SettingKey>(
  db: Database,
  key: Key,
  decided: Settings[Key],
): Promise<void> {
  const value = sql`${JSON.stringify(decided)}::jsonb`
  await db.transaction(async (tx) => {
    await tx
      .insert(settings)
      .values({ key, value })
      .onConflictDoUpdate({ target: settings.key, set: { value } })
    await notify(tx, 'settings_changed', key)
  })
}

/** Changes a part of a setting, whatever others change of it meanwhile. */
export async function changeSetting<Key extends SettingKey>(
  db: Database,
  key: Key,
  change: (before: Settings[Key]) => Settings[Key],
): Promise<Settings[Key]> {
  return db.transaction(async (tx) => {
    const next = change(await holdSetting(tx, key))
    await saveSetting(tx, key, next)
    return next
  })
}
