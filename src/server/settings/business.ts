import { isDeepStrictEqual } from 'node:util'
import { business as builtIn } from '#/content/business.ts'
import type { OpeningHours } from '#/contracts/hours/opening-hours.ts'
import { hoursInWords, type Week } from '#/contracts/hours/week.ts'
import { type BackupPlan, usualBackupPlan } from '#/contracts/settings/backup-plan.ts'
import type { Business, BusinessChange } from '#/contracts/settings/business.ts'
import type { Claims } from '#/contracts/settings/claims.ts'
import type { OfferTimes } from '#/contracts/settings/offer-times.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { notify } from '../db/signals.ts'
import {
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
  showBackupPlan: () => Promise<BackupPlan>
  saveBackupPlan: (plan: BackupPlan) => Promise<void>
  showSamples: () => Promise<{ areShown: boolean }>
  saveSamples: (samples: { areShown: boolean }) => Promise<void>
}

const setterOf = (isByMachine: boolean, stored: unknown) =>
  isByMachine ? 'machine' : stored === undefined ? 'nobody' : 'office'

/** Follows the database from the first read on; what the machine says wins. */
export function createBusiness(db: Database, machine: Machine): LiveBusiness {
  const { site, isSetByMachine, backup } = machine
  const { name, phone } = site
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
    backup.plan = stored.backupPlan ?? usualBackupPlan
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
    showBackupPlan: async () => (await readSettings(db)).backupPlan ?? usualBackupPlan,
    saveBackupPlan: (backupPlan) => store({ backupPlan }),
    showSamples: async () => ({ areShown: await readShowsSamples(db) }),
    saveSamples: ({ areShown }) => store({ showsSamples: areShown }),
  }
}
