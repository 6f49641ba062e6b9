import type { Site } from '#/contracts/pages/documents.ts'
import type { Area } from '#/contracts/site/towns.ts'
import { business } from './business.ts'

const town = (name: string, ...zips: number[]) => ({ name, zips: zips.map(String) })

/**
 * Where the network works, until the owner says where. The ZIP codes, those of post office boxes too, are
 * of the cities that the United States Postal Service names for them (tools.usps.com/zip-code-lookup.htm).
 * Enterprise has none of its own: it shares those of Deltona. An address in another town than its ZIP
 * code's names that town.
 */
export const builtInArea: Area = {
  region: 'Central Florida',
  county: 'Volusia County',
  radiusMinutes: 20,
  towns: [
    town('Deltona', 32725, 32728, 32738, 32739),
    town('DeBary', 32713, 32753),
    town('Orange City', 32763, 32774),
    town('DeLand', 32720, 32721, 32723, 32724),
    town('Lake Monroe', 32747),
    town('Sanford', 32771, 32772, 32773),
    town('Lake Mary', 32746, 32795),
    town('Altamonte Springs', 32701, 32714, 32715, 32716),
    town('Casselberry', 32707, 32718, 32730),
    town('Winter Park', 32789, 32790, 32792, 32793),
    town('Longwood', 32750, 32752, 32779, 32791),
    town('Oviedo', 32762, 32765, 32766),
    town('Winter Springs', 32708, 32719),
    town('Enterprise'),
    town('Osteen', 32764),
  ],
}

/** What pages say of an area: all but the ZIP codes. */
export const areaOnPages = ({ towns, ...words }: Area) => ({
  ...words,
  towns: towns.map(({ name }) => name),
})

/** The built-in towns. */
export const builtInTowns: readonly string[] = areaOnPages(builtInArea).towns

/** 'Deltona, FL'. */
export const inState = (name: string) => `${name}, ${business.state.code}`

/** The towns at the center: they have cards of their own. */
export const centralTowns = (towns: readonly string[]) => towns.slice(0, 3)

/** The towns of the coverage block beside the form. */
export const coverageTowns = (towns: readonly string[]) => towns.slice(0, 6)

const areBuiltIn = (towns: readonly string[]) => towns.join() === builtInTowns.join()

/** The towns of the footer. */
export function footerTowns(towns: readonly string[]): readonly string[] {
  if (!areBuiltIn(towns)) return towns.slice(0, 7)
  return ['Deltona', 'DeBary', 'Orange City', 'DeLand', 'Sanford', 'Lake Mary', 'Winter Park']
}

/** The further towns of the coverage page. */
export const additionalTowns = (towns: readonly string[]) =>
  areBuiltIn(towns) ? towns.slice(5, 14) : towns.slice(3)

/** True where all towns are served that are on the drawn maps. */
export const fitsDrawnMaps = (towns: readonly string[]) =>
  builtInTowns.every((name) => towns.includes(name))

/** True where also the drawn drive is as long as that of the area, and from the same town. */
export const fitsDrawnDrive = ({ towns, radiusMinutes }: Pick<Site, 'towns' | 'radiusMinutes'>) =>
  fitsDrawnMaps(towns) &&
  towns[0] === builtInTowns[0] &&
  radiusMinutes === builtInArea.radiusMinutes

/** Words of the coverage map. */
export const map = {
  alt: 'Map of {region} with the towns served and a {radius}-minute drive around {town}',
  frameTitle: 'Street map of the area around {town}',
  openLabel: 'Open the map',
} as const
