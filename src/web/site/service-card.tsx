import { serviceCards } from '#/content/services/service-cards.ts'
import { cardServiceIds } from '#/contracts/site/services.ts'
import { servicePath } from '#/contracts/site-routes.ts'
import { TextList } from '../ui/lists.tsx'
import { useWords } from '../words.ts'
import { GoLink } from './links.tsx'
import { Picture } from './picture.tsx'

type ServiceCardsProps = {
  linkLabel: string
  /** True for a row to swipe through on phones. */
  swipe?: boolean
}

/** The cards of the seven services in `cardServiceIds`. */
export function ServiceCards({ linkLabel, swipe = false }: ServiceCardsProps) {
  const fill = useWords()
  return (
    <div className={swipe ? 'grid grid-3 service-grid swipe' : 'grid grid-3 service-grid'}>
      {cardServiceIds.map((id) => {
        const { title, description, features, imageAlt } = serviceCards[id]
        return (
          <article key={id} className="card card-link service-card">
            <Picture
              scene={id}
              alt={imageAlt}
              sizes={`(min-width: 40rem) 22rem, ${swipe ? '5.5rem' : '90vw'}`}
              isThumbnail={swipe}
            />
            <div className="stack">
              <h3>{title}</h3>
              <p>{fill(description)}</p>
              <TextList look="checks" items={features.map(fill)} />
              <GoLink href={servicePath(id)} about={title}>
                {linkLabel}
              </GoLink>
            </div>
          </article>
        )
      })}
    </div>
  )
}
