import type { RegionCard } from '#/content/areas.ts'
import debaryUrl from '../map/region-debary.svg'
import deltonaUrl from '../map/region-deltona.svg'
import orangeCityUrl from '../map/region-orange-city.svg'

const urls: Record<RegionCard['id'], string> = {
  deltona: deltonaUrl,
  debary: debaryUrl,
  'orange-city': orangeCityUrl,
}

/** A closer look at one of the three regions. */
export function RegionMap({ region, alt }: { region: RegionCard['id']; alt: string }) {
  return (
    <img
      className="region-map"
      src={urls[region]}
      alt={alt}
      width={360}
      height={180}
      loading="lazy"
    />
  )
}
