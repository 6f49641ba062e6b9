import type { TownName } from '#/contracts/site/towns.ts'
import type { Random } from './random.ts'

/** Somebody who does not exist: the numbers are kept free for stories, the addresses belong to nobody. */
export type Person = {
  name: string
  email: string
  phone: string
  town: TownName | null
  /** As they type it; empty where they give none. */
  address: string
}

const firstNames =
  'Maria James Linda Robert Carmen Michael Denise William Rosa David Teresa Anthony Yvonne Marcus Elaine Hector Joyce Calvin Nadia Gregory Priscilla Tyrone Beverly Ramon Kathleen Desmond Ingrid Victor Wanda Emilio Harriet Leon Soledad Otis Marlene Dwayne Bianca Curtis Odette Franklin Lucía Stuart Paulette Jerome Renée Wesley Graciela Norman Tamika Russell Ximena Clifford Adele Santiago Geraldine Byron Thuy Orlando Mabel Kofi'.split(
    ' ',
  )

const lastNames =
  'Alder Bellamy Castellano Dunmore Ellery Fontaine Garrido Hollis Iverson Jessup Kowalczyk Lambright Mercado Northcutt Okonkwo Pruitt Quintana Rademacher Salcedo Thackeray Umansky Valdivia Whitcomb Yarborough Zamora Ashdown Birdsong Crenshaw Delacroix Eastwick Farrow Goodspeed Halloran Ibarra Juneau Kessler Lindqvist Montague Nakashima Ortega Pemberton Rosario Sandoval Trujillo Vandermeer Wickham Abernethy Boudreaux Carvalho Driscoll'.split(
    ' ',
  )

const streets =
  'Heron Hollow Lane|Live Oak Terrace|Spanish Moss Drive|Sandhill Court|Magnolia Bend|Gopher Ridge Road|Citrus Grove Avenue|Palmetto Trail|Osprey Landing Drive|Cypress Knee Court|Wisteria Way|Longleaf Street|Blue Heron Circle|Tangerine Row Drive|Saw Grass Lane|Marsh Wren Court|Scrub Jay Drive|Turkey Oak Street|Lantana Place|Fernwood Loop Road'.split(
    '|',
  )

/** The ZIP code of each town, and how many of the visitors live there: the network began in the first. */
const towns: Record<TownName, readonly [zip: string, visitors: number]> = {
  Deltona: ['32725', 24],
  DeBary: ['32713', 9],
  'Orange City': ['32763', 9],
  DeLand: ['32720', 12],
  'Lake Monroe': ['32747', 2],
  Sanford: ['32771', 12],
  'Lake Mary': ['32746', 7],
  'Altamonte Springs': ['32714', 6],
  Casselberry: ['32707', 5],
  'Winter Park': ['32789', 4],
  Longwood: ['32750', 5],
  Oviedo: ['32765', 5],
  'Winter Springs': ['32708', 4],
  Enterprise: ['32725', 3],
  Osteen: ['32764', 2],
}

const townWeights = Object.fromEntries(
  Object.entries(towns).map(([town, [, visitors]]) => [town, visitors]),
) as Record<TownName, number>

/** In the area, and never given to anybody: 555-0100 to 555-0199. */
const areaCodes = ['386', '407', '352', '689']

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z]/g, '')
    .toLowerCase()

const domains = { 'example.com': 6, 'example.org': 3, 'example.net': 2 }

/** The ways in which people write a phone number. */
const phoneForms = [
  (area: string, rest: string) => `(${area}) 555-${rest}`,
  (area: string, rest: string) => `${area}-555-${rest}`,
  (area: string, rest: string) => `${area}555${rest}`,
  (area: string, rest: string) => `${area} 555 ${rest}`,
]

/** Makes people, of whom no two have a name or a number in common. */
export function createPeople(random: Random): () => Person {
  const names = random.shuffle(
    firstNames.flatMap((first) => lastNames.map((last) => [first, last] as const)),
  )
  const numbers = random.shuffle(
    areaCodes.flatMap((area) =>
      Array.from(
        { length: 100 },
        (_, index) => [area, `01${String(index).padStart(2, '0')}`] as const,
      ),
    ),
  )
  return () => {
    const [first, last] = names.pop() ?? ['', '']
    const [area, rest] = numbers.pop() ?? ['', '']
    const isAway = random.chance(0.025)
    const town = isAway ? null : random.weighted(townWeights)
    const street = `${random.between(2, 2899)} ${random.pick(streets)}`
    const place = town ? `${town}, FL ${towns[town][0]}` : 'Ocala, FL 34470'
    return {
      name: `${first} ${last}`,
      email: `${plain(first)}.${plain(last)}@${random.weighted(domains)}`,
      phone: random.pick(phoneForms)(area, rest),
      town,
      address: random.chance(0.12) && !isAway ? '' : `${street}, ${place}`,
    }
  }
}
