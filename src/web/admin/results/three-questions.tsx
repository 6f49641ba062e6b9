import { useId } from 'react'
import { Link } from 'wouter'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { Results } from '#/contracts/results/results.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { durationText } from '../../dates.ts'
import { counted, countText } from '../shell/counts.ts'

/** The questions of an owner, each with its answers: the first is the large one. */
const questionsOf = (total: Results['total']) => {
  const { requests, taps, matched, done, matchMinutes, incomeCents } = total
  const wait = matchMinutes
    ? `Median time to match: ${durationText(matchMinutes.median)}`
    : 'None matched yet'
  return [
    {
      heading: 'Requests',
      answers: [counted(requests, 'request'), `${counted(taps ?? 0, 'tap')} on the number`],
    },
    {
      heading: 'How many were helped, and how soon?',
      answers: [`${countText(matched)} matched, ${countText(done)} done`, wait],
    },
    { heading: 'What did it earn?', answers: [formatCents(incomeCents)] },
  ]
}

/** What the business does, as three questions with their answers. */
export function ThreeQuestions({ total }: { total: Results['total'] }) {
  const id = useId()
  return (
    <>
      <div className="results-questions">
        {questionsOf(total).map(({ heading, answers }, place) => (
          <section key={heading} className="office-part" aria-labelledby={`${id}-${place}`}>
            <h2 id={`${id}-${place}`}>{heading}</h2>
            {answers.map((answer) => (
              <p key={answer} className="strong results-answer">
                {answer}
              </p>
            ))}
          </section>
        ))}
      </div>
      <p className="by">
        Matched: a contractor said yes and still has it, or has done it. Income: fees less credits,
        on the day of each entry under{' '}
        <Link className="text-button" href={adminPaths.money}>
          Money
        </Link>
        . A tap on the phone number is counted by day and source, with nothing about who tapped.
        Requests held as spam do not count.
      </p>
    </>
  )
}
