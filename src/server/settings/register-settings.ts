import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type DayName, dayNames } from '#/contracts/days.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { hoursField, hoursInWords, type OpenTimes } from '#/contracts/hours/week.ts'
import { formatPhone } from '#/contracts/leads/contact-details.ts'
import { readTime } from '#/contracts/referrals/offer-hours.ts'
import { rhythmInWords } from '#/contracts/settings/setting-types.ts'
import { type Area, areaLimits, foldTown, radiusLimits } from '#/contracts/site/towns.ts'
import type { DatabaseHandle } from '../db/database.ts'
import { readSetting, saveSetting } from '../db/settings.ts'
import { serveSetting, serveStoredSetting } from '../http/serve-setting.ts'
import { repeat } from '../jobs/loop.ts'
import { within } from '../runtime/within.ts'
import { sentText, typedText } from '../texts/texts.ts'
import { businessChangeSchema, type LiveBusiness, nameOnPages } from './business.ts'

const [least, most] = radiusLimits
const radiusProblem = `Please enter a whole number from ${radiusLimits.join(' to ')}.`

const townsProblem = 'Please enter at least one town, such as Deltona: 32725, 32738.'

/** A town and its ZIP codes: `Deltona: 32725, 32738`, also with its state. */
const townLine =
  /^(\p{Lu}[\p{L} .’'-]*?)(?:,? FLA?\b\.?|, Florida)?(?:[\s,;:-]+(\d{5}(?:[\s,;]+\d{5})*))?[\s,;:]*$/u

function readTown(line: string): Area['towns'][number] | string {
  const [, town = '', zips = ''] = townLine.exec(line) ?? []
  if (town === '' || town.length > areaLimits.name) {
    return `“${line.slice(0, areaLimits.name)}” isn’t a town with its ZIP codes. Write one town per line, such as Deltona: 32725, 32738.`
  }
  return { name: town, zips: [...new Set(zips.match(/\d{5}/g))] }
}

const townsSchema = typedText(areaLimits.towns, townsProblem)
  .min(1, townsProblem)
  .transform((typed, context) => {
    const lines = typed.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
    const read = lines.filter(Boolean).map(readTown)
    const towns = read.filter((town) => typeof town !== 'string')
    const names = towns.map((town) => foldTown(town.name))
    const twice = towns.find((_town, place) => names.indexOf(names[place] ?? '') < place)
    const problem =
      read.find((town) => typeof town === 'string') ?? (twice && `${twice.name} is listed twice.`)
    if (problem) context.addIssue(problem)
    return towns
  })

/** What the owner types of where the network works: a town on each line. */
export const areaChangeSchema = z.object({
  region: nameOnPages(areaLimits.name, 'Please enter the name of the region.'),
  county: nameOnPages(areaLimits.name, 'Please enter the county named in the terms of service.'),
  radiusMinutes: sentText(radiusProblem)
    .trim()
    .regex(/^\d+$/, radiusProblem)
    .transform(Number)
    .refine((minutes) => minutes >= least && minutes <= most, radiusProblem),
  towns: townsSchema,
})

const timeProblem = 'Please enter a time such as 7:00 AM, or leave both empty for a day off.'

/** A time of the day as people type it, as `07:00`; without AM or PM an hour alone could be either. */
const readTimeOfDay = (typed: string) => (/[ap:]/i.test(typed) ? readTime(typed) : undefined)

const timeField = sentText(timeProblem)
  .trim()
  .transform((typed, context) => {
    const time = typed === '' ? '' : readTimeOfDay(typed)
    if (time === undefined) context.addIssue(timeProblem)
    return time ?? ''
  })

const ends = ['Opens', 'Closes'] as const

const fields = Object.fromEntries(
  dayNames.flatMap((day) => ends.map((end) => [hoursField(day, end), timeField])),
) as Record<`${DayName}${(typeof ends)[number]}`, typeof timeField>

/** What the owner types of the week: two times of each day, both empty for a day off. */
export const openingHoursChangeSchema = z
  .object(fields)
  .superRefine((typed, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    for (const day of dayNames) {
      const [opens, closes] = ends.map((end) => typed[hoursField(day, end)])
      if (!opens && closes) refuse(hoursField(day, 'Opens'), timeProblem)
      if (opens && !closes) refuse(hoursField(day, 'Closes'), timeProblem)
      if (opens && closes && closes <= opens) {
        refuse(
          hoursField(day, 'Closes'),
          'Please enter a time after you open, 11:59 PM at the latest.',
        )
      }
    }
    if (dayNames.every((day) => !typed[hoursField(day, 'Opens')])) {
      refuse(hoursField('Monday', 'Opens'), 'Please open at least one day.')
    }
  })
  .transform((typed): OpenTimes[] =>
    dayNames.map((day) => {
      const opens = typed[hoursField(day, 'Opens')]
      return opens ? { opens, closes: typed[hoursField(day, 'Closes')] } : null
    }),
  )

type SettingsDeps = {
  database: DatabaseHandle
  business: LiveBusiness
  /** Called once this process knows what has changed of the business. */
  onChanged: () => void
}

/** In case a signal got lost; and again after a failure, as while the database is being migrated. */
const readAgain = { everyMs: 600_000, retryMs: 60_000 }

/** How long a process that starts waits for what the owner has said, before it says where it is. */
const firstReadMs = 2_000

/** Adds the routes of the settings, and has this process follow them. */
export async function registerSettings(
  app: FastifyInstance,
  { database: { db, listen }, business, onChanged }: SettingsDeps,
): Promise<void> {
  let known = 0
  /** Pages are rendered anew after the values are there, not before. */
  async function follow(): Promise<void> {
    const version = await business.read()
    if (version === known) return
    known = version
    onChanged()
  }

  serveSetting(app, api.business, {
    change: businessChangeSchema,
    show: business.show,
    save: (change) => business.save(change).then(follow),
    inWords: ({ name, phone, domain }) =>
      [name, phone && formatPhone(phone), domain].filter(Boolean).join(', '),
  })
  serveSetting(app, api.openingHours, {
    change: openingHoursChangeSchema,
    show: async () => ({ week: [...(await readSetting(db, 'week'))] }),
    save: (week) => saveSetting(db, 'week', week).then(follow),
    inWords: (week) => hoursInWords(week).long.join(', '),
  })
  serveSetting(app, api.area, {
    change: areaChangeSchema,
    show: () => readSetting(db, 'area'),
    save: (area) => saveSetting(db, 'area', area).then(follow),
    inWords: ({ region, towns }) => `${region}: ${towns.map(({ name }) => name).join(', ')}`,
  })
  serveStoredSetting(app, api.claims, {
    db,
    key: 'claims',
    onSaved: follow,
    inWords: ({ story: _long, isAlwaysAnswered, ...numbers }) =>
      [
        ...Object.entries(numbers).map(([id, number]) => `${id} ${number || 'none'}`),
        isAlwaysAnswered ? 'answered 24/7' : 'not answered 24/7',
      ].join(', '),
  })
  serveStoredSetting(app, api.offerTimes, {
    db,
    key: 'offerTimes',
    onSaved: follow,
    inWords: ({ openingHours, emergencyMinutes, askedInEmergency }) =>
      `${openingHours} business hours, ${emergencyMinutes} minutes in an emergency, ${askedInEmergency} asked at once`,
  })
  serveStoredSetting(app, api.backupPlan, {
    db,
    key: 'backupPlan',
    inWords: ({ every, keep }) => `${rhythmInWords[every]}, ${keep} kept`,
  })
  serveStoredSetting(app, api.sampleReviews, {
    db,
    key: 'sampleReviews',
    onSaved: follow,
    inWords: ({ areShown }) => (areShown ? 'shown' : 'not shown'),
  })

  const readNow = repeat(app, {
    what: 'read the settings of the business',
    ...readAgain,
    run: follow,
  })
  app.addHook('onListen', async () => {
    // While the database is away the loop goes on trying.
    await within(firstReadMs, follow()).catch(readNow)
  })
  await listen('settings_changed', { onMessage: readNow, onRestored: readNow })
}
