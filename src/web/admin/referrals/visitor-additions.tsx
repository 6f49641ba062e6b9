import type { Additions } from '#/contracts/referrals/requests.ts'
import { apiPaths, leadPath, leadPhotoPath } from '#/contracts/routes.ts'
import { useSite } from '../../words.ts'
import { PanelSection, type SectionProps } from '../leads/panel/panel-frame.tsx'
import { ExactTime } from '../leads/times.tsx'
import { useServerData } from '../shell/server-data.ts'

/** What the visitor has added on the page of the request; nothing where they have not. */
export function VisitorAdditions({ lead }: SectionProps) {
  const path = leadPath(apiPaths.leadAdditions, lead.id)
  const additions = useServerData<Additions>(path, { staleTime: 0 }).data
  const { apiBaseUrl } = useSite()
  if (!additions) return null
  const { place, callTime, words, photos, withdrawnAt } = additions
  const facts = [
    ['Town', place?.town],
    ['ZIP code', place?.zip],
    ['Street', place?.address],
    ['Call them', callTime],
  ].filter(([, value]) => value)
  const isEmpty = facts.length + words.length + photos.length === 0 && !withdrawnAt
  if (isEmpty) return null
  return (
    <PanelSection heading="Added by the visitor">
      {withdrawnAt && (
        <p>
          <strong>No longer needed</strong>, <ExactTime at={withdrawnAt} isMuted />
        </p>
      )}
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {words.length > 0 && (
        <ul className="notes">
          {words.map(({ id, text, at }) => (
            <li key={id}>
              <p className="whole-text" dir="auto">
                {text}
              </p>
              <p className="by">
                <ExactTime at={at} isMuted />
              </p>
            </li>
          ))}
        </ul>
      )}
      {photos.length > 0 && (
        <ul className="lead-photos">
          {photos.map(({ id, width, height }, index) => {
            const src = apiBaseUrl + leadPhotoPath(lead.id, id)
            return (
              <li key={id}>
                <a href={src} target="_blank" rel="noreferrer">
                  <img
                    src={`${src}?size=small`}
                    alt={`${index + 1} of ${photos.length} by the visitor`}
                    width={width}
                    height={height}
                    loading="lazy"
                  />
                </a>
              </li>
            )
          })}
        </ul>
      )}
    </PanelSection>
  )
}
