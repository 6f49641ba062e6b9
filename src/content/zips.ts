import type { TownName } from '#/contracts/site/towns.ts'

/**
 * The ZIP codes of the towns, those of post office boxes too: the cities that the United States Postal
 * Service names for them (tools.usps.com/zip-code-lookup.htm). Enterprise has none of its own: it shares
 * those of Deltona. An address in another town than its ZIP code's names that town.
 */
const zipsOfTowns: Readonly<Record<TownName, readonly number[]>> = {
  Deltona: [32725, 32728, 32738, 32739],
  DeBary: [32713, 32753],
  'Orange City': [32763, 32774],
  DeLand: [32720, 32721, 32723, 32724],
  'Lake Monroe': [32747],
  Sanford: [32771, 32772, 32773],
  'Lake Mary': [32746, 32795],
  'Altamonte Springs': [32701, 32714, 32715, 32716],
  Casselberry: [32707, 32718, 32730],
  'Winter Park': [32789, 32790, 32792, 32793],
  Longwood: [32750, 32752, 32779, 32791],
  Oviedo: [32762, 32765, 32766],
  'Winter Springs': [32708, 32719],
  Enterprise: [],
  Osteen: [32764],
}

/** The town of a ZIP code of five digits. */
export const townsByZip: ReadonlyMap<string, TownName> = new Map(
  (Object.keys(zipsOfTowns) as TownName[]).flatMap((town) =>
    zipsOfTowns[town].map((zip) => [String(zip), town] as const),
  ),
)

/**
 * Towns of Florida that are not ours: those near by, and the large ones of the state. An address that
 * names one of them last is outside; one in a place that is in no list is unknown.
 */
export const otherFloridaTowns: readonly string[] = [
  // Volusia, Flagler and Seminole counties.
  ...['Barberville', 'Bunnell', 'Cassadaga', 'Chuluota', 'Daytona Beach', 'Daytona Beach Shores'],
  ...['De Leon Springs', 'Edgewater', 'Fern Park', 'Flagler Beach', 'Geneva', 'Glenwood'],
  ...['Goldenrod', 'Heathrow', 'Holly Hill', 'Lake Helen', 'New Smyrna Beach', 'Oak Hill'],
  ...['Ormond Beach', 'Palm Coast', 'Pierson', 'Ponce Inlet', 'Port Orange', 'Seville'],
  ...['South Daytona', 'Wekiva Springs'],
  // Orange, Lake, Osceola, Polk and Brevard counties.
  ...['Apopka', 'Astor', 'Auburndale', 'Bartow', 'Cape Canaveral', 'Celebration', 'Christmas'],
  ...['Clermont', 'Cocoa', 'Cocoa Beach', 'Davenport', 'Eatonville', 'Eustis', 'Fruitland Park'],
  ...[
    'Groveland',
    'Haines City',
    'Kissimmee',
    'Lady Lake',
    'Lake Alfred',
    'Lake Wales',
    'Lakeland',
  ],
  ...['Leesburg', 'Maitland', 'Mascotte', 'Melbourne', 'Merritt Island', 'Mims', 'Minneola'],
  ...[
    'Mount Dora',
    'Mt Dora',
    'Mulberry',
    'Ocoee',
    'Orlando',
    'Palm Bay',
    'Poinciana',
    'Rockledge',
  ],
  ...['Saint Cloud', 'St Cloud', 'Satellite Beach', 'Sorrento', 'Tavares', 'The Villages'],
  ...['Titusville', 'Umatilla', 'Windermere', 'Winter Garden', 'Winter Haven', 'Zellwood'],
  // The rest of the state.
  ...['Aventura', 'Boca Raton', 'Bonita Springs', 'Boynton Beach', 'Bradenton', 'Brandon'],
  ...['Cape Coral', 'Clearwater', 'Coral Gables', 'Coral Springs', 'Crestview', 'Davie'],
  ...['Deerfield Beach', 'Delray Beach', 'Destin', 'Doral', 'Dunedin', 'Estero', 'Fort Lauderdale'],
  ...['Ft Lauderdale', 'Fort Myers', 'Ft Myers', 'Fort Pierce', 'Gainesville', 'Hialeah'],
  ...['Hollywood', 'Homestead', 'Jacksonville', 'Jupiter', 'Key Largo', 'Key West', 'Lake City'],
  ...['Lake Worth', 'Largo', 'Lehigh Acres', 'Margate', 'Miami', 'Miami Beach', 'Miami Gardens'],
  ...['Miramar', 'Naples', 'New Port Richey', 'North Miami', 'North Port', 'Ocala', 'Palatka'],
  ...['Palm Beach Gardens', 'Panama City', 'Pembroke Pines', 'Pensacola', 'Plant City'],
  ...['Plantation', 'Pompano Beach', 'Port Charlotte', 'Port Saint Lucie', 'Port St Lucie'],
  ...['Punta Gorda', 'Riverview', 'Saint Augustine', 'St Augustine', 'Saint Petersburg'],
  ...['St Petersburg', 'Sarasota', 'Sebastian', 'Sebring', 'Spring Hill', 'Stuart', 'Sunrise'],
  ...['Tallahassee', 'Tamarac', 'Tampa', 'Tarpon Springs', 'Venice', 'Vero Beach', 'Wellington'],
  ...['Wesley Chapel', 'West Palm Beach', 'Weston', 'Zephyrhills'],
]
