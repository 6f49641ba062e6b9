import { newsWords } from '#/content/news.ts'
import type { NewsSettings } from '#/contracts/referrals/news.ts'
import { type NewsKind, newsKinds } from '#/contracts/referrals/owner-news.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { Switch } from '../shell/filters.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { QueryFailure } from '../shell/query-states.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'

/** Of which kinds of news the owner gets mails, and a box for each that changes it. */
export function NewsMails() {
  const settings = useServerData<NewsSettings>(apiPaths.newsSettings)
  const { mutate, isPending, variables } = useChange({
    call: (muted: NewsKind[]) => ({ method: 'PUT', path: apiPaths.newsSettings, body: { muted } }),
    success: 'The emails about requests were changed',
    failure: 'Failed to change the emails about requests',
    refetches: [apiPaths.newsSettings],
    key: 'news settings',
  })
  // What was switched last is shown at once, and is what the next switch changes.
  const muted = isPending ? variables : settings.data?.muted
  const change = (kind: NewsKind, isOn: boolean) => {
    if (!muted) return
    mutate(isOn ? muted.filter((each) => each !== kind) : [...muted, kind])
  }
  return (
    <OfficePart heading="Emails about what happens to requests">
      <QueryFailure query={settings} text="Failed to fetch the settings" />
      <p className="office-about">
        Everyone who is notified of new requests gets an email when this happens to one. Several of
        the same kind within a minute come in one email. Each also stands above the list of requests
        until you put it away.
      </p>
      {muted && (
        <ul className="news-kinds">
          {newsKinds.map((kind) => (
            <li key={kind}>
              <Switch
                label={newsWords[kind].one}
                isOn={!muted.includes(kind)}
                onSwitch={(isOn) => change(kind, isOn)}
              />
            </li>
          ))}
        </ul>
      )}
    </OfficePart>
  )
}
