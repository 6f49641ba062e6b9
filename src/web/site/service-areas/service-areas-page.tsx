import { additionalTowns, fitsDrawnMaps, inState } from '#/content/area.ts'
import { regionCard, serviceAreasPage as words } from '#/content/pages/service-areas.ts'
import type { Town } from '#/contracts/site/towns.ts'
import { TextList } from '../../ui/lists.tsx'
import { Band, SectionHead } from '../../ui/sections.tsx'
import { useSite, useSiteOnServer, useWords } from '../../words.ts'
import { ClosingBand, PageHero } from '../bands.tsx'
import { WithPhoneBar } from '../chrome/site-chrome.tsx'
import { GoLink } from '../links.tsx'
import { CoverageMap } from '../map/coverage-map.tsx'
import debaryUrl from '../map/region-debary.svg'
import deltonaUrl from '../map/region-deltona.svg'
import orangeCityUrl from '../map/region-orange-city.svg'

const { hero, regions, additional, map, outside } = words

const regionMaps: Record<string, string> = {
  Deltona: deltonaUrl,
  DeBary: debaryUrl,
  'Orange City': orangeCityUrl,
}

function Region({ town }: { town: Town }) {
  const { towns } = useSite()
  const { description, areas, imageAlt } = regionCard(town)
  return (
    <article className="card card-link region">
      {imageAlt && fitsDrawnMaps(towns) && (
        <img src={regionMaps[town.name]} alt={imageAlt} width={360} height={180} loading="lazy" />
      )}
      <h3>{town.name}</h3>
      <p>{description}</p>
      {areas.length > 0 && (
        <>
          <h4 className="eyebrow">{regions.coverageLabel}</h4>
          <TextList look="checks" items={areas} />
        </>
      )}
      <GoLink href={regions.button.href} about={town.name}>
        {regions.button.label}
      </GoLink>{' '}
    </article>
  )
}

/** The service areas page: map, regions, and the other towns by name. */
export function ServiceAreasPage() {
  const fill = useWords()
  const { towns, area } = useSiteOnServer()
  const others = additionalTowns(towns)
  return (
    <WithPhoneBar>
      <PageHero eyebrow={hero.eyebrow} heading={words.defaultH1} text={fill(hero.text)} />
      <Band joined>
        <h2 className="hidden-text">{map.heading}</h2>
        <CoverageMap />
      </Band>
      <Band tone="ice" heading={regions.heading}>
        <div className="grid grid-3">
          {area.towns.slice(0, 3).map((town) => (
            <Region key={town.name} town={town} />
          ))}
        </div>
      </Band>
      {others.length > 0 && (
        <Band>
          <div className="split split-back">
            <SectionHead heading={additional.heading} intro={additional.intro} />
            <TextList look="tags" items={others.map(inState)} />
          </div>
        </Band>
      )}
      <ClosingBand {...outside} />
    </WithPhoneBar>
  )
}
