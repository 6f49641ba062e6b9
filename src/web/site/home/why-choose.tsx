import { homePage } from '#/content/pages/home.ts'
import { Points } from '../../ui/lists.tsx'
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
        <Points items={whyChoose.points} />
      </div>
    </Band>
  )
}
