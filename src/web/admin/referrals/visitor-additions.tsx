import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { apiUrl } from '../../request.ts'
import { type Fact, FactList, PhotoList } from '../../ui/lists.tsx'
import { PanelSection, Quotes, type SectionProps } from '../shell/panel-frame.tsx'
import { Time } from '../shell/times.tsx'

/** What the visitor has added on the page of the request; nothing where they have not. */
export function VisitorAdditions({ lead }: SectionProps) {
  const { place, callTime, words, photos, withdrawnAt } = lead.additions
  const known: Fact[] = [
    ['Town', place?.isElsewhere ? 'Somewhere else' : place?.town],
    ['ZIP code', place?.zip],
    ['Street', place?.address],
    ['When to call', callTime],
  ]
  const facts = known.filter(([, value]) => value)
  const isEmpty = facts.length + words.length + photos.length === 0 && !withdrawnAt
  if (isEmpty) return null
  return (
    <PanelSection heading="Added by the customer">
      {withdrawnAt && (
        <p>
          <strong>No longer needed</strong>, <Time at={withdrawnAt} isMuted />
        </p>
      )}
      {facts.length > 0 && <FactList facts={facts} />}
      <Quotes items={words} />
      <PhotoList
        photos={photos}
        pathOf={(id) => apiUrl(pathTo(api.leadPhoto, { leadId: lead.id, photoId: id }))}
        altOf={(place) => `Photo ${place} of ${photos.length} from the customer`}
        opensBeside
      />
    </PanelSection>
  )
}
