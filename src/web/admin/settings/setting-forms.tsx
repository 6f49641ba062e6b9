import { business, siteEmail } from '#/content/business.ts'
import { dayNames } from '#/contracts/days.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { clockTime, hoursField, type Week } from '#/contracts/hours/week.ts'
import { formatPhone } from '#/contracts/leads/contact-details.ts'
import { longestBusinessName } from '#/contracts/limits.ts'
import {
  type BackupPlan,
  type Business,
  backupRhythms,
  type Claims,
  keepLimits,
  longestStory,
  type OfferTimes,
  offerTimeLimits,
  rhythmInWords,
} from '#/contracts/settings/setting-types.ts'
import { type Area, areaLimits, radiusLimits, type Town } from '#/contracts/site/towns.ts'
import type { FormField } from '../../ui/form-fields.tsx'
import { useWords } from '../../words.ts'
import { SettingForm } from '../shell/field-form.tsx'

/** The facts as fields. */
const factsOf = ({ name, phone, domain }: Business): FormField[] => [
  { name: 'name', label: 'Name', limit: longestBusinessName, value: name },
  { name: 'phone', label: 'Phone number', kind: 'phone', value: formatPhone(phone) },
  {
    name: 'domain',
    label: 'Domain',
    kind: 'code',
    hint: `Visitors write to ${siteEmail({ domain })}.`,
    value: domain,
  },
]

const isFixed = ({ setByMachine }: Business, { name }: FormField) =>
  setByMachine.some((fact) => fact === name)

/** The name, the phone number and the domain of the business, with a form for those that the machine does not set. */
export function BusinessForm() {
  return (
    <SettingForm
      setting={api.business}
      prefix="business-"
      fields={(business) => factsOf(business).filter((fact) => !isFixed(business, fact))}
    >
      {(business) =>
        factsOf(business)
          .filter((fact) => isFixed(business, fact))
          .map(({ name, label, value }) => (
            <p key={name} className="office-about">
              {label}: <bdi>{value}</bdi>. Set on the server. Ask your administrator.
            </p>
          ))
      }
    </SettingForm>
  )
}

const townLine = ({ name, zips }: Town) => (zips.length > 0 ? `${name}: ${zips.join(', ')}` : name)

const areaFieldsOf = ({ region, county, radiusMinutes, towns }: Area): FormField[] => [
  { name: 'region', label: 'Region', limit: areaLimits.name, value: region },
  {
    name: 'towns',
    label: 'Towns',
    kind: 'area',
    rows: 10,
    limit: areaLimits.towns,
    hint: 'Enter one town per line with its ZIP codes, such as Deltona: 32725, 32738. The first three towns get their own cards on the site. A ZIP code listed under two towns counts for the first one.',
    value: towns.map(townLine).join('\n'),
  },
  {
    name: 'radiusMinutes',
    label: 'Drive time in minutes',
    kind: 'number',
    hint: `From ${radiusLimits.join(' to ')}.`,
    value: radiusMinutes,
  },
  {
    name: 'county',
    label: 'County',
    limit: areaLimits.name,
    hint: 'The terms of service name its courts.',
    value: county,
  },
]

/** Where the network works. */
export function AreaForm() {
  return <SettingForm setting={api.area} prefix="area-" fields={areaFieldsOf} />
}

/** Two fields of each day, in a line. */
function hoursOf({ week }: { week: Week }): FormField[] {
  return dayNames.flatMap((group, index) => {
    const times = week[index]
    return (['Opens', 'Closes'] as const).map((label) => {
      const time = label === 'Opens' ? times?.opens : times?.closes
      return { name: hoursField(group, label), label, group, value: time ? clockTime(time) : '' }
    })
  })
}

/** The hours of the week, a line for each day. */
export function OpeningHoursForm() {
  return <SettingForm setting={api.openingHours} fields={hoursOf} />
}

/** What the site claims of the business. */
export function ClaimsForm() {
  const fill = useWords()
  return (
    <SettingForm
      setting={api.claims}
      prefix="claim-"
      fields={(claims) => [
        ...business.stats.map(({ id, label }) => ({
          name: id,
          label: fill(label),
          value: claims[id],
        })),
        {
          name: 'story',
          label: 'Your story',
          kind: 'area',
          rows: 8,
          limit: longestStory,
          value: claims.story,
        },
        {
          name: 'isAlwaysAnswered',
          label: 'We answer the phone 24/7 for emergencies',
          kind: 'switch',
          isOn: claims.isAlwaysAnswered,
        },
      ]}
      bodyOf={({ isAlwaysAnswered, ...typed }) =>
        ({ ...typed, isAlwaysAnswered: isAlwaysAnswered === 'on' }) as Claims
      }
    />
  )
}

const offerLabels: Record<keyof OfferTimes, string> = {
  openingHours: 'Business hours to respond',
  emergencyMinutes: 'Minutes to answer in an emergency',
  askedInEmergency: 'Contractors asked at once in an emergency',
}

const offerNames = Object.keys(offerLabels) as (keyof OfferTimes)[]

/** How long contractors have to answer, and how many are asked at once. */
export function OfferTimesForm() {
  return (
    <SettingForm
      setting={api.offerTimes}
      prefix="offer-"
      fields={(times) =>
        offerNames.map((name): FormField => {
          const hint = `From ${offerTimeLimits[name].join(' to ')}.`
          return { name, label: offerLabels[name], kind: 'number', hint, value: times[name] }
        })
      }
    />
  )
}

const backupFieldsOf = ({ every, keep }: BackupPlan): FormField[] => [
  {
    name: 'every',
    label: 'How often',
    kind: 'choice',
    of: backupRhythms.map((rhythm) => [rhythm, rhythmInWords[rhythm]] as const),
    value: every,
  },
  {
    name: 'keep',
    label: 'How many are kept',
    kind: 'number',
    value: keep,
    hint: `From ${keepLimits.join(' to ')}: we keep the newest. Data you erase stays in older backups until they’re deleted.`,
  },
]

/** How often backups are made and how many are kept. */
export function BackupPlanForm() {
  return <SettingForm setting={api.backupPlan} prefix="backup-" fields={backupFieldsOf} />
}
