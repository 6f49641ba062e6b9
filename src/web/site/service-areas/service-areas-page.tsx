import { type RegionCard, serviceAreasPage as words } from '#/content/pages/service-areas.ts'
import { CheckList, TagList } from '../../ui/lists.tsx'
import { Band, SectionHead } from '../../ui/sections.tsx'
import { ClosingBand, PageHero } from '../bands.tsx'
import { WithPhoneBar } from '../chrome/site-chrome.tsx'
import { GoLink } from '../links.tsx'
import { CoverageMap } from '../map/coverage-map.tsx'
import debaryUrl from '../map/region-debary.svg'
import deltonaUrl from '../map/region-deltona.svg'
import orangeCityUrl from '../map/region-orange-city.svg'

const { hero, regions, additional, map, outside } = words

const regionMaps: Record<RegionCard['id'], string> = {
  deltona: deltonaUrl,
  debary: debaryUrl,
  'orange-city': orangeCityUrl,
}

function RegionMap({ region, alt }: { region: RegionCard['id']; alt: string }) {
  return <img src={regionMaps[region]} alt={alt} width={360} height={180} loading="lazy" />
}

function Regions() {
  return (
    <Band tone="ice">
      <SectionHead heading={regions.heading} />
      <div className="grid grid-3">
        {regions.cards.map(({ id, title, description, areas, imageAlt }) => (
          <article key={id} className="card card-link region">
            <RegionMap region={id} alt={imageAlt} />
            <h3>{title}</h3>
            <p>{description}</p>
            <h4 className="eyebrow">{regions.coverageLabel}</h4>
            <CheckList items={areas} />
            <GoLink href={regions.button.href} about={title}>
              {regions.button.label}
            </GoLink>{' '}
          </article>
        ))}
      </div>
    </Band>
  )
}

/** The service areas page: map, regions, and the other towns by name. */
export function ServiceAreasPage() {
  return (
    <WithPhoneBar>
      <PageHero eyebrow={hero.eyebrow} heading={words.defaultH1} text={hero.text} />
      <Band joined>
        <h2 className="hidden-text">{map.heading}</h2>
        <CoverageMap />
      </Band>
      <Regions />
      <Band>
        <div className="split split-back">
          <SectionHead heading={additional.heading} intro={additional.intro} />
          <TagList items={additional.towns.map((town) => `${town}, FL`)} />
        </div>
      </Band>
      <ClosingBand {...outside} />
    </WithPhoneBar>
  )
}
