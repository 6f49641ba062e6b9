import { homePage } from '#/content/pages/home.ts'
import { Band, SectionHead } from '../../ui/sections.tsx'
import { SiteLink } from '../site-link.tsx'

const { whyChoose } = homePage
const { quote } = whyChoose

/** Why one request is better than ten calls, and the way to make it. */
export function WhyChoose() {
  return (
    <Band tone="ice">
      <div className="split">
        <div>
          <SectionHead
            eyebrow={whyChoose.eyebrow}
            heading={whyChoose.heading}
            intro={whyChoose.text}
          />
          <div className="card on-primary quote">
            <div>
              <h3>{quote.heading}</h3>
              <p>{quote.text}</p>
            </div>
            <SiteLink className="btn btn-light" href={quote.href}>
              {quote.button}
            </SiteLink>
          </div>
        </div>
        <ol className="points">
          {whyChoose.points.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </Band>
  )
}
