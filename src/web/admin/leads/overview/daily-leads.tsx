import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { serviceLabel } from '#/content/service-label.ts'
import type { LeadDaily } from '#/contracts/leads/lead-stats.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { dayLabel } from '../../../dates.ts'
import { DailyPlot, type Series } from '../../shell/daily-plot.tsx'
import { sourceLabel } from '../../shell/filters.tsx'
import { useServerData } from '../../shell/server-data.ts'

/** The style sheet has as many colours; more of them people could not tell apart. */
const mostSeries = 5

/** Leads per day of the last thirty days. Nothing is fetched before it is opened. */
export function DailyLeads() {
  const [isOpen, setOpen] = useState(false)
  const [by, setBy] = useState<LeadDaily['by']>('service')
  const { data } = useServerData<LeadDaily>(`${apiPaths.leadDaily}?by=${by}`, {
    placeholderData: keepPreviousData,
    enabled: isOpen,
  })
  return (
    <details className="daily box opener" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Requests per day, last 30 days</summary>
      <div className="daily-body">
        <fieldset className="daily-by">
          <legend className="hidden-text">Split by</legend>
          {(['service', 'source'] as const).map((choice) => (
            <label key={choice} className="switch">
              <input
                type="radio"
                name="daily-by"
                checked={by === choice}
                onChange={() => setBy(choice)}
              />
              By {choice}
            </label>
          ))}
        </fieldset>
        {data && <PlotAndTable {...data} />}
      </div>
    </details>
  )
}

function PlotAndTable({ by, days, series }: LeadDaily) {
  if (series.length === 0) return <p className="by">No requests in the last 30 days</p>
  const label = by === 'service' ? serviceLabel : sourceLabel
  const labelled = series.map((each) => ({ ...each, name: label(each.name) }))
  return (
    <>
      <DailyPlot what="requests" days={days} series={largest(labelled)} />
      <DailyTable days={days} series={labelled} />
    </>
  )
}

/** The largest series; where there are more, the last is the sum of the others. */
function largest(series: readonly Series[]): readonly Series[] {
  if (series.length <= mostSeries) return series
  const others = series.slice(mostSeries - 1)
  const counts = (others[0]?.counts ?? []).map((_, day) =>
    others.reduce((sum, each) => sum + (each.counts[day] ?? 0), 0),
  )
  const total = others.reduce((sum, each) => sum + each.total, 0)
  return [...series.slice(0, mostSeries - 1), { name: 'All others', total, counts }]
}

type DailyTableProps = { days: readonly string[]; series: readonly Series[] }

function DailyTable({ days, series }: DailyTableProps) {
  return (
    <details className="opener">
      <summary>Show the numbers</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keyboard too */}
      <section className="daily-scroller" aria-label="Requests per day" tabIndex={0}>
        <table className="daily-table">
          <thead>
            <tr>
              <th scope="col">Day</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, index) => (
              <tr key={day}>
                <th scope="row">{dayLabel(day)}</th>
                {series.map(({ name, counts }) => (
                  <td key={name}>{counts[index] ?? 0}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
