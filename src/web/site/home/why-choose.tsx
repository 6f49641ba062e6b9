import { homeBelowFold } from '#/content/pages/home-below-fold.ts'
import { Band } from '../../ui/sections.tsx'
import { useAnswerSpeed } from '../page-metadata.ts'
import { SiteLink } from '../site-link.tsx'

const { whyChoose } = homeBelowFold

/** Whole minutes up to an hour, whole hours after that, rounded up. */
function durationOf(minutes: number): string {
  const [count, unit] = minutes <= 60 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** How soon requests were answered, where enough of them came. */
function Speed() {
  const speed = useAnswerSpeed()
  if (!speed) return null
  const text = whyChoose.speed.text
    .replace('{count}', String(speed.requests))
    .replace('{time}', durationOf(speed.medianMinutes))
  return (
    <div className="speed">
      <h3 className="h3">{whyChoose.speed.heading}</h3>
      <p>{text}</p>
    </div>
  )
}

/** What follows a request, hour by hour. */
export function WhyChoose() {
  const { quote } = whyChoose
  return (
    <Band tone="ice">
      <div className="head">
        <p className="eyebrow">{whyChoose.eyebrow}</p>
        <h2>{whyChoose.heading}</h2>
        <p>{whyChoose.text}</p>
      </div>
      <ol className="hours">
        {whyChoose.steps.map(({ when, title, text }) => (
          <li key={title}>
            <p className="when">{when}</p>
            <h3 className="h3">{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <div className="after-hours">
        <Speed />
        <SiteLink className="btn" href={quote.href}>
          {quote.button}
        </SiteLink>
      </div>
    </Band>
  )
}
