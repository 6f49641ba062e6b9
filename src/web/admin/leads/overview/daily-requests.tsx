import { useState } from 'react'
import type { LeadDaily } from '#/contracts/lead-stats.ts'
import { setPreference, usePreference } from '../live/preferences.ts'
import { useLeadDaily } from '../use-inbox-counts.ts'
import { DailyPlot } from './daily-plot.tsx'
import { mainSeries } from './daily-series.ts'
import { DailyTable } from './daily-table.tsx'

/** Requests per day of the last thirty days, for those who open it. */
export function DailyRequests() {
  const isOpen = usePreference('plot')
  const [by, setBy] = useState<LeadDaily['by']>('service')
  const { data } = useLeadDaily(by, isOpen)
  return (
    <details
      className="daily"
      open={isOpen}
      onToggle={(event) => setPreference('plot', event.currentTarget.open)}
    >
      <summary>Requests per day, last 30 days</summary>
      <div className="daily-body">
        <fieldset className="daily-by">
          <legend className="hidden-text">Split by</legend>
          {(['service', 'source'] as const).map((choice) => (
            <label key={choice}>
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
        {data && <Daily daily={data} />}
      </div>
    </details>
  )
}

function Daily({ daily }: { daily: LeadDaily }) {
  const series = mainSeries(daily)
  if (series.length === 0) return <p className="by">No requests in the last 30 days</p>
  return (
    <>
      <DailyPlot days={daily.days} series={series} />
      <DailyTable daily={daily} />
    </>
  )
}
