import { eq, inArray, sql } from 'drizzle-orm'
import { builtInArea } from '#/content/area.ts'
import { business } from '#/content/business.ts'
import { defaultLeadSourceMessage } from '#/content/mails.ts'
import { builtInClaims } from '#/content/pages/about.ts'
import type { Database, Transaction } from './database.ts'
import { type SettingKey, type Settings, settingSchemas } from './setting-schemas.ts'
import { notify } from './signals.ts'
import { settings } from './tables/schema.ts'

/** What holds until somebody has decided something else. */
const usual: Settings = {
  business: {},
  week: business.hours.week,
  area: builtInArea,
  holidays: [],
  claims: builtInClaims,
  offerTimes: business.offerTimes,
  backupPlan: { every: 'day', keep: 30 },
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

const allKeys = Object.keys(settingSchemas) as SettingKey[]

/** Reads what is decided of some settings, or of all. */
export async function readDecided<Key extends SettingKey>(
  db: Database,
  keys = allKeys as Key[],
): Promise<Partial<Pick<Settings, Key>>> {
  const rows = await db.select(columns).from(settings).where(inArray(settings.key, keys))
  const decided = rows.map(({ key, json }) => [key, parse(key as Key, json)])
  return Object.fromEntries(decided.filter(([, value]) => value !== undefined))
}

/** Reads some settings, or all, in one statement. */
export async function readSettings<Key extends SettingKey>(
  db: Database,
  keys?: Key[],
): Promise<Pick<Settings, Key>> {
  return { ...usual, ...(await readDecided(db, keys)) }
}

/** Reads one setting. */
export async function readSetting<Key extends SettingKey>(
  db: Database,
  key: Key,
): Promise<Settings[Key]> {
  return (await readSettings(db, [key]))[key]
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
