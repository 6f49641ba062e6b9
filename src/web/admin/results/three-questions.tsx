import { useId } from 'react'
import { Link } from 'wouter'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { Results } from '#/contracts/results/results.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { durationText } from '../../dates.ts'
import { counted, countText } from '../shell/counts.ts'
import { differenceInWords, waitDifferenceInWords } from './differences.ts'

type Total = Results['total']

type Answer = {
  name: string
  text: (of: Total) => string
  /** It, beside that of the period before. */
  difference: (now: Total, before: Total, period: string) => string
}

const ofCount = (name: string, count: (of: Total) => number, text: Answer['text']): Answer => ({
  ...{ name, text },
  difference: (now, before, period) =>
    differenceInWords({
      now: count(now),
      before: count(before),
      asText: countText,
      period,
      less: 'fewer',
    }),
})

/** The questions of an owner, each with its answers: the first is the large one. */
const questions: { heading: string; answers: Answer[] }[] = [
  {
    heading: 'How many came?',
    answers: [
      ofCount(
        'requests',
        ({ requests }) => requests,
        ({ requests }) => counted(requests, 'request'),
      ),
      ofCount(
        'taps',
        ({ taps }) => taps ?? 0,
        ({ taps }) => `${counted(taps ?? 0, 'tap')} on the number`,
      ),
    ],
  },
  {
    heading: 'How many were helped, and how soon?',
    answers: [
      ofCount(
        'matched',
        ({ matched }) => matched,
        ({ matched, done }) => `${countText(matched)} matched, ${countText(done)} done`,
      ),
      {
        name: 'wait',
        text: ({ matchMinutes }) =>
          matchMinutes
            ? `Half of them matched within ${durationText(matchMinutes.median)} by the clock`
            : 'None matched yet',
        difference: (now, before, period) =>
          waitDifferenceInWords(now.matchMinutes, before.matchMinutes, period),
      },
    ],
  },
  {
    heading: 'What did it earn?',
    answers: [
      {
        name: 'income',
        text: ({ incomeCents }) => formatCents(incomeCents ?? 0),
        difference: (now, before, period) =>
          differenceInWords({
            ...{ now: now.incomeCents ?? 0, before: before.incomeCents ?? 0 },
            ...{ asText: formatCents, period, less: 'less' },
          }),
      },
    ],
  },
]

type ThreeQuestionsProps = { now: Total; before: Total; days: number }

/** What the business does, as three questions, each answered beside the period before. */
export function ThreeQuestions({ now, before, days }: ThreeQuestionsProps) {
  const id = useId()
  const period = `${days} days`
  return (
    <div className="results-questions">
      {questions.map(({ heading, answers }, place) => (
        <section key={heading} className="office-part" aria-labelledby={`${id}-${place}`}>
          <h2 id={`${id}-${place}`}>{heading}</h2>
          {answers.map(({ name, text, difference }) => (
            <p key={name} className="results-answer">
              {text(now)} <span className="by">{difference(now, before, period)}</span>
            </p>
          ))}
        </section>
      ))}
    </div>
  )
}

/** What the words mean, below the answers. */
export function ResultsWords() {
  return (
    <p className="by">
      Matched: a contractor said yes and still has it, or has done it. Income: fees less credits, on
      the day of each entry under{' '}
      <Link className="text-button" href={adminPaths.money}>
        Money
      </Link>
      . A tap on the phone number is counted by day, page and source, with nothing about who tapped.
      Requests held as spam do not count.
    </p>
  )
}
