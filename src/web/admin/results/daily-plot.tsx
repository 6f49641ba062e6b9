import type { Results } from '#/contracts/results/results.ts'
import { dayLabel } from '../../dates.ts'
import { countText } from '../shell/counts.ts'

/** The most days that have their date below them. */
const mostLabels = 5

/** A bar for each day, its taps and requests stacked. To a screen reader it is one picture with a summary. */
export function DailyPlot({ total, days, tapsByDay, requestsByDay }: Results) {
  const series = [
    { name: 'Phone taps', sum: total.taps ?? 0, counts: tapsByDay },
    { name: 'Requests', sum: total.requests, counts: requestsByDay },
  ]
  const totals = days.map((_, day) => (tapsByDay[day] ?? 0) + (requestsByDay[day] ?? 0))
  const most = Math.max(...totals)
  const busiest = days[totals.indexOf(most)] ?? ''
  const all = totals.reduce((sum, each) => sum + each, 0)
  const summary = `${countText(all)} taps and requests in ${days.length} days, most on ${dayLabel(busiest)}: ${countText(most)}`
  const labelEvery = Math.ceil(days.length / mostLabels)
  const titleOf = (day: string, index: number) => {
    const parts = series.map(({ name, counts }) => counts[index] && `${name} ${counts[index]}`)
    return `${dayLabel(day)}: ${parts.filter(Boolean).join(', ') || 'none'}`
  }
  return (
    <figure className="daily-figure">
      <div className="daily-plot" role="img" aria-label={summary}>
        <span className="plot-most">{countText(most)}</span>
        {days.map((day, index) => (
          <div key={day} className="plot-day" aria-description={titleOf(day, index)}>
            {series.map(({ name, counts }, place) => (
              <i
                key={name}
                className={`plot-color-${place + 1}`}
                style={{ height: `${(100 * (counts[index] ?? 0)) / (most || 1)}%` }}
              />
            ))}
            {(days.length - 1 - index) % labelEvery === 0 && <span>{dayLabel(day)}</span>}
          </div>
        ))}
      </div>
      <figcaption className="row small">
        {series.map(({ name, sum }, place) => (
          <span key={name}>
            <i className={`plot-swatch plot-color-${place + 1}`} /> {name}{' '}
            <span className="by">{countText(sum)}</span>
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
