import { dayLabel } from '../../dates.ts'
import { useMedia } from '../leads/use-media.ts'

/** One colour of the plot: its counts run parallel to the days. */
export type Series = { name: string; total: number; counts: readonly number[] }

const height = 150
/** About the width in pixels at which it is shown, so that its text has the size of the page's. */
const widths = { wide: 1300, middle: 700, phone: 340 } as const
/** Room for the numbers at the left and the days below. */
const left = 34
const bottom = 20
const dateWidth = 38
const top = 8
/** The most days that have their date below them. */
const mostLabels = 5
const plotHeight = height - bottom - top

/** The next round number at or above a value: the number at the top line. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  const step = [1, 2, 4, 6, 8, 10].find((each) => each * power >= value) ?? 10
  return Math.max(2, step * power)
}

type DailyPlotProps = {
  /** What is counted, in the plural. */
  what: string
  days: readonly string[]
  series: readonly Series[]
}

/** A bar for each day, its series stacked. To a screen reader it is one picture with a summary. */
export function DailyPlot({ what, days, series }: DailyPlotProps) {
  const isWide = useMedia('(min-width: 64rem)')
  const isPhone = !useMedia('(min-width: 40rem)')
  const width = isWide ? widths.wide : isPhone ? widths.phone : widths.middle
  const totals = days.map((_, day) =>
    series.reduce((sum, { counts }) => sum + (counts[day] ?? 0), 0),
  )
  const most = roundUp(Math.max(...totals))
  const step = (width - left) / days.length
  const labelEvery = Math.max(1, Math.ceil(days.length / mostLabels))
  const y = (value: number) => top + plotHeight * (1 - value / most)
  return (
    <figure className="daily-figure">
      <svg
        className="daily-plot"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={summary(what, days, totals)}
      >
        {[0, most / 2, most].map((value) => (
          <g key={value}>
            <line className="plot-line" x1={left} x2={width} y1={y(value)} y2={y(value)} />
            <text className="plot-text plot-number" x={left - 6} y={y(value) + 4}>
              {value.toLocaleString('en-US')}
            </text>
          </g>
        ))}
        {days.map((day, index) => {
          let sum = 0
          return (
            <g key={day}>
              <title>{dayTitle(day, index, series)}</title>
              <rect
                className="plot-day"
                x={left + index * step}
                y={top}
                width={step}
                height={plotHeight}
              />
              {series.map(({ name, counts }, place) => {
                const count = counts[index] ?? 0
                if (count === 0) return null
                sum += count
                return (
                  <rect
                    key={name}
                    className={`plot-bar plot-color-${place + 1}`}
                    x={left + index * step + step * 0.14}
                    y={y(sum)}
                    width={step * 0.72}
                    height={Math.max(1, (plotHeight * count) / most)}
                  />
                )
              })}
              {(days.length - 1 - index) % labelEvery === 0 && (
                <text
                  className="plot-text plot-date"
                  // The last one must not stand out over the edge.
                  x={Math.min(left + (index + 0.5) * step, width - dateWidth / 2)}
                  y={height - 4}
                >
                  {dayLabel(day)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <figcaption className="plot-legend">
        {series.map(({ name, total }, place) => (
          <span key={name} className="plot-key">
            <svg className="plot-swatch" viewBox="0 0 12 12" aria-hidden="true">
              <rect className={`plot-color-${place + 1}`} width="12" height="12" rx="2" />
            </svg>
            {name} <span className="plot-total">{total.toLocaleString('en-US')}</span>
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

function summary(what: string, days: readonly string[], totals: readonly number[]): string {
  const most = Math.max(...totals)
  const sum = totals.reduce((all, each) => all + each, 0)
  const day = days[totals.indexOf(most)]
  return `${sum.toLocaleString('en-US')} ${what} in ${days.length} days, most on ${day ? dayLabel(day) : ''}: ${most.toLocaleString('en-US')}`
}
