import { Link } from 'wouter'
import { contractorMailWords, newsWords } from '#/content/news.ts'
import type { NewsSettings } from '#/contracts/referrals/news.ts'
import { contractorMails, type MutableKind, newsKinds } from '#/contracts/referrals/owner-news.ts'
import { adminPaths, apiPaths } from '#/contracts/routes.ts'
import { Switch } from '../shell/filters.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Loading, QueryFailure } from '../shell/query-states.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'

/** Which mails the owner and contractors get of what happens, and a box for each kind that changes it. */
export function NewsMails() {
  const settings = useServerData<NewsSettings>(apiPaths.newsSettings)
  const { mutate, isPending, variables } = useChange({
    call: (muted: MutableKind[]) => ({
      method: 'PUT',
      path: apiPaths.newsSettings,
      body: { muted },
    }),
    success: 'The emails about requests were changed',
    failure: 'Failed to change the emails about requests',
    refetches: [apiPaths.newsSettings],
    key: 'news settings',
  })
  // What was switched last is shown at once, and is what the next switch changes.
  const muted = isPending ? variables : settings.data?.muted
  /** A box for each of these kinds. */
  const kinds = <Kind extends MutableKind>(of: readonly Kind[], wordsOf: (kind: Kind) => string) =>
    muted && (
      <ul className="check-options">
        {of.map((kind) => (
          <li key={kind}>
            <Switch
              label={wordsOf(kind)}
              isOn={!muted.includes(kind)}
              onSwitch={(isOn) =>
                mutate(isOn ? muted.filter((each) => each !== kind) : [...muted, kind])
              }
            />
          </li>
        ))}
      </ul>
    )
  return (
    <>
      <OfficePart heading="Emails about what happens to requests">
        <p className="office-about">
          Everyone who is notified of new requests gets an email when this happens to one. Several
          of the same kind within a minute come in one email, and those that are held as spam in one
          a day. Each of the others also stands above the list of requests until you put it away.
        </p>
        <QueryFailure query={settings} text="Failed to fetch which emails you get" />
        {settings.isPending && <Loading />}
        {kinds(newsKinds, (kind) => newsWords[kind].one)}
      </OfficePart>
      <OfficePart heading="Emails to contractors">
        <p className="office-about">
          Contractors always get the offer, the customer’s details once they accept, and word that a
          request is no longer theirs.{settings.data && ' You can turn these off:'}
        </p>
        <QueryFailure query={settings} text="Failed to fetch which emails they get" />
        {settings.isPending && <Loading />}
        {kinds(contractorMails, (kind) => contractorMailWords[kind])}
        <p className="office-about">
          The hour counts in opening hours; in an emergency it is 15 minutes. The monthly statement
          is set under{' '}
          <Link className="text-button" href={adminPaths.money}>
            Money
          </Link>
          .
        </p>
      </OfficePart>
    </>
  )
}
