import type { LeadDaily } from '#/contracts/lead-stats.ts'
import { dayLabel } from '../../../dates.ts'
import { seriesLabel } from './daily-series.ts'

/** The plot in numbers. */
export function DailyTable({ daily: { by, days, series } }: { daily: LeadDaily }) {
  return (
    <details className="daily-numbers">
      <summary>Show the numbers</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keyboard too */}
      <section className="daily-scroller" aria-label="Requests per day" tabIndex={0}>
        <table className="daily-table">
          <thead>
            <tr>
              <th scope="col">Day</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {seriesLabel(by, name)}
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
