import { z } from 'zod'
import { type Area, areaLimits, foldTown, radiusLimits } from '#/contracts/site/towns.ts'
import { sentText, typedLine, typedText } from '../texts/texts.ts'

const name = (missing: string) =>
  typedLine(areaLimits.name, missing)
    .regex(/\p{L}/u, missing)
    // In a text with places to be filled in it would be taken for one.
    .regex(/^[^{}]*$/, 'Please leave out { and }.')

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
  region: name('Please enter the name of the region.'),
  county: name('Please enter the county named in the terms of service.'),
  radiusMinutes: sentText(radiusProblem)
    .trim()
    .regex(/^\d+$/, radiusProblem)
    .transform(Number)
    .refine((minutes) => minutes >= least && minutes <= most, radiusProblem),
  towns: townsSchema,
})
