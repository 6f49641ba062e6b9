import type { LeadDaily } from '#/contracts/lead-stats.ts'
import { serviceLabel } from '../service-label.ts'
import { sourceLabel } from '../source-label.ts'

/** One colour of the plot: its name, its sum and its count of each day. */
export type Series = { name: string; total: number; counts: readonly number[] }

/** More colours than these nobody tells apart. */
const mostSeries = 5

/** What a series is called. */
export function seriesLabel(by: LeadDaily['by'], name: string): string {
  return by === 'service' ? serviceLabel(name) : sourceLabel(name)
}

/** The largest series; what is left is put together as the last. */
export function mainSeries({ by, series }: LeadDaily): Series[] {
  const named = series.map((each) => ({ ...each, name: seriesLabel(by, each.name) }))
  if (named.length <= mostSeries) return named
  const rest = named.slice(mostSeries - 1)
  const counts = (rest[0]?.counts ?? []).map((_, day) =>
    rest.reduce((sum, each) => sum + (each.counts[day] ?? 0), 0),
  )
  const total = rest.reduce((sum, each) => sum + each.total, 0)
  return [...named.slice(0, mostSeries - 1), { name: 'All others', total, counts }]
}
