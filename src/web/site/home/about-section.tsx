import { homePage } from '#/content/pages/home.ts'
import { CheckList } from '../../ui/lists.tsx'
import { Band } from '../../ui/sections.tsx'
import { useWords } from '../../words.ts'
import { Picture } from '../picture.tsx'
import { SiteLink } from '../site-link.tsx'

const { about } = homePage

/** Who is behind the site. */
export function AboutSection() {
  const fill = useWords()
  return (
    <Band>
      <div className="split split-even">
        <Picture
          scene="about"
          alt={about.imageAlt}
          sizes="(min-width: 64rem) 36rem, 100vw"
          className="about-picture"
        />
        <div className="stack">
          <p className="eyebrow">{about.eyebrow}</p>
          <h2>{about.heading}</h2>
          {about.paragraphs.map((paragraph) => (
            <p key={paragraph}>{fill(paragraph)}</p>
          ))}
          <CheckList items={about.features} />
          <SiteLink className="btn" href={about.button.href}>
            {about.button.label}
          </SiteLink>
        </div>
      </div>
    </Band>
  )
}
