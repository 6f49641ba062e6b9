import { navigate, useSearch } from 'wouter/use-browser-location'
import { api } from '#/contracts/endpoints/api.ts'
import { resultPeriods } from '#/contracts/limits.ts'
import type { Results } from '#/contracts/results/results.ts'
import { SelectField } from '../ui/fields.tsx'
import { Ratings } from './referrals/ratings.tsx'
import { DailyPlot } from './results/daily-plot.tsx'
import { OwnReviews } from './results/own-reviews.tsx'
import { ResultsTable, ThreeQuestions } from './results/results-table.tsx'
import { Fetched } from './shell/query-states.tsx'
import { useData } from './shell/use-api.ts'

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

/** Results of visits: three questions, the taps and requests of each day, and a table; then reviews. */
export default function ResultsPage() {
  const days = usePeriod()
  const query = useData(
    api.results,
    { days },
    { refetchOnMount: 'always', placeholderData: (previous) => previous },
  )
  const period = { name: 'period', label: 'Period' }
  return (
    <section className="column" aria-label="Results">
      <div className="row ends list-head">
        <SelectField
          frame={period}
          value={String(days)}
          of={resultPeriods.map((each) => [String(each), labelOf(each)])}
          onChange={({ target }) => choosePeriod(target.value)}
        />
      </div>
      <Fetched query={query} failure="Failed to fetch the results">
        {(results) => <ResultParts {...results} />}
      </Fetched>
      <Ratings />
      <OwnReviews />
    </section>
  )
}

function ResultParts(results: Results) {
  const { total } = results
  const isEmpty = (total.taps ?? 0) + total.requests === 0 && total.incomeCents === 0
  return (
    <>
      <ThreeQuestions total={total} />
      {isEmpty ? (
        <div className="empty">
          <p>No taps and no requests in this period.</p>
        </div>
      ) : (
        <>
          <section className="office-part" aria-label="By day">
            <DailyPlot {...results} />
          </section>
          <ResultsTable {...results} />
        </>
      )}
    </>
  )
}
