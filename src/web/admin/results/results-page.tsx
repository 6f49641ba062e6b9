import { navigate, useSearch } from 'wouter/use-browser-location'
import { resultPeriods } from '#/contracts/limits.ts'
import type { Results } from '#/contracts/results/results.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { DailyPlot } from '../shell/daily-plot.tsx'
import { Choice, ToolButton } from '../shell/filters.tsx'
import { Loading, QueryFailure } from '../shell/query-states.tsx'
import { useServerData } from '../shell/server-data.ts'
import { OwnReviews } from './own-reviews.tsx'
import { Ratings } from './ratings.tsx'
import { byLabels, downloadResults, type ResultsBy, ResultsTable } from './results-table.tsx'
import { ResultsWords, ThreeQuestions } from './three-questions.tsx'

const usualPeriod = 30

const periodLabels: Record<number, string> = { 365: 'Last 12 months' }

const labelOf = (days: number) => periodLabels[days] ?? `Last ${days} days`

/** The period in the address, which may hold anything. */
function usePeriod(): number {
  const days = Number(new URLSearchParams(useSearch()).get('days'))
  return resultPeriods.find((period) => period === days) ?? usualPeriod
}

function choosePeriod(days: string): void {
  navigate(`${location.pathname}?days=${days}`, { replace: true })
}

/** Results of visits: calls and requests, by source and by page, and how soon they were answered. */
export function ResultsPage() {
  const days = usePeriod()
  const query = useServerData<Results>(`${apiPaths.results}?days=${days}`, {
    refetchOnMount: 'always',
    placeholderData: (previous) => previous,
  })
  const period = { name: 'period', label: 'Period' }
  return (
    <section className="office-column" aria-label="Results of visits">
      <div className="results-period">
        <Choice
          frame={period}
          value={String(days)}
          options={resultPeriods.map((each) => [String(each), labelOf(each)])}
          onChoose={(chosen) => choosePeriod(chosen ?? '')}
        />
      </div>
      <QueryFailure query={query} text="Failed to fetch the results" />
      {query.isPending && <Loading />}
      {query.data && <ResultParts {...query.data} />}
      <Ratings />
      <OwnReviews />
    </section>
  )
}

const headingOf = (by: ResultsBy) => `By ${byLabels[by].toLowerCase()}`

function ResultParts(results: Results) {
  const { total, before, days, tapsByDay, requestsByDay } = results
  const taps = total.taps ?? 0
  const series = [
    { name: 'Taps on the number', total: taps, counts: tapsByDay },
    { name: 'Requests', total: total.requests, counts: requestsByDay },
  ]
  const questions = <ThreeQuestions now={total} before={before} days={days.length} />
  if (taps + total.requests === 0 && total.incomeCents === 0) {
    return (
      <>
        {questions}
        <ResultsWords />
        <div className="empty">
          <p>No taps and no requests in this period.</p>
        </div>
      </>
    )
  }
  const parts: { by: ResultsBy; of: Results['bySource'] }[] = [
    { by: 'source', of: results.bySource },
    { by: 'service', of: results.byService },
    { by: 'town', of: results.byTown },
    { by: 'month', of: results.byMonth },
    { by: 'landing', of: results.byLanding },
    { by: 'page', of: results.byPage },
  ]
  return (
    <>
      {questions}
      <ResultsWords />
      <section className="office-part" aria-label="By day">
        <DailyPlot what="taps and requests" days={days} series={series} />
      </section>
      {parts.map(({ by, of }) => (
        <section key={by} className="office-part" aria-label={headingOf(by)}>
          <div className="results-head">
            <h2>{headingOf(by)}</h2>
            <ToolButton isOff={false} onPress={() => downloadResults(by, of)}>
              Export CSV
            </ToolButton>
          </div>
          <details className="opener" open={by === 'source' || undefined}>
            <summary>
              Table<span className="hidden-text"> {headingOf(by).toLowerCase()}</span>
            </summary>
            <ResultsTable by={by} results={of} total={total} />
          </details>
        </section>
      ))}
    </>
  )
}
