/**
 * `node scripts/make/map.ts`: draws the coverage map and the maps of the three region cards, from the county
 * outlines in the npm package us-atlas (U.S. Census Bureau) and the towns in `src/content/areas.ts`. The
 * results are committed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { geoMercator, geoPath } from 'd3-geo'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { map, type TownName, townCoordinates } from '#/content/areas.ts'
import { business } from '#/content/business.ts'
import { regionCards } from '#/content/pages/service-areas.ts'

type Place = { latitude: number; longitude: number }
type Counties = Topology<{ counties: GeometryCollection<{ name: string }> }>

/** 20 minutes at 40 miles an hour, less a quarter because roads are not straight. */
const radiusKm = 16
const earthRadiusKm = 6371

const folder = new URL('../../src/web/site/map/', import.meta.url)
const atlasFile = new URL('../../node_modules/us-atlas/counties-10m.json', import.meta.url)
const atlas: Counties = JSON.parse(readFileSync(atlasFile, 'utf8'))
const { counties } = atlas.objects
const florida = {
  ...counties,
  geometries: counties.geometries.filter(({ id }) => String(id).startsWith('12')),
}

/** Interstate 4 by its interchanges from Orlando to Daytona Beach; degrees, to two places. */
const interstate: readonly Place[] = [
  [28.43, -81.4],
  [28.54, -81.38],
  [28.6, -81.39],
  [28.67, -81.39],
  [28.7, -81.39],
  [28.76, -81.36],
  [28.81, -81.34],
  [28.84, -81.32],
  [28.86, -81.3],
  [28.91, -81.27],
  [28.95, -81.24],
  [29.01, -81.22],
  [29.13, -81.1],
  [29.16, -81.08],
].map(([latitude = 0, longitude = 0]) => ({ latitude, longitude }))

/** Places outside the network's towns, for orientation (USGS GNIS). */
const landmarks = {
  Orlando: { latitude: 28.5383, longitude: -81.3792 },
  'New Smyrna Beach': { latitude: 29.0258, longitude: -80.927 },
  'Mount Dora': { latitude: 28.8025, longitude: -81.6445 },
} as const satisfies Record<string, Place>

/** Labels are at the right of their dots, except where another town is in the way. */
const left = { dx: -7, dy: 4, anchor: ' text-anchor="end"' }
const right = { dx: 7, dy: 4, anchor: '' }
const below = { dx: 4, dy: 17, anchor: '' }
const labelPlaces: Partial<Record<string, typeof left>> = {
  DeLand: left,
  'Orange City': left,
  DeBary: left,
  'Lake Monroe': left,
  'Lake Mary': left,
  Longwood: left,
  'Altamonte Springs': left,
  'Winter Park': left,
  Casselberry: below,
  Orlando: left,
}

type Drawing = {
  file: string
  width: number
  height: number
  center: Place
  /** Pixels per radian. */
  scale: number
  /** The town in the middle. */
  main: TownName
  /** True for the map of the whole region, which also names counties and landmarks. */
  isOverview: boolean
}

/** Pixels by which county names are moved away from towns, on the map of the whole region. */
const countyNameMoves: Partial<Record<string, readonly [number, number]>> = {
  Volusia: [96, 18],
  Seminole: [106, -6],
  Orange: [110, 8],
}

