/**
 * Towns of Florida beside the built-in ones: those near by, and the large ones of the state. An address that
 * names one of them last is outside, where the owner does not serve it; one in a place that is in no list is
 * unknown.
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
  ...['Mount Dora', 'Mulberry', 'Ocoee', 'Orlando', 'Palm Bay', 'Poinciana', 'Rockledge'],
  ...['St Cloud', 'Satellite Beach', 'Sorrento', 'Tavares', 'The Villages'],
  ...['Titusville', 'Umatilla', 'Windermere', 'Winter Garden', 'Winter Haven', 'Zellwood'],
  // The rest of the state.
  ...['Aventura', 'Boca Raton', 'Bonita Springs', 'Boynton Beach', 'Bradenton', 'Brandon'],
  ...['Cape Coral', 'Clearwater', 'Coral Gables', 'Coral Springs', 'Crestview', 'Davie'],
  ...['Deerfield Beach', 'Delray Beach', 'Destin', 'Doral', 'Dunedin', 'Estero', 'Fort Lauderdale'],
  ...['Fort Myers', 'Fort Pierce', 'Gainesville', 'Hialeah'],
  ...['Hollywood', 'Homestead', 'Jacksonville', 'Jupiter', 'Key Largo', 'Key West', 'Lake City'],
  ...['Lake Worth', 'Largo', 'Lehigh Acres', 'Margate', 'Miami', 'Miami Beach', 'Miami Gardens'],
  ...['Miramar', 'Naples', 'New Port Richey', 'North Miami', 'North Port', 'Ocala', 'Palatka'],
  ...['Palm Beach Gardens', 'Panama City', 'Pembroke Pines', 'Pensacola', 'Plant City'],
  ...['Plantation', 'Pompano Beach', 'Port Charlotte', 'Port St Lucie'],
  ...['Punta Gorda', 'Riverview', 'St Augustine', 'St Petersburg'],
  ...['Sarasota', 'Sebastian', 'Sebring', 'Spring Hill', 'Stuart', 'Sunrise'],
  ...['Tallahassee', 'Tamarac', 'Tampa', 'Tarpon Springs', 'Venice', 'Vero Beach', 'Wellington'],
  ...['Wesley Chapel', 'West Palm Beach', 'Weston', 'Zephyrhills'],
]
