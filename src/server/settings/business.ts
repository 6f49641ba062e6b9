import { isDeepStrictEqual } from 'node:util'
import { business as builtIn } from '#/content/business.ts'
import type { OpeningHours } from '#/contracts/hours/opening-hours.ts'
import { hoursInWords, type Week } from '#/contracts/hours/week.ts'
import type { Keep } from '#/contracts/settings/backup-plan.ts'
import type {
  BackupPlan,
  BackupPlanChange,
  Business,
  BusinessChange,
} from '#/contracts/settings/business.ts'
import type { Claims } from '#/contracts/settings/claims.ts'
import type { OfferTimes } from '#/contracts/settings/offer-times.ts'
import { hourOf, planOf } from '../config/backup-config.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { notify } from '../db/signals.ts'
import {
  holdSettings,
  readSettings,
  readShowsSamples,
  type SiteSettings,
  saveSettings,
} from '../db/site-settings.ts'
import { AppError } from '../http/errors.ts'
import { shareReads } from '../runtime/share-reads.ts'
import { setOpeningWeek } from '../time/business-hours.ts'
import { setOfferTimes } from '../time/offer-times.ts'

type Machine = Pick<Config, 'site' | 'isSetByMachine' | 'backup'>

/** When backups are made and how many are kept. */
type LiveBackupPlan = {
  /** Has this process do as it is stored. */
  follow: (stored: Partial<SiteSettings>) => void
  show: () => Promise<BackupPlan>
  save: (change: BackupPlanChange) => Promise<void>
}

/** What the owner has set of the business and its site. */
export type LiveBusiness = {
  /**
   * Reads what is stored into `config.site` and `config.backup`, which all parts of this process share.
   * Returns a number that grows with each change of the site. Throws while the database is away.
   */
  read: () => Promise<number>
  show: () => Promise<Business>
  /** Stores what the owner has typed, and has each process read it. */
  save: (change: BusinessChange) => Promise<void>
  showHours: () => Promise<OpeningHours>
  saveHours: (week: Week) => Promise<void>
  showClaims: () => Promise<Claims>
  saveClaims: (claims: Claims) => Promise<void>
  showOfferTimes: () => Promise<OfferTimes>
  saveOfferTimes: (times: OfferTimes) => Promise<void>
  backupPlan: LiveBackupPlan
  showSamples: () => Promise<{ areShown: boolean }>
  saveSamples: (samples: { areShown: boolean }) => Promise<void>
}

const setterOf = (isByMachine: boolean, stored: unknown) =>
  isByMachine ? 'machine' : stored === undefined ? 'nobody' : 'office'

function createBackupPlan(db: Database, { isSetByMachine, backup }: Machine): LiveBackupPlan {
  const builtInPlan = { ...backup }
  return {
    follow({ backupPlan }) {
      Object.assign(backup, planOf(builtInPlan, isSetByMachine, backupPlan))
    },

    async show() {
      const { backupPlan: said = {} } = await readSettings(db)
      const { schedule, keep } = planOf(builtInPlan, isSetByMachine, said)
      return {
        hour: hourOf(schedule),
        hourSetBy: setterOf(isSetByMachine.backupHour, said.hour),
        keep,
        keepSetBy: setterOf(isSetByMachine.backupKeep, said.keep),
        isSentElsewhere: backup.command !== undefined,
      }
    },

    async save({ hour, ...counts }) {
      const isHour = hour !== undefined
      const isKeep = Object.keys(counts).length > 0
      if ((isHour && isSetByMachine.backupHour) || (isKeep && isSetByMachine.backupKeep)) {
        throw new AppError('conflict', 'That is set by the machine, which wins.')
      }
      await db.transaction(async (tx) => {
        await holdSettings(tx)
        const { backupPlan: said } = await readSettings(tx)
        const { keep } = planOf(builtInPlan, isSetByMachine, said)
        await saveSettings(tx, {
          backupPlan: {
            ...said,
            ...(isHour && { hour }),
            ...(isKeep && { keep: { ...keep, ...counts } as Keep }),
          },
        })
        await notify(tx, 'business_changed', '')
      })
    },
  }
}

/** Follows the database from the first read on; what the machine says wins. */
export function createBusiness(db: Database, machine: Machine): LiveBusiness {
  const { site, isSetByMachine } = machine
  const { name, phone } = site
  const backupPlan = createBackupPlan(db, machine)
  const { week } = builtIn.hours
  let version = 0

  /** Those of the owner's values that no variable of the environment overrules. */
  const withoutMachine = ({ name, phone }: BusinessChange): Partial<SiteSettings> => ({
    ...(name !== undefined && !isSetByMachine.name && { name }),
    ...(phone !== undefined && !isSetByMachine.phone && { phone }),
  })

  const read = shareReads(async () => {
    const stored = await readSettings(db)
    const wanted = stored.week ?? week
    const next = {
      ...{ ...site, name, phone, hours: hoursInWords(wanted) },
      claims: stored.claims ?? builtIn.claimed,
      showsSamples: stored.showsSamples ?? true,
      ...withoutMachine(stored),
    }
    if (!isDeepStrictEqual(site, next)) {
      Object.assign(site, next)
      setOpeningWeek(wanted)
      version += 1
    }
    setOfferTimes(stored.offerTimes ?? builtIn.offerTimes)
    backupPlan.follow(stored)
    return version
  })

  const store = (values: Partial<SiteSettings>) =>
    db.transaction(async (tx) => {
      await saveSettings(tx, values)
      await notify(tx, 'business_changed', '')
    })

  return {
    read: () => read(undefined),

    async show() {
      const stored = await readSettings(db)
      await read(undefined)
      const factOf = (fact: 'name' | 'phone') => ({
        value: site[fact],
        setBy: setterOf(isSetByMachine[fact], stored[fact]),
      })
      return { name: factOf('name'), phone: factOf('phone') } as Business
    },

    async save(change) {
      for (const fact of ['name', 'phone'] as const) {
        if (change[fact] === undefined || !isSetByMachine[fact]) continue
        throw new AppError('conflict', `The ${fact} is set by the machine, which wins.`)
      }
      await store(withoutMachine(change))
    },

    async showHours() {
      const stored = await readSettings(db)
      const shown = stored.week ?? week
      return { week: [...shown], setBy: stored.week ? 'office' : 'nobody' }
    },

    saveHours: (week) => store({ week }),
    showClaims: async () => (await readSettings(db)).claims ?? builtIn.claimed,
    saveClaims: (claims) => store({ claims }),
    showOfferTimes: async () => (await readSettings(db)).offerTimes ?? builtIn.offerTimes,
    saveOfferTimes: (offerTimes) => store({ offerTimes }),
    backupPlan,
    showSamples: async () => ({ areShown: await readShowsSamples(db) }),
    saveSamples: ({ areShown }) => store({ showsSamples: areShown }),
  }
}
