import { serviceCards } from '#/content/services/service-cards.ts'
import { type CardServiceId, cardServiceIds } from '#/contracts/site/services.ts'
import { servicePath } from '#/contracts/site-routes.ts'
import { TextList } from '../ui/lists.tsx'
import { useWords } from '../words.ts'
import { GoLink } from './links.tsx'
import { Picture } from './picture.tsx'

type ServiceCardProps = { id: CardServiceId } & ServiceCardsProps

function ServiceCard({ id, linkLabel, swipe = false }: ServiceCardProps) {
  const { title, description, features, imageAlt } = serviceCards[id]
  const fill = useWords()
  return (
    <article className="card card-link service-card">
      <Picture
        scene={id}
        alt={imageAlt}
        sizes={swipe ? '(min-width: 40rem) 22rem, 5.5rem' : '(min-width: 40rem) 22rem, 90vw'}
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
}

type ServiceCardsProps = {
  linkLabel: string
  /** True for a row to swipe through on phones. */
  swipe?: boolean | undefined
}

/** The cards of the seven services in `cardServiceIds`. */
export function ServiceCards({ linkLabel, swipe }: ServiceCardsProps) {
  return (
    <div className={swipe ? 'grid grid-3 service-grid swipe' : 'grid grid-3 service-grid'}>
      {cardServiceIds.map((id) => (
        <ServiceCard key={id} id={id} linkLabel={linkLabel} swipe={swipe} />
      ))}
    </div>
  )
}
