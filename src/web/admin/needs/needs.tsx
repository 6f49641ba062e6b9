import { useState } from 'react'
import { Link } from 'wouter'
import { capitalized } from '#/content/business.ts'
import { findingAdvice } from '#/content/office/finding-advice.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { Endpoint } from '#/contracts/endpoints/endpoint.ts'
import { findingCatalog } from '#/contracts/health/finding-catalog.ts'
import type { Need, NeedButton, NeedList, PublicFinding } from '#/contracts/health/needs.ts'
import { healthPaths } from '#/contracts/routes.ts'
import { shortTime, sinceText } from '../../dates.ts'
import { apiUrl, hasStatus } from '../../request.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { call, inTime } from '../shell/call.ts'
import { countText } from '../shell/counts.ts'
import { QueryFailure } from '../shell/query-states.tsx'
import { Time } from '../shell/times.tsx'
import { useChange, useData } from '../shell/use-api.ts'

const everyMs = 5_000

/** A server whose database is slow takes long to say who asks. */
const patienceMs = 4_000

/** Without its database the server cannot say who asks: then it says what it tells anybody. */
async function readNeeds(): Promise<{ data: NeedList }> {
  try {
    return await call(api.needs, {}, { signal: AbortSignal.timeout(patienceMs) })
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError' && !hasStatus(error, 503)) throw error
    const ready = await fetch(apiUrl(healthPaths.ready), { signal: inTime() })
    const { findings }: { findings: PublicFinding[] } = await ready.json()
    const needs = findings.map((each) => {
      const { severity } = findingCatalog[each.key]
      const advice = findingAdvice[each.key]
      return { ...each, severity, advice, isUrgent: false, detail: null, links: [], buttons: [] }
    })
    return { data: { needs, total: needs.length, buttons: [] } }
  }
}

/**
 * What needs somebody: one line that opens, so that the list of requests is on the first screen whatever
 * has happened. Before there are requests the list alone is shown: it is what there is to do.
 */
export function Needs({ hasLeads }: { hasLeads: boolean }) {
  const query = useData(
    api.needs,
    {},
    { queryFn: readNeeds, refetchInterval: everyMs, refetchOnMount: 'always' },
  )
  const [isOpen, setOpen] = useState(false)
  if (query.isError && !query.data) {
    return <QueryFailure query={query} text="Failed to fetch what needs attention" />
  }
  const { needs, total, buttons } = query.data ?? { needs: [], total: 0, buttons: [] }
  return (
    <section aria-label="What needs attention">
      {/* A screen reader reads the line when it changes. */}
      <div role="status">
        {total > 0 && hasLeads && (
          <button
            className="row small needs-line box"
            type="button"
            data-tone={needs.some(({ severity }) => severity === 'bad') ? 'bad' : undefined}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <strong>
              {total === 1 ? '1 item needs attention' : `${countText(total)} items need attention`}
            </strong>
            {!isOpen && <span className="muted needs-first"> {needs[0]?.text}</span>}
            <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />
          </button>
        )}
      </div>
      {total > 0 && (isOpen || !hasLeads) && (
        <div className="column tight needs-list" tabIndex={-1}>
          {!hasLeads && <h2>Before your first request</h2>}
          <ul className="ruled-list box">
            {needs.map((need) => (
              <Entry key={keyOf(need)} need={need} />
            ))}
          </ul>
          {total > needs.length && (
            <p className="hint">And {countText(total - needs.length)} more.</p>
          )}
          <Buttons buttons={buttons} />
        </div>
      )}
    </section>
  )
}

const keyOf = ({ key, since, links }: Need) => [key, since, links[0]?.path].join(' ')

/** Since when something is so, as a sentence begins; or when it happened, behind what it was. */
const lasting = (time: number, now: number) => capitalized(sinceText(time, now))
const nearTime = (time: number, now: number) => `· ${shortTime(time, now)}`

function Entry({ need }: { need: Need }) {
  const { severity, isUrgent, text, detail, advice, since, links, buttons } = need
  return (
    <li className="need small beside" data-tone={severity}>
      <p>
        {isUrgent && <span className="state-mark emergency">Emergency</span>}{' '}
        <strong dir="auto">{text}</strong>{' '}
        {links.map(({ text: label, path }) => (
          <Link key={path} className="text-button" href={path}>
            <bdi>{label}</bdi>
          </Link>
        ))}{' '}
        <span className="muted">
          <bdi>{detail}</bdi> {advice}{' '}
          {since && <Time at={since} show={advice ? lasting : nearTime} />}
        </span>
      </p>
      <Buttons buttons={buttons} of={text} />
    </li>
  )
}

function Buttons({ buttons, of }: { buttons: NeedButton[]; of?: string }) {
  if (buttons.length === 0) return null
  return (
    <div className="actions">
      {buttons.map((button) => (
        <OneButton key={button.text} button={button} of={of} />
      ))}
    </div>
  )
}

function OneButton({ button, of }: { button: NeedButton; of: string | undefined }) {
  const { text, method, path, body } = button
  const endpoint: Endpoint<string, NeedButton['body'], undefined> = { method, path, who: 'admin' }
  const { mutate, isPending } = useChange(endpoint, {
    success: 'Done',
    failure: `“${text}” didn’t work`,
    refetches: [api.needs.path, path],
    key: 'needs',
  })
  return (
    <Button
      isBusy={isPending}
      onPress={(pressed) => {
        // The button goes with what it was for.
        pressed.closest<HTMLElement>('.needs-list')?.focus()
        // While it waits for another one a newer list may come, with what nobody has read yet.
        mutate(body)
      }}
    >
      {text}
      {of && <span className="hidden-text">: {of}</span>}
    </Button>
  )
}
