import { inState } from '#/content/area.ts'
import { serviceDetailPage as words } from '#/content/pages/service-detail.ts'
import type { ServiceDetail } from '#/content/services/service-detail.ts'
import { type DetailServiceId, urgentServiceId } from '#/contracts/site/services.ts'
import { Points, TextList } from '../../ui/lists.tsx'
import { Band } from '../../ui/sections.tsx'
import { useSite, useWords } from '../../words.ts'
import { ClosingBand, Danger, PageHero } from '../bands.tsx'
import { WithPhoneBar } from '../chrome/site-chrome.tsx'
import { CallLink, GoLink, LinkButton } from '../links.tsx'
import { Picture } from '../picture.tsx'

type ServiceProps = { id: DetailServiceId; detail: ServiceDetail }

/** The main button leads to the form; on the emergency page it calls, which is quicker. */
function Hero({ id, detail }: ServiceProps) {
  return (
    <PageHero
      above={
        <GoLink href={words.back.href} back>
          {words.back.label}
        </GoLink>
      }
      heading={detail.title}
      text={detail.subtitle}
      picture={<Picture scene={id} alt={detail.imageAlt} priority />}
    >
      {id === urgentServiceId ? (
        <div className="actions">
          <CallLink className="btn btn-hot" text={words.call} />{' '}
          <LinkButton to={words.estimate} className="btn btn-line" />
        </div>
      ) : (
        <div className="actions">
          <LinkButton to={words.estimate} /> <CallLink className="btn btn-line" text={words.call} />
        </div>
      )}
    </PageHero>
  )
}

function Overview({ detail }: { detail: ServiceDetail }) {
  const fill = useWords()
  return (
    <Band joined>
      <div className="split">
        <div className="stack">
          <h2>{words.overview}</h2>
          {detail.description.map((paragraph) => (
            <p key={paragraph}>{fill(paragraph)}</p>
          ))}
        </div>
        <div className="grid">
          <div className="card">
            <h2 className="h3">{words.features}</h2>
            <TextList look="checks" items={detail.features.map(fill)} />
          </div>
          <div className="card waiting">
            <h2 className="h3">{words.costOfWaiting}</h2>
            <p>{detail.costOfWaiting}</p>
          </div>
        </div>
      </div>
    </Band>
  )
}

function Benefits({ detail }: { detail: ServiceDetail }) {
  return (
    <Band tone="ice" heading={words.benefits}>
      <div className="grid grid-3">
        {detail.benefits.map(({ title, description }) => (
          <article key={title} className="card">
            <h3>{title}</h3>
            <p>{description}</p>
          </article>
        ))}
      </div>
    </Band>
  )
}

/** The page of one service. */
export function ServiceDetailPage({ id, detail }: ServiceProps) {
  const { towns, region } = useSite()
  const steps = detail.process.map(({ title, description }) => ({ title, text: description }))
  return (
    <>
      {/* Outside of the part with the phone bar, which must not lie over it. */}
      {id === urgentServiceId && (
        <div className="danger-band">
          <div className="wrap">
            <Danger />
          </div>
        </div>
      )}
      <WithPhoneBar>
        <Hero id={id} detail={detail} />
        <Overview detail={detail} />
        <Benefits detail={detail} />
        <Band heading={words.process}>
          <Points items={steps} row />
          <div className="stack apart">
            <h2 className="h3">{words.areas.heading}</h2>
            <TextList look="tags" items={[...towns.map(inState), region]} />
          </div>
        </Band>
        <ClosingBand {...words.closing} button={words.estimate} call={words.call} />
      </WithPhoneBar>
    </>
  )
}
