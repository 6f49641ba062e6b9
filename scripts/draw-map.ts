/**
 * `node scripts/draw-map.ts`: draws the coverage map from county outlines (the npm package us-atlas,
 * which has them from the U.S. Census Bureau) and the towns of `content`. The result is committed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { geoMercator, geoPath } from 'd3-geo'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { map, townCoordinates } from '#/content/areas.ts'
import { business } from '#/content/business.ts'

const width = 1200
const height = 300

/** About 20 minutes at 40 miles an hour, less a quarter for roads that are not straight. */
const radiusKm = 16
const earthRadiusKm = 6371

const atlasFile = new URL('../node_modules/us-atlas/counties-10m.json', import.meta.url)
const target = new URL('../src/web/site/map/coverage-map.svg', import.meta.url)

type Counties = Topology<{ counties: GeometryCollection<{ name: string }> }>
const atlas: Counties = JSON.parse(readFileSync(atlasFile, 'utf8'))
const { counties } = atlas.objects
const florida = {
  ...counties,
  geometries: counties.geometries.filter(({ id }) => String(id).startsWith('12')),
}

const towns = Object.entries(townCoordinates)
const latitudes = towns.map(([, town]) => town.latitude)
const middle = (Math.min(...latitudes) + Math.max(...latitudes)) / 2
const projection = geoMercator()
  .center([business.geo.longitude, middle])
  .scale(24_000)
  .translate([width / 2, height / 2])
  .clipExtent([
    [-10, -10],
    [width + 10, height + 10],
  ])
const path = geoPath(projection).digits(0)

const pointOf = (town: { latitude: number; longitude: number }) => {
  const [x, y] = projection([town.longitude, town.latitude]) ?? [0, 0]
  return [Math.round(x), Math.round(y)] as const
}

/** Labels stand at the right of their dots, but where another town is in the way. */
const left = { dx: -7, dy: 4, anchor: ' text-anchor="end"' }
const right = { dx: 7, dy: 4, anchor: '' }
const below = { dx: 3, dy: 14, anchor: '' }
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
}

const [centerX, centerY] = pointOf(business.geo)
const radiusDegrees = (radiusKm / earthRadiusKm) * (180 / Math.PI)
const [, northY] = pointOf({ ...business.geo, latitude: business.geo.latitude + radiusDegrees })
const radiusPx = centerY - northY

const areas = towns.map(([, town]) => {
  const [x, y] = pointOf(town)
  return `<circle cx="${x}" cy="${y}" r="${radiusPx}"/>`
})

/** Away from the towns, in pixels. */
const countyNameMoves: Partial<Record<string, readonly [number, number]>> = {
  Volusia: [60, -42],
  Seminole: [90, -12],
  Orange: [96, 16],
}

const dots = towns.map(([name, town]) => {
  const [x, y] = pointOf(town)
  const isMain = name === business.geo.placename
  const { dx, dy, anchor } = labelPlaces[name] ?? right
  const label = `<text x="${x + dx}" y="${y + dy}"${anchor}${isMain ? ' class="m"' : ''}>${name}</text>`
  return `<circle cx="${x}" cy="${y}" r="${isMain ? 4 : 3}"/>${label}`
})

/** Where the names of counties stand: in the middle of what the drawing shows of them. */
const countyNames = feature(atlas, florida).features.flatMap((county) => {
  const [x, y] = path.centroid(county)
  const isShown = x > 60 && x < width - 60 && path.area(county) > 4000
  const moved = countyNameMoves[county.properties.name] ?? [0, 0]
  return isShown
    ? `<text x="${Math.round(x + moved[0])}" y="${Math.round(y + moved[1])}">${county.properties.name}</text>`
    : []
})

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<style>text{font:11px "Open Sans",Arial,sans-serif;fill:#132c4c;stroke:#fff;stroke-width:3px;paint-order:stroke;stroke-linejoin:round}.m{font-size:13px;font-weight:700}.c text{font-size:12px;letter-spacing:.12em;fill:#6f88a3;stroke:none;text-anchor:middle}</style>
<path fill="#d6ebf9" d="M0 0h${width}v${height}H0z"/>
<path fill="#fff" d="${path(feature(atlas, florida))}"/>
<g fill="#8ccbf2" opacity=".45">${areas.join('')}</g>
<path fill="none" stroke="#b9cddd" d="${path(mesh(atlas, florida, (a, b) => a !== b))}"/>
<path fill="none" stroke="#0b57a4" stroke-opacity=".55" d="${path(mesh(atlas, florida, (a, b) => a === b))}"/>
<g class="c">${countyNames.join('')}</g>
<circle cx="${centerX}" cy="${centerY}" r="${radiusPx}" fill="none" stroke="#0b57a4" stroke-width="1.5" stroke-dasharray="5 4"/>
<text x="${centerX + radiusPx + 6}" y="${centerY + 4}">${map.radiusLabel}</text>
<g fill="#0b57a4">${dots.join('\n')}</g>
</svg>
`
writeFileSync(target, svg)
process.stdout.write(`coverage-map.svg: ${svg.length} bytes\n`)
