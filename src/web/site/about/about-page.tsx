import { aboutPage as words } from '#/content/pages/about.ts'
import { Icon } from '../../ui/icon.tsx'
import { Points } from '../../ui/lists.tsx'
import { Band } from '../../ui/sections.tsx'
import { useSiteOnServer, useWords } from '../../words.ts'
import { PageHero } from '../bands.tsx'
import { WithPhoneBar } from '../chrome/site-chrome.tsx'
import { LinkButton } from '../links.tsx'
import { Picture } from '../picture.tsx'

const { hero, stats, story, features, values, process, links } = words

function Stats() {
  const { claims } = useSiteOnServer()
  const fill = useWords()
  const claimed = stats.items.filter(({ id }) => claims[id])
  if (claimed.length === 0) return null
  return (
    <section className="band band-navy stats">
      <div className="wrap">
        <h2 className="hidden-text">{stats.heading}</h2>
        <dl className="grid grid-4">
          {claimed.map(({ id, label }) => (
            <div key={id}>
              <dt>{fill(label)}</dt>
              <dd>{claims[id]}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

function Story() {
  const { claims } = useSiteOnServer()
  if (claims.story === '') return null
  return (
    <Band>
      <div className="split split-back">
        <h2>{story.heading}</h2>
        <div className="stack">
          {claims.story.split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </Band>
  )
}

function Features() {
  const fill = useWords()
  return (
    <Band tone="ice" heading={features.heading}>
      <div className="grid grid-4">
        {features.cards.map(({ id, icon, title, text }) => (
          <article key={id} className="card">
            <h3 className="line sign">
              <Icon name={icon} />
              {title}
            </h3>
            <p>{fill(text)}</p>
          </article>
        ))}
      </div>
    </Band>
  )
}

function Values() {
  return (
    <Band heading={values.heading}>
      <dl className="grid grid-4 values">
        {values.items.map(({ id, title, text }) => (
          <div key={id}>
            <dt className="h3">{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Band>
  )
}

/** The about page. */
export function AboutPage() {
  const fill = useWords()
  return (
    <WithPhoneBar>
      <PageHero
        eyebrow={hero.eyebrow}
        heading={words.defaultH1}
        text={fill(hero.text)}
        picture={<Picture scene="about" alt={hero.imageAlt} priority />}
      />
      <Stats />
      <Story />
      <Features />
      <Values />
      <Band tone="ice" heading={process.heading}>
        <Points items={process.steps} row />
        <div className="actions apart">
          <LinkButton to={links.contact} />
          <LinkButton to={links.services} className="btn btn-line" />
        </div>
      </Band>
    </WithPhoneBar>
  )
}
