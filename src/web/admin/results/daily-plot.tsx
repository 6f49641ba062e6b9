import { dayLabel } from '../../dates.ts'
import { countText } from '../shell/counts.ts'

/** One colour of the plot: its counts run parallel to the days. */
type Series = { name: string; total: number; counts: readonly number[] }

/** The most days that have their date below them. */
const mostLabels = 5

type DailyPlotProps = { days: readonly string[]; series: readonly Series[] }

/** A bar for each day, its series stacked. To a screen reader it is one picture with a summary. */
export function DailyPlot({ days, series }: DailyPlotProps) {
  const totals = days.map((_, day) =>
    series.reduce((sum, { counts }) => sum + (counts[day] ?? 0), 0),
  )
  const most = Math.max(1, ...totals)
  const labelEvery = Math.ceil(days.length / mostLabels)
  return (
    <figure className="daily-figure">
      <div className="daily-plot" role="img" aria-label={summary(days, totals)}>
        <span className="plot-most">{countText(most)}</span>
        {days.map((day, index) => (
          <div key={day} className="plot-day" aria-description={dayTitle(day, index, series)}>
            {series.map(({ name, counts }, place) => (
              <i
                key={name}
                className={`plot-color-${place + 1}`}
                style={{ height: `${(100 * (counts[index] ?? 0)) / most}%` }}
              />
            ))}
            {(days.length - 1 - index) % labelEvery === 0 && <span>{dayLabel(day)}</span>}
          </div>
        ))}
      </div>
      <figcaption className="row small">
        {series.map(({ name, total }, place) => (
          <span key={name}>
            <i className={`plot-swatch plot-color-${place + 1}`} /> {name}{' '}
            <span className="by">{countText(total)}</span>
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

function dayTitle(day: string, index: number, series: readonly Series[]): string {
  const parts = series.flatMap(({ name, counts }) =>
    counts[index] ? [`${name} ${counts[index]}`] : [],
  )
  return `${dayLabel(day)}: ${parts.join(', ') || 'none'}`
}

function summary(days: readonly string[], totals: readonly number[]): string {
  const most = Math.max(...totals)
  const sum = totals.reduce((all, each) => all + each, 0)
  const day = days[totals.indexOf(most)]
  return `${countText(sum)} taps and requests in ${days.length} days, most on ${day ? dayLabel(day) : ''}: ${countText(most)}`
}