function draw({ file, width, height, center, scale, main, isOverview }: Drawing): void {
  const projection = geoMercator()
    .center([center.longitude, center.latitude])
    .scale(scale)
    .translate([width / 2, height / 2])
    .clipExtent([
      [-10, -10],
      [width + 10, height + 10],
    ])
  const path = geoPath(projection).digits(0)
  const pointOf = (place: Place) => {
    const [x, y] = projection([place.longitude, place.latitude]) ?? [0, 0]
    return [Math.round(x), Math.round(y)] as const
  }
  const radiusAt = (place: Place) => {
    const degrees = (radiusKm / earthRadiusKm) * (180 / Math.PI)
    const [, northY] = pointOf({ ...place, latitude: place.latitude + degrees })
    return pointOf(place)[1] - northY
  }

  const label = (name: string, [x, y]: readonly [number, number], attributes = '') => {
    const { dx, dy, anchor } = labelPlaces[name] ?? right
    return `<text x="${x + dx}" y="${y + dy}"${anchor}${attributes}>${name}</text>`
  }
  const towns = Object.entries(townCoordinates)
  const covered = isOverview ? towns : towns.filter(([name]) => name === main)
  const circles = covered.map(([, town]) => {
    const [x, y] = pointOf(town)
    return `<circle cx="${x}" cy="${y}" r="${radiusAt(town)}"/>`
  })
  const dots = towns.map(([name, town]) => {
    const point = pointOf(town)
    const isMain = name === main
    const dot = `<circle cx="${point[0]}" cy="${point[1]}" r="${isMain ? 6 : 3}"/>`
    return dot + label(name, point, isMain ? ' class="m"' : '')
  })
  const landmarkDots = Object.entries(landmarks).map(([name, place]) => {
    const point = pointOf(place)
    return `<circle cx="${point[0]}" cy="${point[1]}" r="2.5"/>${label(name, point)}`
  })
  /** Each in the middle of the visible part of its county. */
  const countyNames = feature(atlas, florida).features.flatMap((county) => {
    const { name } = county.properties
    const [x, y] = path.centroid(county)
    const [dx, dy] = countyNameMoves[name] ?? [0, 0]
    const isShown = x > 60 && x < width - 60 && path.area(county) > 4000
    return isShown ? `<text x="${Math.round(x + dx)}" y="${Math.round(y + dy)}">${name}</text>` : []
  })
  const road = interstate.map((place) => pointOf(place).join(' ')).join('L')
  const [mainX, mainY] = pointOf(townCoordinates[main])
  const [signX, signY] = pointOf({ latitude: 29.075, longitude: -81.155 })
  const radius = radiusAt(townCoordinates[main])
  const overview = `<g class="c">${countyNames.join('')}<text x="920" y="150" class="w">Atlantic Ocean</text></g>
<g class="l">${landmarkDots.join('')}</g>
<rect x="${signX - 13}" y="${signY - 9}" width="26" height="18" rx="4" fill="#0b57a4"/><text x="${signX}" y="${signY + 4}" class="s">I-4</text>
<text x="${mainX + radius + 8}" y="${mainY + 4}" class="r">${map.radiusLabel}</text>`

  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<style>text{font:12px "Open Sans",Arial,sans-serif;fill:#132c4c;stroke:#fff;stroke-width:3px;paint-order:stroke;stroke-linejoin:round}.m{font-size:15px;font-weight:700}.r{font-weight:700;fill:#0b57a4}.s{font-size:11px;font-weight:700;fill:#fff;stroke:none;text-anchor:middle}.c text{letter-spacing:.12em;fill:#6f88a3;stroke:none;text-anchor:middle}.c .w{font-style:italic;fill:#4f86b5}.l{fill:#6f88a3}.l text{fill:#465f7c}</style>
<path fill="#d6ebf9" d="M0 0h${width}v${height}H0z"/>
<path fill="#fff" d="${path(feature(atlas, florida))}"/>
<g fill="#8ccbf2" opacity=".4">${circles.join('')}</g>
<path fill="none" stroke="#b9cddd" d="${path(mesh(atlas, florida, (a, b) => a !== b))}"/>
<path fill="none" stroke="#0b57a4" stroke-opacity=".55" d="${path(mesh(atlas, florida, (a, b) => a === b))}"/>
<path fill="none" stroke="#fff" stroke-width="6" d="M${road}"/>
<path fill="none" stroke="#5b8fc4" stroke-width="2.5" stroke-linejoin="round" d="M${road}"/>
<circle cx="${mainX}" cy="${mainY}" r="${radius}" fill="none" stroke="#0b57a4" stroke-width="1.5" stroke-dasharray="5 4"/>
${isOverview ? overview : ''}
<g fill="#0b57a4">${dots.join('\n')}</g>
</svg>
`
  writeFileSync(new URL(file, folder), svg)
  process.stdout.write(`${file}: ${svg.length} bytes\n`)
}

const latitudes = Object.values(townCoordinates).map(({ latitude }) => latitude)
draw({
  file: 'coverage-map.svg',
  width: 1200,
  height: 300,
  center: {
    latitude: (Math.min(...latitudes) + Math.max(...latitudes)) / 2,
    longitude: business.geo.longitude,
  },
  scale: 24_000,
  main: business.geo.placename,
  isOverview: true,
})

for (const { id, title } of regionCards) {
  draw({
    file: `region-${id}.svg`,
    width: 360,
    height: 180,
    center: townCoordinates[title],
    scale: 48_000,
    main: title,
    isOverview: false,
  })
}
