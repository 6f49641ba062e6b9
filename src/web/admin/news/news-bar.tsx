import { useRef } from 'react'
import { Link } from 'wouter'
import { newsLine } from '#/content/office/news.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { NewsItem, NewsList, PutAway } from '#/contracts/referrals/news.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { QueryFailure } from '../shell/query-states.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'
import { ExactTime } from '../shell/times.tsx'

/** The lines that are listed without a click. */
const mostOpen = 3

/** What happened to requests, until it is put away: nothing where nothing did. */
export function NewsBar() {
  const news = useServerData<NewsList>(api.news.path)
  if (news.isError && !news.data) {
    return <QueryFailure query={news} text="Failed to fetch what happened to requests" />
  }
  return news.data && news.data.total > 0 ? <Bar {...news.data} /> : null
}

function Bar({ items, total }: NewsList) {
  const section = useRef<HTMLElement>(null)
  const { mutate } = useChange({
    call: (which: PutAway) => ({ method: 'POST', path: api.newsSeen.path, body: which }),
    failure: 'Failed to put this away',
    answers: api.news.path,
    key: 'news',
  })
  function putAway(which: PutAway) {
    // The button that was pressed goes with its line: what stands around it has the focus then.
    section.current?.parentElement?.focus()
    mutate(which)
  }
  const newest = Math.max(...items.map(({ id }) => id))
  const line = (item: NewsItem) => (
    <NewsLine key={item.id} item={item} onPutAway={() => putAway({ newsId: item.id })} />
  )
  const rest = items.slice(mostOpen)
  return (
    <section ref={section} className="office-notice" aria-label="What happened">
      <p className="list-head">
        <strong>
          {total === 1 ? 'Something happened' : `${total.toLocaleString('en-US')} things happened`}
        </strong>
        {total > 1 && (
          <button className="text-button" type="button" onClick={() => putAway({ upTo: newest })}>
            Put all away
          </button>
        )}
      </p>
      <ul className="ruled-list">{items.slice(0, mostOpen).map(line)}</ul>
      {rest.length > 0 && (
        <details className="opener">
          <summary>{(total - mostOpen).toLocaleString('en-US')} more</summary>
          <ul className="ruled-list">{rest.map(line)}</ul>
          {total > items.length && <p className="hint">Shown are {items.length}.</p>}
        </details>
      )}
    </section>
  )
}

type NewsLineProps = { item: NewsItem; onPutAway: () => void }

function NewsLine({ item, onPutAway }: NewsLineProps) {
  const { leadId, name, service, reference, isUrgent, at } = item
  return (
    <li className="news-line">
      <span>
        {isUrgent && <span className="state-mark emergency">Emergency</span>}{' '}
        <span className="strong" dir="auto">
          {newsLine(item)}
        </span>{' '}
        <Link className="text-button" href={leadPagePath(leadId)}>
          <bdi>{name}</bdi>
        </Link>{' '}
        <span className="by">
          {serviceLabel(service)}, {reference}, <ExactTime at={at} isMuted />
        </span>
      </span>
      <button
        className="text-button"
        type="button"
        aria-label={`Put away: ${newsLine(item)}, ${name}`}
        onClick={onPutAway}
      >
        Put away
      </button>
    </li>
  )
}
